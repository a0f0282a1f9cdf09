import { describeValue, FIELDS } from '../domain/fields.ts';
import type { Sku } from '../domain/listing.ts';
import {
  beginOf,
  type DuplicateRow,
  type IgnoredRow,
  type InvalidRow,
  type Row,
  requestedKey,
  type SheetRow,
  targetKey,
} from '../domain/row.ts';
import {
  type DuplicatePolicy,
  type DuplicateVerdict,
  explainDuplicate,
  settleDuplicates,
} from '../domain/settle-duplicates.ts';

/** Replaces a row that must not be used because another row is for the same listing. */
export type SettleRow = (row: Row) => Row;

/**
 * Compares rows for the same listings. `rows` has every row that may share listings with another, in the order of the sheet;
 * the result turns any row of the sheet into what it comes to.
 */
export function settleRows(rows: readonly Row[], policy: DuplicatePolicy): SettleRow {
  const verdicts = settleDuplicates(rows, {
    keyOf: targetKey,
    requestedOf: (row) => (row.kind === 'row' ? requestedKey(row) : undefined),
    beginOf,
    policy,
  });
  const byLine = new Map([...verdicts].map(([{ line }, verdict]) => [line, verdict]));
  const candidatesLeft = countCandidates(rows);
  return (row) => {
    if (row.kind !== 'row') return row;
    const verdict = byLine.get(row.line);
    if (verdict) return applyVerdict(row, verdict);
    const left = candidatesLeft(row);
    return left === undefined ? row : { ...row, candidates: left };
  };
}

function applyVerdict(
  sheetRow: SheetRow,
  verdict: DuplicateVerdict<Row>,
): DuplicateRow | InvalidRow | IgnoredRow {
  const { line, cells, target, currency, currencyOneOf } = sheetRow;
  if (verdict.kind === 'disagrees') {
    const message = explainDisagreement(sheetRow, verdict.other);
    const problems = [{ reason: 'duplicate_disagrees', message }] as const;
    return { kind: 'invalid', line, cells, target, currency, currencyOneOf, problems };
  }
  const message = explainDuplicate(verdict.kind, verdict.other.line);
  const row = { line, cells, target, message };
  if (verdict.isPast) return { kind: 'ignored', reason: 'superseded', ...row };
  return { kind: 'duplicate', reason: verdict.kind, ...row };
}

/** What the other row says, if that can be known. */
function explainDisagreement({ requested }: SheetRow, other: Row): string {
  const same = `Line ${other.line} has the same SKU`;
  if (other.kind !== 'row') return `${same} and can't be read`;
  const field = FIELDS.find((each) => requested[each] !== other.requested[each]);
  if (field === undefined) return explainDuplicate('disagrees', other.line);
  const [here, there] = [requested[field], other.requested[field]];
  const says = there === undefined ? `no ${field}` : `${field} ${describeValue(field, there)}`;
  return `${same} with ${says}; here ${here === undefined ? 'there is none' : `it is ${describeValue(field, here)}`}`;
}

/** Rows of a retry file that differ in nothing but the listing that they name. */
interface Candidates {
  readonly row: SheetRow | InvalidRow;
  readonly listings: Set<string | undefined>;
  isOffered: boolean;
}

/**
 * Counts how many of the listings that a retry file offered for a row are left; `undefined` for rows that it did not offer. As soon as one row
 * of a SKU is offered, rows count that don't say what else they are, and rows that can't be read: else to change a cell would be to choose.
 */
function countCandidates(rows: readonly Row[]): (row: SheetRow) => number | undefined {
  const bySku = new Map<Sku, Map<string, Candidates>>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key === undefined || (row.kind !== 'row' && row.kind !== 'invalid') || !row.target) continue;
    const { sku, listingId } = row.target;
    const ofSku = bySku.get(sku) ?? new Map<string, Candidates>();
    bySku.set(sku, ofSku);
    const candidates = ofSku.get(key) ?? { row, listings: new Set(), isOffered: false };
    ofSku.set(key, candidates);
    candidates.listings.add(listingId);
    candidates.isOffered ||= row.offer === 'candidate';
  }
  const counts = new Map<string, number | undefined>();
  return (row) => {
    const key = keyOf(row);
    if (key === undefined) return undefined;
    if (!counts.has(key)) counts.set(key, countLeft(row, bySku.get(row.target.sku)));
    return counts.get(key);
  };
}

function keyOf(row: Row): string | undefined {
  if ((row.kind !== 'row' && row.kind !== 'invalid') || !row.offer || !row.target) return undefined;
  return targetKey({ ...row, target: { ...row.target, listingId: undefined } });
}

function countLeft(row: SheetRow, ofSku: ReadonlyMap<string, Candidates> | undefined): number | undefined {
  const left = [...(ofSku?.values() ?? [])].filter((other) => mayBeOfOneRow(row, other.row));
  // A row that no other row shares its SKU with.
  if (left.length === 0) return row.offer === 'candidate' ? 1 : undefined;
  if (!left.some(({ isOffered }) => isOffered)) return undefined;
  return new Set(left.flatMap(({ listings }) => [...listings])).size;
}

/** Rows of one SKU in two currencies, say, were two rows of the sheet; one that names none may belong to either. */
function mayBeOfOneRow(one: SheetRow, other: SheetRow | InvalidRow): boolean {
  return (
    agree(one.currency, other.currency) &&
    agree(one.target.platform, other.target?.platform) &&
    agree(one.target.channel, other.target?.channel)
  );
}

function agree(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}
