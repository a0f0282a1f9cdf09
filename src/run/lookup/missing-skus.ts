import type { Sku } from '../../domain/listing.ts';
import type { Tally } from '../../domain/lists.ts';
import type { FindListings, Log } from '../../domain/ports.ts';
import type { SheetRow } from '../../domain/row.ts';
import { listingOf, type PlanEntry } from '../../domain/stages.ts';
import { type MatchContext, resolveRow } from '../../resolve/match-row.ts';
import { MAX_TRIED, SkuWidths, suggestSkus } from '../../resolve/similar-skus.ts';
import type { EntryStore } from '../folder/entry-store.ts';

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
