import { groupBy } from '../domain/lists.ts';
import {
  beginOf,
  type DuplicateRow,
  type IgnoredRow,
  type InvalidRow,
  type Row,
  requestedKey,
  type SheetRow,
  type Target,
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
  const message = explainDuplicate(verdict.kind, sheetRow, verdict.other);
  if (verdict.kind === 'disagrees') {
    const problems = [{ reason: 'duplicate_disagrees', message }] as const;
    return { kind: 'invalid', line, cells, target, currency, currencyOneOf, problems };
  }
  const row = { line, cells, target, message };
  if (verdict.isPast) return { kind: 'ignored', reason: 'superseded', ...row };
  return { kind: 'duplicate', reason: verdict.kind, ...row };
}

/** More rows of one SKU are not compared with each other. */
const MAX_COMPARED = 50;

/**
 * Rows that disagree about the listings that both mean, since one of them says more of which these are: `5.00 €` beside `6.00`. A run finds
 * out whether there is such a listing.
 */
export function findContradictions(rows: readonly Row[]): readonly SheetRow[] {
  const usable = rows.filter((row) => row.kind === 'row');
  return [...groupBy(usable, ({ target }) => target.sku).values()]
    .filter(({ length }) => length <= MAX_COMPARED)
    .flatMap((ofSku) => ofSku.filter((row) => ofSku.some((other) => contradict(row, other))));
}

function contradict(one: SheetRow, other: SheetRow): boolean {
  const mayShare = mayBeOfOneRow(one, other) && agree(one.target.listingId, other.target.listingId);
  return mayShare && requestedKey(one) !== requestedKey(other);
}

/** A row of a retry file that may be offered for a SKU with several listings. */
type Candidate = (SheetRow | InvalidRow) & { readonly target: Target };

/**
 * Counts how many of the listings that a retry file offered for a row are left; `undefined` for rows that it did not offer. As soon as one row
 * of a SKU is offered, rows count that don't say what else they are, and rows that can't be read: else to change a cell would be to choose.
 */
function countCandidates(rows: readonly Row[]): (row: SheetRow) => number | undefined {
  const bySku = groupBy(rows.filter(isCandidate), ({ target }) => target.sku);
  return (row) => {
    if (!row.offer) return undefined;
    const left = (bySku.get(row.target.sku) ?? []).filter((other) => mayBeOfOneRow(row, other));
    // A row that no other row shares its SKU with.
    if (left.length === 0) return row.offer === 'candidate' ? 1 : undefined;
    if (!left.some(({ offer }) => offer === 'candidate')) return undefined;
    return new Set(left.map(({ target }) => target.listingId)).size;
  };
}

function isCandidate(row: Row): row is Candidate {
  return (row.kind === 'row' || row.kind === 'invalid') && row.offer !== undefined && !!row.target;
}

/** Rows of one SKU in two currencies, say, were two rows of the sheet; one that names none may belong to either. */
function mayBeOfOneRow(one: SheetRow, other: Candidate): boolean {
  return (
    agree(one.currency, other.currency) &&
    agree(one.target.platform, other.target.platform) &&
    agree(one.target.channel, other.target.channel)
  );
}

function agree(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}
