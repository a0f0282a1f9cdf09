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
import { countCandidates } from './count-candidates.ts';

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
  { line, cells, target, currency, currencyOneOf }: SheetRow,
  verdict: DuplicateVerdict<Row>,
): DuplicateRow | InvalidRow | IgnoredRow {
  const message = explainDuplicate(verdict.kind, verdict.other.line);
  if (verdict.kind === 'disagrees') {
    const problems = [{ reason: 'duplicate_disagrees', message }] as const;
    return { kind: 'invalid', line, cells, target, currency, currencyOneOf, problems };
  }
  const row = { line, cells, target, message };
  if (verdict.isPast) return { kind: 'ignored', reason: 'superseded', ...row };
  return { kind: 'duplicate', reason: verdict.kind, ...row };
}
