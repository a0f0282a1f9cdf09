import { UnsettledError } from '../../domain/errors.ts';
import { toJsonText } from '../../domain/json-text.ts';
import type { Row } from '../../domain/row.ts';
import { nameKill } from '../../domain/run-record.ts';
import type { CarriedOver, PlanEntry } from '../../domain/stages.ts';
import { RunCheck } from '../../plan/check-run-guards.ts';
import { countWaited, findLastPriced, nameTime } from '../../plan/earlier-runs.ts';
import { countOf } from '../../plan/guard-rules.ts';
import { type PlanOptions, planRow, toListed } from '../../plan/plan-row.ts';
import { openClaimVerdicts } from '../../plan/settle-claims.ts';
import { flagsFor, withoutLayout } from '../../report/text/format-command.ts';
import { createStrategyFinder } from '../../resolve/find-strategy.ts';
import type { LookedUp } from '../../resolve/look-up-skus.ts';
import { resolveRow } from '../../resolve/match-row.ts';
import { commonTarget } from '../../resolve/row-facts.ts';
import { eachInSlices, inSlices } from '../disk/in-slices.ts';
import { renderSealed } from '../folder/plan-file.ts';
import type { PlanHead } from '../folder/plan-schema.ts';
import { RUN_FILES } from '../folder/run-folder.ts';
import { describeAccount } from '../job/account.ts';
import { describeOpenRun } from '../job/newer-runs.ts';
import { progressOf, type Run, type RunState, warn } from '../job/run.ts';
import type { History } from '../ledger/open-history.ts';
import {
  type AccountFacts,
  askAboutOtherKey,
  judgeOtherKey,
  KnownListings,
  readAccountFacts,
  readStrategyNames,
} from '../lookup/account-facts.ts';
import { openAccountPaging } from '../lookup/account-state.ts';
import { type ListingSearch, MissingSkus, nothingFound, openLookup } from '../lookup/open-lookup.ts';
import { PastCheck } from './past-check.ts';

/** Plans every row and writes the plan to disk. */
export async function makePlan(run: Run): Promise<RunState> {
  const { job, tools, ports, confirm } = run;
  tools.phases.begin('find');
  const refused = job.violations?.find(({ rule }) => rule === 'unsettled');
  const facts = refused
    ? { strategies: [], channels: [], stop: new UnsettledError(refused.message) }
    : await readAccountFacts(tools.service, job.input.rows.facts, job.matching.filters.channel, ports.signal);
  const { showsStrategies, ...planned } = await planRows(run, facts);
  const { violations, stop } = planned;
  const whole = stop === undefined;
  // Names are on their way while the plan is written, which has none. Runs of an earlier plan have the names that it came with.
  const needsNames = showsStrategies && whole && (job.command === 'sync' || job.command === 'diff');
  const naming =
    needsNames && facts.strategies.length === 0 ? readStrategyNames(tools.service, ports) : facts.strategies;
  const consent = askAboutOtherKey(violations, confirm !== undefined);
  const rereadsExpected = tools.rereading && (await inSlices(tools.rereading.expectReads()));
  tools.phases.begin('plan');
  const { count: entries, updateCount: updates } = tools.entries;
  tools.log.info('plan made', { entries, updates, violations });
  let seal: string | undefined;
  function* rendered(): Generator<string | Uint8Array> {
    seal = yield* renderSealed(describePlan({ ...planned, whole }, run), tools.entries.planLines());
  }
  const failure = await tools.folder.writeWhole(RUN_FILES.plan, rendered()).catch((error: unknown) => error);
  const unsent = { settled: new Map(), declined: false, rereadsExpected, strategies: await naming };
  const made = { ...planned, ...consent, ...unsent };
  return failure === undefined ? { ...made, whole, seal } : { ...made, whole: false, stop: failure };
}

interface PlannedRows
  extends Pick<RunState, 'violations' | 'lookup' | 'notices' | 'stop' | 'isPartial' | 'seen' | 'figures'> {
  /** The pages and files of the run show strategies, which people know by their names. */
  readonly showsStrategies: boolean;
}

