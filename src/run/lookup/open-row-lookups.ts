import type { Lookup } from '../../domain/documents/summary.ts';
import type { Listing, ListingId, Sku } from '../../domain/listing.ts';
import type { Tally } from '../../domain/lists.ts';
import type { FindListings, Log } from '../../domain/ports.ts';
import { findSkuDamage, skuGroup } from '../../domain/rewritten-sku.ts';
import type { Row, RowsBySku, SheetRow } from '../../domain/row.ts';
import { type CarriedOver, listingOf, type PlanEntry } from '../../domain/stages.ts';
import type { LookupChoice } from '../../resolve/choose-lookup.ts';
import { SkuLookups, withNamed } from '../../resolve/look-up-skus.ts';
import { type FindLookup, type MatchContext, resolveRow } from '../../resolve/match-row.ts';
import { isRewritten, setsAnyField } from '../../resolve/row-facts.ts';
import { type LookedUp, RowLookups } from '../../resolve/row-lookups.ts';
import { MAX_TRIED, SkuWidths, suggestSkus } from '../../resolve/similar-skus.ts';
import type { EntryStore } from '../folder/entry-store.ts';
import type { RowSource } from '../sheet/row-source.ts';
import { type ListingSearch, openLookup, type WantedSkus } from './open-lookup.ts';

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

/** A row, and the position of its entry in the plan. */
interface MissingRow {
  readonly n: number;
  readonly row: SheetRow;
}

interface NumberedEntry {
  readonly n: number;
  readonly entry: PlanEntry;
}

interface MissingDigest {
  readonly bySku: ReadonlyMap<Sku, readonly MissingRow[]>;
  /** The most common lengths of listed SKUs of digits. */
  readonly widths: readonly number[];
}

/** Collects the rows of the first few SKUs that are not listed, and the shape of listed SKUs. */
export class MissingSkus implements Tally<NumberedEntry, MissingDigest> {
  readonly #bySku = new Map<Sku, MissingRow[]>();
  readonly #widths = new SkuWidths();

  add({ n, entry }: NumberedEntry): void {
    const listing = listingOf(entry);
    if (listing) this.#widths.add(listing.sku);
    if (entry.kind !== 'unresolved' || entry.reason !== 'sku_not_listed') return;
    const { row } = entry;
    const { sku } = row.target;
    const rows = this.#bySku.get(sku);
    if (rows) rows.push({ n, row });
    else if (this.#bySku.size < MAX_TRIED) this.#bySku.set(sku, [{ n, row }]);
  }

  result(): MissingDigest {
    return { bySku: this.#bySku, widths: this.#widths.result() };
  }
}

interface SuggestOptions {
  readonly findListings: FindListings;
  /** How many requests are worth having in flight. */
  readonly width: () => number;
  readonly signal: AbortSignal;
  readonly entries: EntryStore;
  readonly log: Log;
}

/** Suggests listed SKUs for missing ones. Suggestions are only shown, so a failure of the service stops nothing. */
export async function suggestMissing(
  { bySku, widths }: MissingDigest,
  context: MatchContext,
  { findListings, width, signal, entries, log }: SuggestOptions,
): Promise<void> {
  try {
    const missing = { skus: bySku.keys(), widths };
    const suggestions = await suggestSkus(missing, findListings, { width, signal });
    const nothingFound = { kind: 'found', listings: [] } as const;
    for (const [sku, rows] of bySku) {
      if (!suggestions.has(sku)) continue;
      for (const { n, row } of rows)
        for (const suggested of resolveRow(row, () => nothingFound, { ...context, suggestions }))
          if (suggested.kind === 'unresolved') entries.replace(n, suggested);
    }
  } catch (error) {
    log.warn('no SKUs suggested', { message: String(error) });
  }
}
