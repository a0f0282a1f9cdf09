import { groupBy } from '../../domain/lists.ts';
import { listingOf, type Outcome, rowOf, skuOf } from '../../domain/stages.ts';
import { type AttentionNews, MAX_FRESH_ROWS } from '../../report/tally/attention-news.ts';
import type { AttentionLine } from './ledger-schema.ts';

/** A row that needs attention. */
export type AttentionRow = Omit<AttentionLine, 'kind' | 'since' | 'nights'>;

/** More rows are not kept one by one: nobody would read them. */
export const MAX_ATTENTION_ROWS = 10_000;

export function toAttentionRow({ entry, status, reason }: Outcome): AttentionRow {
  const listing_id = listingOf(entry)?.id ?? null;
  return { line: rowOf(entry).line, sku: skuOf(entry), listing_id, status, reason };
}

interface Following {
  /** Of the run before. */
  readonly before: readonly AttentionLine[];
  /** When this run began. Units: ISO 8601. */
  readonly at: string;
  /** How many rows need attention, if that is more than are kept. */
  readonly total?: number;
}

/**
 * Carries on for how long each row has needed attention. A row is the same one if SKU, listing, status and reason are; of several
 * equal ones, such as rows that lost their SKU, as many are known as there were before.
 */
export function followAttention(
  rows: readonly AttentionRow[],
  { before, at, total = rows.length }: Following,
): { readonly lines: readonly AttentionLine[]; readonly news: AttentionNews } {
  const known = new Map([...groupBy(before, keyOf)].map(([key, lines]) => [key, lines.values()]));
  const lines = rows.map((row): AttentionLine => {
    const { since = at, nights = 0 } = known.get(keyOf(row))?.next().value ?? {};
    return { kind: 'attention', ...row, since, nights: nights + 1 };
  });
  const fresh = lines.filter(({ nights }) => nights === 1);
  const times = lines.flatMap(({ nights, since }) => (nights === 1 ? [] : [since])).sort();
  const still = times.length;
  // Beyond the rows that are kept may be any of those before.
  const well = total > rows.length ? 0 : before.length - still;
  const freshRows = fresh.slice(0, MAX_FRESH_ROWS).map(({ line, sku }) => ({ line, sku }));
  const news = { fresh: total - still, still, since: times[0], latest: times.at(-1), well, freshRows };
  return { lines, news };
}

function keyOf({ sku, listing_id, status, reason }: AttentionRow): string {
  return JSON.stringify([sku, listing_id, status, reason]);
}
