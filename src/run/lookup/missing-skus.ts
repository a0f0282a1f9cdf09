import type { Sku } from '../../domain/listing.ts';
import type { SheetRow } from '../../domain/row.ts';
import { listingOf, type PlanEntry } from '../../domain/stages.ts';
import type { Tally } from '../../domain/tally.ts';
import type { MatchContext } from '../../resolve/match-row.ts';
import { resolveRow } from '../../resolve/resolve-row.ts';
import { MAX_TRIED, SkuWidths, suggestSkus } from '../../resolve/similar-skus.ts';
import type { Run } from '../job/run.ts';

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

/**
 * Suggests listed SKUs for missing ones, if the rows are from a sheet: SKUs of an earlier plan were listed once.
 * Suggestions are only shown, so a failure of the service stops nothing.
 */
export async function suggestMissing(
  { bySku, widths }: MissingDigest,
  { job: { settings, input }, tools, ports }: Run,
  context: MatchContext,
): Promise<void> {
  if (settings.missingIsOk || !input.reading) return;
  try {
    const missing = { skus: bySku.keys(), widths };
    const suggestions = await suggestSkus(missing, tools.service.findListings, ports);
    const nothingFound = { kind: 'found', listings: [] } as const;
    for (const [sku, rows] of bySku) {
      if (!suggestions.has(sku)) continue;
      for (const { n, row } of rows)
        for (const suggested of resolveRow(row, () => nothingFound, { ...context, suggestions }))
          if (suggested.kind === 'unresolved') tools.entries.replace(n, suggested);
    }
  } catch (error) {
    tools.log.warn('no SKUs suggested', { message: String(error) });
  }
}