/** Plans row by row. If something ends it early, every row that can still be read has an entry. */
async function planRows(run: Run, facts: AccountFacts): Promise<PlannedRows> {
  const { job, tools, ports } = run;
  const { command, settings, matching, input, limits, violations = [] } = job;
  const { rows } = input;
  const { entries, rereading } = tools;
  const context = {
    ...matching,
    ...facts,
    findStrategy: createStrategyFinder(facts.strategies),
  };
  const currencyColumn = input.reading?.columns['currency'];
  const missing = new MissingSkus();
  const known = new KnownListings();
  const lookups =
    facts.stop === undefined
      ? await openLookup(rows, openSearch(run, facts.channels))
      : nothingFound(facts.stop);
  const { lookup, notices } = lookups;
  const history = await tools.history;
  const { runs } = history.past;
  const nights = { waited: countWaited(runs, tools.startedAt), last: findLastPriced(runs) };
  const check = limits && new RunCheck(limits, { ...matching, currencyColumn, ...nights });
  const past = new PastCheck(job, history, tools.startedAt);
  const claimVerdicts = openClaimVerdicts(lookups.rowsBySku, job.duplicates);
  const listedStrategies = rows.facts.setsStrategy ? toListed(facts.strategies) : undefined;
  function* plan(lookedUp: LookedUp): Generator<PlanEntry> {
    const resolve = (row: Row | CarriedOver) => resolveRow(row, lookedUp.find, context);
    const options: PlanOptions = {
      // If lookups were cut short, no guard rule is checked.
      limits: lookups.stop() === undefined ? limits : undefined,
      restoring: command === 'undo',
      listedStrategies,
      drift: past.drift,
      claimVerdictOf: (resolved) => claimVerdicts(resolved, resolve),
    };
    for (const row of lookedUp.rows) for (const resolved of resolve(row)) yield planRow(resolved, options);
  }
  let showsStrategies = false;
  if (lookup?.by === 'scan') tools.phases.begin('plan');
  try {
    for await (const lookedUp of lookups.through(rows.batches())) {
      await eachInSlices(plan(lookedUp), (entry) => {
        check?.add(entry);
        past.add(entry);
        missing.add(entries.count, entry);
        known.add(entry);
        entries.append(entry);
        if (entry.kind === 'update') rereading?.plan(entry.resolved.listing);
        if (entry.kind === 'update' || entry.kind === 'held')
          showsStrategies ||= entry.resolved.listing.values.strategy !== null;
      });
    }
  } catch (error) {
    const stop = lookups.stop() ?? error;
    return { violations, lookup, notices, stop, isPartial: true, showsStrategies };
  }
  const stop = lookups.stop();
  if (stop !== undefined) return { violations, lookup, notices, stop, showsStrategies };
  // The rows of an earlier plan were listed once.
  if (settings.missing !== 'ok' && input.reading) {
    tools.phases.begin('find');
    await missing.suggest(context, tools, ports.signal);
    tools.phases.begin('plan');
  }
  const judged = past.result();
  const warnings = [...nameKilled(history.past, run), ...judged.warnings];
  for (const warning of warnings) warn(warning, run);
  const sending = { command, allow: settings.allow, updates: entries.updateCount };
  const key = job.madeWithOtherKey ? judgeOtherKey(known.result(), sending) : undefined;
  const found = [...violations, ...(check?.result() ?? []), ...judged.violations];
  return {
    // The earlier run's verdict about its own key is replaced.
    violations: key ? [...found.filter(({ rule }) => rule !== 'other_key'), ...key.violations] : found,
    notices: [
      ...(key?.notices ?? []),
      ...warnings,
      ...notices,
      ...(check?.notices() ?? []),
      ...judged.notices,
      ...noticeUnfinished(history.past, run),
    ],
    lookup,
    seen: judged.seen,
    figures: input.sheet.figures && check && { ...input.sheet.figures, currencies: check.currencies() },
    stop: key?.stop,
    showsStrategies,
  };
}

/** Searches no more than the part of the account that the run is for, or that all of its rows name. */
function openSearch({ job, tools, ports, onEvent }: Run, channels: AccountFacts['channels']): ListingSearch {
  const { settings, matching, input } = job;
  const { service, ids, log } = tools;
  const { common, skus } = input.rows.facts;
  const filters = { ...matching.filters, ...commonTarget(common, channels) };
  return {
    findListings: service.findListings,
    listListings: service.listListings,
    mode: settings.resolve,
    filters,
    ids,
    paging: openAccountPaging(filters, { service: settings.service, ...ports }),
    width: service.width,
    maxFailures: countOf(settings.maxFailures, skus),
    log,
    signal: ports.signal,
    onProgress: progressOf({ onEvent }),
    onEvent,
  };
}

/** Nobody else says so: a run that is killed can't. */
function nameKilled({ killed }: History['past'], { job: { command } }: Run): readonly string[] {
  return killed.map((run) => {
    const what = run.command === 'undo' ? 'undo' : 'run';
    const rest = command === 'sync' && what === 'run' ? '; this run plans the rest' : '';
    return `The ${what} of ${nameTime(run.started_at)} was ${nameKill(run)}${rest}`;
  });
}

/** Only the plan of a sheet is compared with earlier runs. */
function noticeUnfinished({ runs }: History['past'], { job, ports: { cwd } }: Run): readonly string[] {
  const unfinished = runs.filter(({ isUnfinished }) => job.limits && isUnfinished);
  const what = 'it counts as the run before this one, with what it has changed so far';
  return unfinished.map((run) => describeOpenRun(run, what, cwd));
}

function describePlan(
  { violations, whole, lookup, figures }: Pick<RunState, 'violations' | 'whole' | 'lookup' | 'figures'>,
  { job, tools: { startedAt } }: Run,
): PlanHead {
  const { command, settings, input } = job;
  const head: PlanHead = {
    kind: 'plan',
    version: 1,
    command,
    dry_run: settings.dryRun,
    created_at: new Date(startedAt).toISOString(),
    account: describeAccount(settings.service),
    sheet: { ...input.sheet, ...(figures && { figures }) },
    ...(lookup && { lookup }),
    whole,
    journal: 'chained',
    violations: violations.map(({ rule, message }) => ({ rule, message })),
    shape: input.shape,
    retry_flags: [...flagsFor('sync', withoutLayout(settings.given)), ...(input.retryFlags ?? [])],
  };
  // A path, a name or a flag may contain the key by mistake.
  return JSON.parse(settings.service.apiKey.redact(toJsonText(head)));
}
