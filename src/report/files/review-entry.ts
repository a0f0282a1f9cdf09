import type { Change } from '../../domain/stages.ts';

/** What an entry of a plan is named by. */
interface ReviewedEntry {
  /** Position in the plan, from 0. */
  readonly n: number;
  readonly line: number;
  readonly sku: string;
  readonly listing: { readonly id: string | null; readonly currency: string | null };
  /** In the order of `FIELDS`, like `pins`. */
  readonly changes: readonly Change[];
  readonly pins: readonly Pick<Change, 'field' | 'after'>[];
}

/**
 * Names an entry of a plan in a review file. The checksum that seals the plan covers everything in it, and the position leads to one of its
 * entries; the rest is in the name so that a page, which computes it from the row that it shows, can't name another entry than that.
 *
 * It begins with a letter and has no sign but a hyphen, so that a spreadsheet leaves it as it is.
 *
 * Shape: `p3f2a9c1e-` and 24 hex digits; the first 8 digits are those of the plan.
 *
 * @param sha256 As hex digits, of a text in UTF-8. Browsers and Node.js have it in different places.
 */
export function nameEntry(
  { n, line, sku, listing, changes, pins }: ReviewedEntry,
  { seal, sha256 }: { readonly seal: string; readonly sha256: (text: string) => string },
): string {
  const values = changes.map(({ field, before, after }) => [field, before, after]);
  const kept = pins.map(({ field, after }) => [field, after]);
  const text = JSON.stringify([seal, n, line, sku, listing.id, listing.currency, values, kept]);
  return `${planMark(seal)}-${sha256(text).slice(0, ENTRY_DIGITS)}`;
}

/** What the names of all entries of a plan begin with. */
export function planMark(seal: string): string {
  return `p${seal.slice(0, PLAN_DIGITS)}`;
}

const PLAN_DIGITS = 8;
const ENTRY_DIGITS = 24;

const ENTRY_NAME = new RegExp(`^p[0-9a-f]{${PLAN_DIGITS}}-[0-9a-f]{${ENTRY_DIGITS}}$`);

/** Whether a text, in small letters, can be the name of an entry of any plan. */
export function isEntryName(text: string): boolean {
  return ENTRY_NAME.test(text);
}
