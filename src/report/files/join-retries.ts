import { isRetryHeader, REMARKS, toRetryHeader } from '../../domain/retry-header.ts';
import { csvFile } from './csv-file.ts';
import type { SheetShape } from './render-retry.ts';

interface PartRecord {
  /** Of the part that it comes from. */
  readonly position: number;
  readonly cells: readonly string[];
}

/**
 * One `retry.csv` out of several of one sheet. Each is as wide as its widest row, and what is added to the sheet's columns comes behind that:
 * so all are made as wide as the widest.
 */
export function joinRetries(
  headers: readonly (readonly string[])[],
  records: Iterable<PartRecord>,
  shape: SheetShape,
): Iterable<string> {
  const width = Math.max(...headers.map(({ length }) => length));
  const widest = headers.find(({ length }) => length === width) ?? [];
  // Files of earlier versions have no column for listing ids.
  const added = isRetryHeader(widest) ? toRetryHeader(shape).added : REMARKS;
  function* rows(): Generator<readonly string[]> {
    yield widest;
    for (const { cells } of records) yield widen(cells, { width, added: added.length });
  }
  return csvFile(rows(), shape);
}

function widen(
  cells: readonly string[],
  { width, added }: { readonly width: number; readonly added: number },
): readonly string[] {
  const at = cells.length - added;
  const filler = Array.from({ length: Math.max(0, width - cells.length) }, () => '');
  return [...cells.slice(0, at), ...filler, ...cells.slice(at)];
}
