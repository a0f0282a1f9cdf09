import { UsageError } from '../domain/errors.ts';
import type { Channel, Sku, Strategy } from '../domain/listing.ts';
import type { Row, SheetRow } from '../domain/row.ts';
import { type Carried, listingOf, type PlanEntry } from '../domain/stages.ts';
import { RunCheck } from '../plan/check-run.ts';
import { countOf } from '../plan/limits.ts';
import { planRow } from '../plan/plan-row.ts';
import { settleAlike } from '../plan/settle-claims.ts';
import type { LookupReport } from '../report/describe-lookup.ts';
import type { LookupChoice } from '../resolve/choose-lookup.ts';
import { commonTarget } from '../resolve/common-target.ts';
import { createStrategyFinder } from '../resolve/create-strategy-finder.ts';
import { SkuLookups } from '../resolve/look-up-skus.ts';
import type { MatchContext } from '../resolve/match-row.ts';
import { type FindLookup, resolveRow } from '../resolve/resolve-row.ts';
import { wishesAnything } from '../resolve/row-facts.ts';
import { type LookedUp, RowLookups } from '../resolve/row-lookups.ts';
import { ignoringCase, MOST_TRIED, SkuWidths, suggestSkus } from '../resolve/similar-skus.ts';
import { describeChannels } from '../resolve/suggest-channel.ts';
import { describeAccount } from './account.ts';
import type { Job, Surroundings } from './job.ts';
import { openLookup, type Wanted } from './open-lookup.ts';
import { type PlanHead, renderPlan } from './plan-file.ts';
import type { RowSource } from './row-source.ts';
import { RUN_FILES } from './run-folder.ts';
import type { Planned, Tools } from './run-state.ts';

