import type { Row } from '../../domain/row.ts';
import type { CarriedOver } from '../../domain/stages.ts';
import { RunCheck } from '../../plan/check-run.ts';
import { KnownListings } from '../../plan/known-listings.ts';
import { toListed } from '../../plan/notice-strategy.ts';
import { planRow } from '../../plan/plan-row.ts';
import { settleRowsBySku } from '../../plan/settle-claims.ts';
import { createStrategyFinder } from '../../resolve/create-strategy-finder.ts';
import { type FindLookup, resolveRow } from '../../resolve/resolve-row.ts';
import { type PlanHead, renderPlan } from '../folder/plan-file.ts';
import { RUN_FILES } from '../folder/run-folder.ts';
import { toShapeJson } from '../folder/shape-json.ts';
import { describeAccount } from '../job/account.ts';
import type { Job, Surroundings } from '../job/job.ts';
import type { Planned, Tools } from '../job/run-state.ts';
import { askAboutOtherKey, judgeOtherKey } from '../lookup/judge-other-key.ts';
import { MissingSkus, suggestMissing } from '../lookup/missing-skus.ts';
import { openRowLookups } from '../lookup/open-row-lookups.ts';
import { type AccountFacts, readAccountFacts } from '../lookup/read-account-facts.ts';

/** Finds out what there is to do and puts it on disk. */
export async function makePlan(job: Job, tools: Tools, surroundings: Surroundings): Promise<Planned> {
  const facts = await readAccountFacts(job, tools, surroundings);
  const { strategies } = facts;
  const { violations, notices, lookup, ...drafted } = await draft(job, facts, { tools, surroundings });
  const { isPartial } = drafted;
  const consent = askAboutOtherKey(violations, { canAsk: surroundings.confirm !== undefined });
  const rereadsExpected = tools.rereading?.expectReads();
  const told = { ...consent, strategies, lookup, rereadsExpected, notices, isPartial };
  const whole = drafted.stop === undefined;
  tools.log.info('plan made', {
    entries: tools.entries.count,
    updates: tools.entries.updateCount,
    violations,
  });
  let seal: string | undefined;
  function* rendered(): Generator<string | Uint8Array> {
    const head = describePlan(job, tools, { violations, whole, lookup, cwd: surroundings.cwd });
    seal = yield* renderPlan(head, tools.entries.planLines());
  }
  try {
    tools.folder.writeWhole(RUN_FILES.plan, rendered());
    return { ...told, whole, seal, stop: drafted.stop };
  } catch (stop) {
    return { ...told, whole: false, stop };
  }
}

interface DraftContext {
  readonly tools: Tools;
  readonly surroundings: Surroundings;
}

type Draft = Pick<Planned, 'violations' | 'lookup' | 'notices' | 'stop' | 'isPartial'>;

/** Plans row after row. Whatever ends it before its time, every row that can still be read has its entry. */
async function draft(job: Job, facts: AccountFacts, { tools, surroundings }: DraftContext): Promise<Draft> {
  const { matching, input, duplicates: policy, violations = [] } = job;
  const context = { ...matching, ...facts, findStrategy: createStrategyFinder(facts.strategies) };
  const lookups = await openRowLookups(job, facts, { tools, surroundings });
  const { lookup, notices } = lookups;
  let find: FindLookup = () => undefined;
  const resolve = (row: Row | CarriedOver) => resolveRow(row, find, context);
  const verdictOf = settleRowsBySku(input.rows.alike, { resolve, policy });
  const listedStrategies = job.input.rows.facts.setsStrategy ? toListed(facts.strategies) : undefined;
  const check = job.limits && new RunCheck(job.limits, matching.currency);
  const missing = new MissingSkus();
  const known = new KnownListings();
  try {
    for await (const lookedUp of lookups.through(input.rows.batches())) {
      find = lookedUp.find;
      // Where the looking up was cut short no guard rule is asked.
      const limits = lookups.stop() === undefined ? job.limits : undefined;
      const options = { limits, restoring: job.restoring, listedStrategies, verdictOf };
      for (const row of lookedUp.rows) {
        for (const resolved of resolve(row)) {
          const entry = planRow(resolved, options);
          check?.add(entry);
          missing.add({ n: tools.entries.count, entry });
          known.add(entry);
          tools.entries.append(entry);
          if (entry.kind === 'update') tools.rereading?.plan(entry.resolved.listing);
        }
      }
    }
  } catch (stop) {
    return { violations, lookup, notices, stop: lookups.stop() ?? stop, isPartial: true };
  }
  const stop = lookups.stop();
  if (stop !== undefined) return { violations, lookup, notices, stop };
  await suggestMissing(missing.result(), job, { tools, surroundings, context });
  const all = [...violations, ...(check?.result() ?? [])];
  if (!job.madeWithOtherKey) return { violations: all, lookup, notices };
  const key = judgeKey(job, known, tools);
  // What another run has said of its own key is judged anew.
  const others = all.filter(({ rule }) => rule !== 'other_key');
  return {
    violations: [...others, ...key.violations],
    lookup,
    notices: [...key.notices, ...notices],
    stop: key.stop,
  };
}

function judgeKey({ command, settings }: Job, known: KnownListings, { entries }: Tools) {
  const isAllowed = settings.otherKeyIsOk === true;
  return judgeOtherKey(known.result(), { command, isAllowed, updates: entries.updateCount });
}

function describePlan(
  { command, settings, input, shard }: Job,
  { startedAt }: Tools,
  {
    violations,
    whole,
    lookup,
    cwd,
  }: Pick<Planned, 'violations' | 'whole' | 'lookup'> & { readonly cwd: string },
): PlanHead {
  const { redact } = settings.service.apiKey;
  return {
    kind: 'plan',
    version: 1,
    command,
    dry_run: settings.dryRun,
    created_at: new Date(startedAt).toISOString(),
    account: describeAccount(settings.service),
    sheet: {
      path: redact(input.path),
      cwd: redact(cwd),
      sha256: input.sha256,
      job: input.job === undefined ? null : redact(input.job),
      columns: input.reading?.columns ?? null,
      ...(input.columnsAgreed && { columns_agreed: true as const }),
      decimal_signs: input.reading?.decimal_signs ?? null,
      ...input.sheetFacts,
    },
    ...(lookup && { lookup }),
    ...(shard && { shard }),
    whole,
    journal: 'chained',
    violations: [...violations],
    shape: toShapeJson(input.shape),
    // A flag may hold the key by mistake.
    retry_flags: [...settings.flags, ...(input.retryFlags ?? [])].map(redact),
  };
}
