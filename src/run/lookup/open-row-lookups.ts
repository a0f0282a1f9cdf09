import type { Sku } from '../../domain/listing.ts';
import type { Row } from '../../domain/row.ts';
import type { CarriedOver } from '../../domain/stages.ts';
import { countOf } from '../../plan/limits.ts';
import type { LookupReport } from '../../report/tally/describe-lookup.ts';
import type { LookupChoice } from '../../resolve/choose-lookup.ts';
import { commonTarget } from '../../resolve/common-target.ts';
import { SkuLookups } from '../../resolve/look-up-skus.ts';
import type { FindLookup } from '../../resolve/resolve-row.ts';
import { setsAnyField } from '../../resolve/row-facts.ts';
import { type LookedUp, RowLookups } from '../../resolve/row-lookups.ts';
import { ignoringCase } from '../../resolve/similar-skus.ts';
import type { Run } from '../job/run.ts';
import type { RowSource } from '../sheet/row-source.ts';
import { openLookup } from './open-lookup.ts';
import type { AccountFacts } from './read-account-facts.ts';
import type { WantedSkus } from './wanted-skus.ts';

type Batches = AsyncIterable<readonly (Row | CarriedOver)[]>;

/** How rows find their listings. */
interface OpenRowLookups {
  readonly lookup: LookupReport | undefined;
  readonly notices: readonly string[];
  /** Yields rows in batches whose listings are known. Errors: those of `batches`. */
  through(batches: Batches): AsyncIterable<LookedUp>;
  /** What ended the lookups early, if anything did. */
  stop(): unknown;
}

/** Prepares finding the listings of rows: by paging or by SKU, whichever takes fewer requests. */
export async function openRowLookups(run: Run, { channels, stop }: AccountFacts): Promise<OpenRowLookups> {
  if (stop !== undefined) return { ...NOTHING_FOUND, stop: () => stop };
  const { job, ports, events } = run;
  const { matching, input } = job;
  const filters = { ...matching.filters, ...commonTarget(input.rows.facts.common, channels) };
  const opened = await openLookup(toWantedSkus(input.rows, matching.ignoreCase === true), filters, run);
  const { index, notices } = opened;
  const common = { lookup: describeChoice(opened.choice), notices };
  if (opened.stop !== undefined) return { ...NOTHING_FOUND, ...common, stop: () => opened.stop };
  if (index) {
    const onRows = (done: number) => events.onProgress({ phase: 'plan', done, total: input.rows.count });
    const find: FindLookup = (sku) => index.get(sku);
    return {
      ...common,
      through: (batches) => withFind(batches, find, onRows),
      stop: () => ports.signal.reason,
    };
  }
  const lookups = lookUpBySku(run);
  const rowLookups = new RowLookups(lookups, input.rows.rowsBySku);
  return { ...common, through: (batches) => rowLookups.through(batches), stop: () => lookups.stop };
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

function toWantedSkus({ facts, batches }: RowSource, ignoreCase: boolean): WantedSkus {
  return {
    count: facts.skus,
    has: ignoreCase ? facts.isWantedInAnyCase : facts.isWanted,
    findMissing: async (isMissing, most) => {
      const missing = new Set<Sku>();
      for await (const rows of batches()) {
        for (const row of rows) {
          if (missing.size < most && row.kind === 'row' && setsAnyField(row) && isMissing(row.target.sku))
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

function lookUpBySku({ job, tools, ports: { signal }, events: { onProgress } }: Run): SkuLookups {
  const total = job.input.rows.facts.skus;
  const { findListings } = tools.service;
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