/** Finds out what there is to do and puts it on disk. */
export async function makePlan(job: Job, tools: Tools, surroundings: Surroundings): Promise<Planned> {
  const facts = await readAccount(job, tools, surroundings);
  const { strategies } = facts;
  const { violations, notices, lookup, ...drafted } = await draft(job, facts, { tools, surroundings });
  const { isPartial } = drafted;
  const told = { violations, strategies, lookup, notices, isPartial };
  const whole = drafted.stop === undefined;
  tools.log.info('plan made', {
    entries: tools.entries.count,
    updates: tools.entries.updateCount,
    violations,
  });
  try {
    tools.folder.writeWhole(
      RUN_FILES.plan,
      renderPlan(describePlan(job, tools, { violations, whole, lookup }), tools.entries.planLines()),
    );
    return { ...told, whole, stop: drafted.stop };
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
  const lookups = await openLookups(job, facts, { tools, surroundings });
  const { lookup, notices } = lookups;
  let find: FindLookup = () => undefined;
  const resolve = (row: Row | Carried) => resolveRow(row, find, context);
  const verdictOf = settleAlike(input.rows.alike, { resolve, policy });
  const check = new RunCheck();
  const missing = new MissingSkus();
  try {
    for await (const lookedUp of lookups.through(input.rows.batches())) {
      find = lookedUp.find;
      // Where the looking up was cut short no guard rule is asked.
      const limits = lookups.stop() === undefined ? job.limits : undefined;
      const options = { limits, restoring: job.restoring, verdictOf };
      for (const row of lookedUp.rows) {
        for (const resolved of resolve(row)) {
          const entry = planRow(resolved, options);
          check.see(entry);
          missing.see(tools.entries.count, entry);
          tools.entries.append(entry);
        }
      }
    }
  } catch (stop) {
    return { violations, lookup, notices, stop: lookups.stop() ?? stop, isPartial: true };
  }
  const stop = lookups.stop();
  if (stop !== undefined) return { violations, lookup, notices, stop };
  await suggest(missing, job, { tools, surroundings, context });
  const found = job.limits ? check.violations(job.limits, matching.currency) : [];
  return { violations: [...violations, ...found], lookup, notices };
}

/** Rows whose SKU is not listed, of the first few such SKUs, and what listed SKUs look like. */
class MissingSkus {
  readonly bySku = new Map<Sku, { readonly n: number; readonly row: SheetRow }[]>();
  readonly widths = new SkuWidths();

  see(n: number, entry: PlanEntry): void {
    const listing = listingOf(entry);
    if (listing) this.widths.see(listing.sku);
    if (entry.kind !== 'unresolved' || entry.reason !== 'sku_not_listed') return;
    const { row } = entry;
    const { sku } = row.target;
    const rows = this.bySku.get(sku);
    if (rows) rows.push({ n, row });
    else if (this.bySku.size < MOST_TRIED) this.bySku.set(sku, [{ n, row }]);
  }
}

interface AccountFacts {
  readonly strategies: readonly Strategy[];
  readonly channels: readonly Channel[];
  readonly stop?: unknown;
}

/**
 * What a sheet's names are looked up in, each list fetched once a run, and only where something is to be looked up in it:
 * a run that needs no strategies must not fail because they can't be had.
 */
async function readAccount(
  { input, matching }: Job,
  { service }: Tools,
  { signal }: Surroundings,
): Promise<AccountFacts> {
  const { channel } = matching.filters;
  const { wishesStrategy, namesChannel } = input.rows.facts;
  try {
    const strategies = wishesStrategy ? await service.listStrategies({ signal }) : [];
    const channels = channel !== undefined || namesChannel ? await service.listChannels({ signal }) : [];
    const unknown = channel !== undefined && !channels.some(({ id }) => id === channel);
    return { strategies, channels, stop: unknown ? unknownChannel(channel, channels) : undefined };
  } catch (stop) {
    return { strategies: [], channels: [], stop };
  }
}

function unknownChannel(channel: string, channels: readonly Channel[]): UsageError {
  return new UsageError([
    `--channel "${channel}" is not a channel of this account; ${describeChannels(channel, channels)}`,
  ]);
}

type Batches = AsyncIterable<readonly (Row | Carried)[]>;

/** What rows are resolved by. */
interface BatchLookups {
  readonly lookup: LookupReport | undefined;
  readonly notices: readonly string[];
  /** Goes through rows, looked up. Errors: those of `batches`. */
  through(batches: Batches): AsyncIterable<LookedUp>;
  /** What ended the looking up before its time, if anything did. */
  stop(): unknown;
}

async function openLookups(
  job: Job,
  { channels, stop }: AccountFacts,
  { tools, surroundings }: DraftContext,
): Promise<BatchLookups> {
  if (stop !== undefined) return { ...NOTHING_FOUND, stop: () => stop };
  const { settings, matching, input } = job;
  const { common } = input.rows.facts;
  const ignoreCase = matching.ignoreCase === true;
  const opened = await openLookup(toWanted(input.rows, ignoreCase), {
    settings,
    filters: { ...matching.filters, ...commonTarget(common, channels) },
    ignoreCase,
    tools,
    surroundings,
  });
  const { index, notices } = opened;
  const told = { lookup: describeChoice(opened.choice), notices };
  if (opened.stop !== undefined) return { ...NOTHING_FOUND, ...told, stop: () => opened.stop };
  if (index) {
    const { signal, onProgress } = surroundings;
    const onRows = (done: number) => onProgress({ phase: 'plan', done, total: input.rows.count });
    const find: FindLookup = (sku) => index.get(sku);
    return { ...told, through: (batches) => withFind(batches, find, onRows), stop: () => signal.reason };
  }
  const lookups = lookUpBySku(job, tools, surroundings);
  const rowLookups = new RowLookups(lookups, input.rows.alike);
  return { ...told, through: (batches) => rowLookups.through(batches), stop: () => lookups.stop };
}

async function* withFind(
  batches: Batches,
  find: FindLookup,
  onRows: (done: number) => void = () => {},
): AsyncGenerator<LookedUp> {
  let done = 0;
  for await (const rows of batches) {
    done += rows.length;
    onRows(done);
    yield { rows, find };
  }
}

const NOTHING_FOUND = {
  lookup: undefined,
  notices: [],
  through: (batches: Batches) => withFind(batches, () => undefined),
} as const;

function toWanted({ facts, batches }: RowSource, ignoreCase: boolean): Wanted {
  return {
    count: facts.skus,
    has: ignoreCase ? facts.isWantedInAnyCase : facts.isWanted,
    findMissing: async (isMissing, most) => {
      const missing = new Set<Sku>();
      for await (const rows of batches()) {
        for (const row of rows) {
          if (missing.size < most && row.kind === 'row' && wishesAnything(row) && isMissing(row.target.sku))
            missing.add(row.target.sku);
        }
        if (missing.size >= most) break;
      }
      return missing;
    },
  };
}

function describeChoice({ by, why, readsExpected }: LookupChoice): LookupReport {
  return { by, why, reads_expected: readsExpected ?? null };
}

function lookUpBySku(job: Job, { service }: Tools, { signal, onProgress }: Surroundings): SkuLookups {
  const total = job.input.rows.facts.skus;
  const { findListings } = service;
  onProgress({ phase: 'lookup', done: 0, total });
  return new SkuLookups({
    findListings: job.matching.ignoreCase ? ignoringCase(findListings) : findListings,
    total,
    width: job.settings.service.concurrency,
    maxFailures: countOf(job.settings.maxFailures, total),
    signal,
    onProgress,
  });
}

/**
 * Says what missing SKUs may have been, where a sheet was read: the rows of another run's plan have SKUs of the account. It
 * is only said, so a service that stumbles over it stops nothing.
 */
async function suggest(
  { bySku, widths }: MissingSkus,
  { settings, input }: Job,
  { tools, surroundings, context }: DraftContext & { readonly context: MatchContext },
): Promise<void> {
  if (settings.missingIsOk || !input.reading) return;
  try {
    const missing = { skus: bySku.keys(), widths: widths.common() };
    const suggestions = await suggestSkus(missing, tools.service.findListings, surroundings);
    const nothingFound = { kind: 'found', listings: [] } as const;
    for (const [sku, rows] of bySku) {
      if (!suggestions.has(sku)) continue;
      for (const { n, row } of rows)
        for (const told of resolveRow(row, () => nothingFound, { ...context, suggestions }))
          if (told.kind === 'unresolved') tools.entries.replace(n, told);
    }
  } catch (error) {
    tools.log.warn('no SKUs suggested', { message: String(error) });
  }
}

function describePlan(
  { command, settings, input, shard }: Job,
  { startedAt }: Tools,
  { violations, whole, lookup }: Pick<Planned, 'violations' | 'whole' | 'lookup'>,
): PlanHead {
  const { header, delimiter, decimalSign, moneyUnit, clearToken } = input.shape;
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
      sha256: input.sha256,
      job: input.job === undefined ? null : redact(input.job),
      columns: input.reading?.columns ?? null,
      decimal_signs: input.reading?.decimal_signs ?? null,
      ...input.sheetFacts,
    },
    ...(lookup && { lookup }),
    ...(shard && { shard }),
    whole,
    violations: [...violations],
    shape: {
      header: [...header],
      delimiter,
      decimal_sign: decimalSign,
      money_unit: moneyUnit,
      clear_token: clearToken,
    },
    // A flag may hold the key by mistake.
    retry_flags: [...settings.flags, ...(input.retryFlags ?? [])].map(redact),
  };
}
