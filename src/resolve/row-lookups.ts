import type { Listing, ListingId, Sku } from '../domain/listing.ts';
import { skuGroup } from '../domain/rewritten-sku.ts';
import type { Row, RowsBySku, SheetRow } from '../domain/row.ts';
import type { CarriedOver } from '../domain/stages.ts';
import { type Lookup, type SkuLookups, withNamed } from './look-up-skus.ts';
import type { FindLookup } from './match-row.ts';
import { setsAnyField } from './row-facts.ts';

type Rows = readonly (Row | CarriedOver)[];

/** Rows, and what was found for their SKUs. */
export interface LookedUp {
  readonly rows: Rows;
  readonly find: FindLookup;
}

/** Few enough to hold, and enough to be worth a round. */
const ROWS_AT_ONCE = 1000;

/**
 * Looks up what rows need, some rows at a time, each SKU once. What was found is forgotten with the rows, but for the SKUs that
 * several rows share: those are looked up with the first of their rows.
 */
export class RowLookups {
  readonly #lookups: SkuLookups;
  readonly #rowsBySku: RowsBySku<Row | CarriedOver>;
  readonly #kept = new Map<Sku, Lookup>();
  /** Listings that rows of such SKUs name by their ids. */
  readonly #keptNamed = new Map<ListingId, Listing>();
  /** Shared SKUs that were asked for, answered or not. */
  readonly #asked = new Set<Sku>();

  constructor(lookups: SkuLookups, rowsBySku: RowsBySku<Row | CarriedOver>) {
    this.#lookups = lookups;
    this.#rowsBySku = rowsBySku;
  }

  /**
   * Goes through rows, looked up. While some are worked on the next ones are looked up already, so that the lookups are never
   * idle. What ended the looking up is in the lookups.
   *
   * Errors: those of `batches`.
   */
  async *through(batches: AsyncIterable<Rows>): AsyncGenerator<LookedUp> {
    let ahead: Promise<LookedUp> | undefined;
    try {
      for await (const rows of toRounds(batches)) {
        const next = this.#load(rows);
        if (ahead) yield await ahead;
        // Nothing goes beside the first ones, so that a key that is refused is refused once.
        else await next;
        ahead = next;
      }
      if (ahead) yield await ahead;
    } finally {
      await ahead;
    }
  }

  /** Never throws. */
  async #load(rows: Rows): Promise<LookedUp> {
    const own = rows.flatMap(asLookedUp);
    const others = own.flatMap(({ target }) => this.#rowsBySku.get(skuGroup(target.sku)) ?? []);
    const shared = others.flatMap(asLookedUp);
    const all = [...own, ...shared];
    const skus = new Set(all.map(skuOf).filter((sku) => !this.#asked.has(sku)));
    for (const sku of shared.map(skuOf)) this.#asked.add(sku);
    const found = await this.#lookups.lookUp(skus);
    for (const sku of shared.map(skuOf)) {
      const lookup = found.get(sku);
      if (lookup) this.#kept.set(sku, lookup);
    }
    const find = (sku: Sku) => found.get(sku) ?? this.#kept.get(sku);
    const fresh = all.filter(({ target: { sku, listingId } }) => skus.has(sku) && listingId !== undefined);
    const named = await this.#lookups.findNamed(fresh, find);
    for (const { target } of shared) {
      const listing = target.listingId && named.get(target.listingId);
      if (listing) this.#keptNamed.set(target.listingId, listing);
    }
    const findNamed = (id: ListingId) => named.get(id) ?? this.#keptNamed.get(id);
    return { rows, find: (target) => withNamed(find(target.sku), target, findNamed) };
  }
}

async function* toRounds(batches: AsyncIterable<Rows>): AsyncGenerator<Rows> {
  let gathered: Rows = [];
  for await (const batch of batches) {
    gathered = [...gathered, ...batch];
    for (; gathered.length > ROWS_AT_ONCE; gathered = gathered.slice(ROWS_AT_ONCE))
      yield gathered.slice(0, ROWS_AT_ONCE);
  }
  if (gathered.length > 0) yield gathered;
}

/** A row as a list of one if it is looked up. */
function asLookedUp(row: Row | CarriedOver): readonly SheetRow[] {
  return row.kind === 'row' && setsAnyField(row) ? [row] : [];
}

function skuOf({ target }: SheetRow): Sku {
  return target.sku;
}
