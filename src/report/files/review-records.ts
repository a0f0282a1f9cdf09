import { describeValue, FIELDS, type Field, type FieldValue } from '../../domain/fields.ts';
import { describePercent, kindOfChange } from '../../domain/moves.ts';
import { joinReasons, type Reason, type Reasons, splitReasons } from '../../domain/reasons.ts';
import type { Change, ListingIdentity } from '../../domain/stages.ts';

/** An update that a person can approve. */
export interface ReviewRow extends ReviewRemarks {
  readonly line: number;
  readonly sku: string;
  readonly listing: Omit<ListingIdentity, 'sku'>;
  readonly changes: readonly Change[];
  /** Names the entry of the plan. */
  readonly entry: string;
  /** What a person has decided; nothing where nobody has. */
  readonly approve?: 'yes' | 'no' | undefined;
}

/** How the review file is written: as a spreadsheet that opens the sheet expects it. */
interface ReviewShape {
  readonly delimiter: string;
  readonly decimalSign: '.' | ',';
}

export interface ReviewOptions extends ReviewShape {
  /** Names of strategies by id. */
  readonly strategyNames: ReadonlyMap<string, string>;
}

/** The two columns that are read back; people may change the order of all. */
export const APPROVE = 'approve';
export const ENTRY = 'entry';

export type Side = 'before' | 'after';

/** The column of a field's value. */
export function reviewColumn(field: Field, side: Side): string {
  return `${field}_${side}`;
}

/** The columns of `toChangeCells`. */
export const CHANGE_COLUMNS = FIELDS.flatMap((field) => [
  reviewColumn(field, 'before'),
  reviewColumn(field, 'after'),
]);

const HEADER = [
  APPROVE,
  'line',
  'sku',
  ...CHANGE_COLUMNS,
  'change',
  'warnings',
  'message',
  'listing_id',
  'platform',
  'channel',
  'currency',
  // Last, so that a row that was cut short is without it.
  ENTRY,
];

/** The records of a review file, the header first: the updates of a plan, with a column to approve each in. */
export function* reviewRecords(
  rows: Iterable<ReviewRow>,
  options: ReviewOptions,
): Generator<readonly string[]> {
  yield HEADER;
  for (const row of rows) yield toRecord(row, options);
}

function toRecord(row: ReviewRow, options: ReviewOptions): readonly string[] {
  const { line, sku, listing, changes, warnings, message, entry, approve = '' } = row;
  return [
    approve,
    String(line),
    sku,
    ...toChangeCells(changes, (field, value) => toReviewCell(field, value, options)),
    // Without a separator of cells, most lines need no quotes.
    changes.map((change) => describe(change, options)).join(' and '),
    warnings,
    message,
    listing.id,
    listing.platform,
    listing.channel,
    listing.currency,
    entry,
  ];
}

/** For most rows of a sheet: no change in any field. */
const NO_CHANGES: readonly string[] = FIELDS.flatMap(() => ['', '']);

/** Before and after of every field, blank where it doesn't change. */
export function toChangeCells(
  changes: readonly Change[],
  write: (field: Field, value: FieldValue) => string,
): readonly string[] {
  if (changes.length === 0) return NO_CHANGES;
  const cells = [...NO_CHANGES];
  for (const { field, before, after } of changes) {
    const at = 2 * FIELDS.indexOf(field);
    cells[at] = write(field, before);
    cells[at + 1] = write(field, after);
  }
  return cells;
}

/**
 * A value as the review file shows it. Repricing is `on` or `off`, since a spreadsheet would translate `true` into the language of its
 * user.
 */
function toReviewCell(field: Field, value: FieldValue, shape: ReviewShape): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return describeValue(field, value, shape);
}

/** `cost +5.0 %`, `strategy Buy Box → Lowest`, `repricing off`. */
function describe(change: Change, { strategyNames }: ReviewOptions): string {
  const { field, before, after } = change;
  const name = (id: FieldValue): string => strategyNames.get(String(id)) ?? String(id);
  if (typeof after === 'boolean') return `${field} ${after ? 'on' : 'off'}`;
  if (field === 'strategy' && after !== null)
    return before === null ? `${field} ${name(after)}` : `${field} ${name(before)} → ${name(after)}`;
  const kind = kindOfChange(change);
  if (kind === 'set' || kind === 'cleared') return `${field} ${kind}`;
  return `${field} ${describePercent(before as number | null, after as number | null)}`;
}

/** Why an update is held, if it is, and what else is worth knowing: as codes, and in words. */
export interface ReviewRemarks {
  readonly warnings: Reasons;
  readonly message: string;
}

/** What a review file says of an update: by what is predicted for it, whatever became of it since. */
export function remarksOf(
  { reason, message }: { readonly reason: Reasons; readonly message: string },
  notices: readonly { readonly reason: Reason }[],
): ReviewRemarks {
  const warnings = joinReasons([...splitReasons(reason), ...notices.map((notice) => notice.reason)]);
  return { warnings, message };
}

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
