import type { Sku } from '../../domain/listing.ts';
import type { SheetRow } from '../../domain/row.ts';
import { listingOf, type PlanEntry } from '../../domain/stages.ts';
import type { Tally } from '../../domain/tally.ts';
import type { MatchContext } from '../../resolve/match-row.ts';
import { resolveRow } from '../../resolve/resolve-row.ts';
import { MAX_TRIED, SkuWidths, suggestSkus } from '../../resolve/similar-skus.ts';
import type { Job, Surroundings } from '../job/job.ts';
import type { Tools } from '../job/run-state.ts';

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
  /** Of listed SKUs. */
  readonly widths: readonly number[];
}

/** Rows whose SKU is not listed, of the first few such SKUs, and what listed SKUs look like. */
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

interface SuggestContext {
  readonly tools: Tools;
  readonly surroundings: Surroundings;
  readonly context: MatchContext;
}

/**
 * Says what missing SKUs may have been, where a sheet was read: the rows of another run's plan have SKUs of the account. It
 * is only said, so a service that stumbles over it stops nothing.
 */
export async function suggestMissing(
  { bySku, widths }: MissingDigest,
  { settings, input }: Job,
  { tools, surroundings, context }: SuggestContext,
): Promise<void> {
  if (settings.missingIsOk || !input.reading) return;
  try {
    const missing = { skus: bySku.keys(), widths };
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
