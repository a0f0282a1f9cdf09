import {
  type DuplicateRow,
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
    keyOf: (row) =>
      (row.kind === 'row' || row.kind === 'invalid') && row.target ? targetKey(row.target) : undefined,
    requestedOf: (row) => (row.kind === 'row' ? requestedKey(row) : undefined),
    policy,
  });
  const byLine = new Map([...verdicts].map(([{ line }, verdict]) => [line, verdict]));
  return (row) => {
    const verdict = row.kind === 'row' ? byLine.get(row.line) : undefined;
    return row.kind === 'row' && verdict ? applyVerdict(row, verdict) : row;
  };
}

function applyVerdict(
  { line, cells, target }: SheetRow,
  verdict: DuplicateVerdict<Row>,
): DuplicateRow | InvalidRow {
  const message = explainDuplicate(verdict.kind, verdict.other.line);
  if (verdict.kind === 'disagrees') {
    return { kind: 'invalid', line, cells, target, problems: [{ reason: 'duplicate_disagrees', message }] };
  }
  return { kind: 'duplicate', line, cells, target, reason: verdict.kind, message };
}
