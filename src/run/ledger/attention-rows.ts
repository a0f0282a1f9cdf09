import { groupBy } from '../../domain/group-by.ts';
import type { ListingId } from '../../domain/listing.ts';
import { listingOf, type Outcome, rowOf, skuOf } from '../../domain/stages.ts';
import type { Status } from '../../domain/status.ts';
import { type AttentionNews, type FreshRow, MAX_FRESH_ROWS } from '../../report/tally/attention-news.ts';
import type { AttentionLine } from './ledger-schema.ts';

/** A row that needs attention. */
export interface AttentionRow {
  readonly line: number;
  readonly sku: string;
  readonly listingId: ListingId | null;
  readonly status: Status;
  readonly reason: string;
}

/** More rows are not kept one by one: nobody would read them. */
export const MAX_ATTENTION_ROWS = 10_000;

export function toAttentionRow({ entry, status, reason }: Outcome): AttentionRow {
  const listingId = listingOf(entry)?.id ?? null;
  return { line: rowOf(entry).line, sku: skuOf(entry), listingId, status, reason };
}

interface Following {
  /** Of the run before. */
  readonly before: readonly AttentionLine[];
  /** When this run began. Units: ISO 8601. */
  readonly at: string;
  /** How many rows need attention, rows that are not kept included. */
  readonly total: number;
}

/**
 * Carries on for how long each row has needed attention. A row is the same one if SKU, listing, status and reason are; of several
 * equal ones, such as rows that lost their SKU, as many are known as there were before.
 */
export function followAttention(
  rows: readonly AttentionRow[],
  { before, at, total }: Following,
): { readonly lines: readonly AttentionLine[]; readonly news: AttentionNews } {
  const known = new Map([...groupBy(before, keyOf)].map(([key, lines]) => [key, lines.values()]));
  const fresh: FreshRow[] = [];
  let since: string | undefined;
  let latest: string | undefined;
  const lines = rows.map((row): AttentionLine => {
    const line = { kind: 'attention' as const, line: row.line, sku: row.sku, listing_id: row.listingId };
    const issue = { ...line, status: row.status, reason: row.reason };
    const earlier = known.get(keyOf(issue))?.next().value;
    if (!earlier) {
      fresh.push({ line: row.line, sku: row.sku });
      return { ...issue, since: at, nights: 1 };
    }
    if (since === undefined || earlier.since < since) since = earlier.since;
    if (latest === undefined || earlier.since > latest) latest = earlier.since;
    return { ...issue, since: earlier.since, nights: earlier.nights + 1 };
  });
  const still = lines.length - fresh.length;
  // Beyond the rows that are kept may be any of those before.
  const well = total > rows.length ? 0 : before.length - still;
  const freshRows = fresh.slice(0, MAX_FRESH_ROWS);
  return { lines, news: { fresh: total - still, still, since, latest, well, freshRows } };
}

function keyOf({
  sku,
  listing_id,
  status,
  reason,
}: Pick<AttentionLine, 'sku' | 'listing_id' | 'status' | 'reason'>): string {
  return JSON.stringify([sku, listing_id, status, reason]);
}
