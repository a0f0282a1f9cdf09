import type { Lookup } from '../../domain/documents/summary.ts';
import type { Listing, ListingId, Sku } from '../../domain/listing.ts';
import { findSkuDamage, skuGroup } from '../../domain/rewritten-sku.ts';
import type { Row, RowsBySku } from '../../domain/row.ts';
import type { CarriedOver } from '../../domain/stages.ts';
import type { LookupChoice } from '../../resolve/choose-lookup.ts';
import { SkuLookups, withNamed } from '../../resolve/look-up-skus.ts';
import type { FindLookup } from '../../resolve/match-row.ts';
import { isRewritten, setsAnyField } from '../../resolve/row-facts.ts';
import { type LookedUp, RowLookups } from '../../resolve/row-lookups.ts';
import type { RowSource } from '../sheet/row-source.ts';
import type { ListingSearch } from './listing-search.ts';
import { openLookup } from './open-lookup.ts';
import type { WantedSkus } from './wanted-skus.ts';

type Batches = AsyncIterable<readonly (Row | CarriedOver)[]>;

/** How rows find their listings. */
interface OpenRowLookups {
  readonly lookup: Lookup | undefined;
  readonly notices: readonly string[];
  /** Rows that may lead to the same listings. */
  readonly rowsBySku: RowsBySku<Row | CarriedOver>;
  /** Yields rows in batches whose listings are known. Errors: those of `batches`. */
  through(batches: Batches): AsyncIterable<LookedUp>;
  /** What ended the lookups early, if anything did. */
  stop(): unknown;
}

/** Prepares finding the listings of rows: by paging or by SKU, whichever takes fewer requests. */
export async function openRowLookups(rows: RowSource, search: ListingSearch): Promise<OpenRowLookups> {
  const { signal, onProgress } = search;
  const { choice, index, notices, stop } = await openLookup(toWantedSkus(rows, search.ignoreCase), search);
  const common = { lookup: describeChoice(choice), notices, rowsBySku: rows.rowsBySku };
  if (stop !== undefined) return { ...nothingFound(stop), ...common };
  if (index) {
    const onRows = (done: number) => onProgress({ phase: 'plan', done, total: rows.count });
    const find: FindLookup = (target) => withNamed(index.get(target.sku), target, index.named);
    const rowsBySku = await joinRewritten(rows, index.named);
    return {
      ...common,
      rowsBySku,
      through: (batches) => withFind(batches, find, onRows),
      stop: () => signal.reason,
    };
  }
  const total = rows.facts.skus;
  onProgress({ phase: 'lookup', done: 0, total });
  const lookups = new SkuLookups({ ...search, total });
  const rowLookups = new RowLookups(lookups, rows.rowsBySku);
  return { ...common, through: (batches) => rowLookups.through(batches), stop: () => lookups.stop };
}

/** Lookups that were ended before the first one. */
export function nothingFound(stop: unknown): OpenRowLookups {
  return {
    lookup: undefined,
    notices: [],
    rowsBySku: new Map(),
    through: (batches) => withFind(batches, () => undefined),
    stop: () => stop,
  };
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

function toWantedSkus({ facts, batches }: RowSource, ignoreCase: boolean): WantedSkus {
  return {
    count: facts.skus,
    sample: facts.sample,
    has: ignoreCase ? facts.isWantedInAnyCase : facts.isWanted,
    isNamed: facts.isNamed,
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

function describeChoice({ by, why, readsExpected, parts, probes }: LookupChoice): Lookup {
  return { by, why, reads_expected: readsExpected ?? null, ...(parts !== undefined && { parts, probes }) };
}

type FindNamed = (id: ListingId) => Listing | undefined;

/**
 * Rows that may lead to the same listings: as `rows` has them by their SKUs, and rows like `4.01E+12` beside the rows with the SKU that their
 * ids lead to. The sheet is read again only if there are such rows.
 *
 * Errors: `SheetError`.
 */
async function joinRewritten(
  { rowsBySku, facts, batches }: RowSource,
  named: FindNamed,
): Promise<RowsBySku<Row | CarriedOver>> {
  if (!facts.hasRewritten) return rowsBySku;
  const joined = new Map<string, (Row | CarriedOver)[]>();
  for await (const rows of batches()) {
    for (const row of rows) {
      const group = groupOfNamed(row, named);
      if (group !== undefined) joined.set(group, []);
    }
  }
  if (joined.size === 0) return rowsBySku;
  for await (const rows of batches()) {
    for (const row of rows) {
      if (!('target' in row) || !row.target) continue;
      joined.get(groupOfNamed(row, named) ?? skuGroup(row.target.sku))?.push({ ...row, cells: [] });
    }
  }
  return new Map([...rowsBySku, ...joined]);
}

/** The group of the SKU that a row's id leads to, if a spreadsheet may have made the row's SKU from it. */
function groupOfNamed(row: Row | CarriedOver, named: FindNamed): string | undefined {
  if (!isRewritten(row) || !row.target?.listingId) return undefined;
  const listing = named(row.target.listingId);
  return listing && findSkuDamage(row.target.sku, listing.sku) ? skuGroup(listing.sku) : undefined;
}
