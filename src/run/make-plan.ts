import { UsageError } from '../domain/errors.ts';
import { foreseeOutcome } from '../domain/foresee-outcome.ts';
import type { Channel, Sku, Strategy } from '../domain/listing.ts';
import type { SheetRow } from '../domain/row.ts';
import { buildPlan } from '../plan/build-plan.ts';
import { countOf } from '../plan/limits.ts';
import type { LookupReport } from '../report/describe-lookup.ts';
import type { LookupChoice } from '../resolve/choose-lookup.ts';
import { commonTarget } from '../resolve/common-target.ts';
import { createStrategyFinder } from '../resolve/create-strategy-finder.ts';
import { type Lookups, lookUpSkus } from '../resolve/look-up-skus.ts';
import type { Suggestion } from '../resolve/match-row.ts';
import { resolveRows, skusToLookUp } from '../resolve/resolve-rows.ts';
import { commonWidths, ignoringCase, suggestSkus } from '../resolve/similar-skus.ts';
import { describeAccount } from './account.ts';
import type { Job, Surroundings } from './job.ts';
import { openLookup } from './open-lookup.ts';
import { type PlanHead, renderPlan } from './plan-file.ts';
import { RUN_FILES } from './run-folder.ts';
import type { Planned, Tools } from './run-state.ts';

/** Finds out what there is to do and puts it on disk. */
export async function makePlan(job: Job, tools: Tools, surroundings: Surroundings): Promise<Planned> {
  const facts = await readAccount(job, tools, surroundings);
  const lookups =
    facts.stop === undefined
      ? await lookUp(job, facts, { tools, surroundings })
      : { bySku: new Map(), stop: facts.stop, choice: undefined, notices: [] };
  const suggestions =
    lookups.stop === undefined ? await suggest(job, lookups, { tools, surroundings }) : undefined;
  const resolved = resolveRows(job.input.rows, lookups.bySku, {
    ...job.matching,
    channels: facts.channels,
    findStrategy: createStrategyFinder(facts.strategies),
    suggestions,
  });
  const lookup = lookups.choice && describeChoice(lookups.choice);
  const whole = lookups.stop === undefined;
  const plan = buildPlan(resolved, {
    ...job,
    currency: job.matching.currency,
    limits: whole ? job.limits : undefined,
  });
  const told = { lookup, notices: lookups.notices };
  tools.log.info('plan made', {
    entries: plan.entries.length,
    updates: plan.entries.filter(({ kind }) => kind === 'update').length,
    violations: plan.violations,
  });
  try {
    tools.folder.writeWhole(
      RUN_FILES.plan,
      renderPlan(describePlan(job, tools, { plan, whole, lookup }), plan.entries.map(foreseeOutcome)),
    );
    return { ...told, plan, strategies: facts.strategies, whole, stop: lookups.stop };
  } catch (stop) {
    return { ...told, plan, strategies: facts.strategies, whole: false, stop };
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
  const rows = input.rows.filter((row) => row.kind === 'row');
  try {
    const strategies = rows.some(wishesStrategy) ? await service.listStrategies({ signal }) : [];
    const channels =
      channel !== undefined || rows.some(namesChannel) ? await service.listChannels({ signal }) : [];
    const unknown = channel !== undefined && !channels.some(({ id }) => id === channel);
    return { strategies, channels, stop: unknown ? unknownChannel(channel, channels) : undefined };
  } catch (stop) {
    return { strategies: [], channels: [], stop };
  }
}

/** Also where it is cleared: people are shown the name of the one from before. */
function wishesStrategy({ wishes }: SheetRow): boolean {
  return wishes.strategy !== undefined;
}

function namesChannel({ target }: SheetRow): boolean {
  return target.channel !== undefined;
}

function unknownChannel(channel: string, channels: readonly Channel[]): UsageError {
  const known = channels.map(({ id, platform }) => `${id} (${platform})`).join(', ');
  return new UsageError([
    `--channel "${channel}" is not a channel of this account; it has: ${known || 'none'}`,
  ]);
}

interface LookedUp extends Lookups {
  readonly choice: LookupChoice | undefined;
  readonly notices: readonly string[];
}

async function lookUp(
  job: Job,
  { channels }: AccountFacts,
  { tools, surroundings }: { readonly tools: Tools; readonly surroundings: Surroundings },
): Promise<LookedUp> {
  const { settings, matching, input } = job;
  const { signal, onProgress } = surroundings;
  const skus = skusToLookUp(input.rows);
  const { index, choice, notices, stop } = await openLookup(
    { count: skus.size, read: () => skus },
    {
      settings,
      filters: { ...matching.filters, ...commonTarget(input.rows, channels) },
      ignoreCase: matching.ignoreCase === true,
      tools,
      surroundings,
    },
  );
  if (stop !== undefined) return { bySku: new Map(), stop, choice, notices };
  if (index) return { bySku: new Map([...skus].map((sku) => [sku, index.get(sku)])), choice, notices };
  const { findListings } = tools.service;
  const lookups = await lookUpSkus(skus, {
    findListings: matching.ignoreCase ? ignoringCase(findListings) : findListings,
    width: settings.service.concurrency,
    maxFailures: countOf(settings.maxFailures, skus.size),
    signal,
    onProgress,
  });
  return { ...lookups, choice, notices };
}

/**
 * What missing SKUs may have been, where a sheet was read: the rows of another run's plan have SKUs of the account. It is
 * only said, so a service that stumbles over it stops nothing.
 */
async function suggest(
  { settings, input }: Job,
  { bySku }: Lookups,
  { tools, surroundings }: { readonly tools: Tools; readonly surroundings: Surroundings },
): Promise<ReadonlyMap<Sku, Suggestion> | undefined> {
  if (settings.missingIsOk || !input.reading) return undefined;
  const found = [...bySku.values()].flatMap((lookup) => (lookup.kind === 'found' ? lookup.listings : []));
  const skus = [...bySku].flatMap(([sku, lookup]) =>
    lookup.kind === 'found' && lookup.listings.length === 0 ? [sku] : [],
  );
  const widths = commonWidths(found.map(({ sku }) => sku));
  try {
    return await suggestSkus({ skus, widths }, tools.service.findListings, surroundings);
  } catch (error) {
    tools.log.warn('no SKUs suggested', { message: String(error) });
    return undefined;
  }
}

function describeChoice({ by, why, readsExpected }: LookupChoice): LookupReport {
  return { by, why, reads_expected: readsExpected ?? null };
}

function describePlan(
  { command, settings, input }: Job,
  { startedAt }: Tools,
  { plan, whole, lookup }: Pick<Planned, 'plan' | 'whole' | 'lookup'>,
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
    whole,
    violations: [...plan.violations],
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
