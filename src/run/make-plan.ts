import { UsageError } from '../domain/errors.ts';
import { foreseeOutcome } from '../domain/foresee-outcome.ts';
import type { Channel, Sku, Strategy } from '../domain/listing.ts';
import type { SheetRow } from '../domain/row.ts';
import { buildPlan } from '../plan/build-plan.ts';
import { countOf } from '../plan/limits.ts';
import { createStrategyFinder } from '../resolve/create-strategy-finder.ts';
import { type Lookups, lookUpSkus } from '../resolve/look-up-skus.ts';
import type { Suggestion } from '../resolve/match-row.ts';
import { resolveRows, skusToLookUp } from '../resolve/resolve-rows.ts';
import { commonWidths, ignoringCase, suggestSkus } from '../resolve/similar-skus.ts';
import { describeAccount } from './account.ts';
import type { Job, Surroundings } from './job.ts';
import { type PlanHead, renderPlan } from './plan-file.ts';
import { RUN_FILES } from './run-folder.ts';
import type { Planned, Tools } from './run-state.ts';

/** Finds out what there is to do and puts it on disk. */
export async function makePlan(job: Job, tools: Tools, surroundings: Surroundings): Promise<Planned> {
  const facts = await readAccount(job, tools, surroundings);
  const lookups =
    facts.stop === undefined
      ? await lookUp(job, tools, surroundings)
      : { bySku: new Map(), stop: facts.stop };
  const suggestions =
    lookups.stop === undefined ? await suggest(job, lookups, { tools, surroundings }) : undefined;
  const resolved = resolveRows(job.input.rows, lookups.bySku, {
    ...job.matching,
    channels: facts.channels,
    findStrategy: createStrategyFinder(facts.strategies),
    suggestions,
  });
  const whole = lookups.stop === undefined;
  const plan = buildPlan(resolved, {
    ...job,
    currency: job.matching.currency,
    limits: whole ? job.limits : undefined,
  });
  tools.log.info('plan made', {
    entries: plan.entries.length,
    updates: plan.entries.filter(({ kind }) => kind === 'update').length,
    violations: plan.violations,
  });
  try {
    tools.folder.writeWhole(
      RUN_FILES.plan,
      renderPlan(describePlan(job, tools, { plan, whole }), plan.entries.map(foreseeOutcome)),
    );
    return { plan, strategies: facts.strategies, whole, stop: lookups.stop };
  } catch (stop) {
    return { plan, strategies: facts.strategies, whole: false, stop };
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

function lookUp(job: Job, { service }: Tools, { signal, onProgress }: Surroundings): Promise<Lookups> {
  const skus = skusToLookUp(job.input.rows);
  const { findListings } = service;
  return lookUpSkus(skus, {
    findListings: job.matching.ignoreCase ? ignoringCase(findListings) : findListings,
    width: job.settings.service.concurrency,
    maxFailures: countOf(job.settings.maxFailures, skus.size),
    signal,
    onProgress,
  });
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

function describePlan(
  { command, settings, input, shard }: Job,
  { startedAt }: Tools,
  { plan, whole }: Pick<Planned, 'plan' | 'whole'>,
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
    ...(shard && { shard }),
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
