import { csvBlocks } from './csv-blocks.ts';
import { REMARKS } from './render-retry.ts';

interface PartRecord {
  /** Of the part that it comes from. */
  readonly position: number;
  readonly cells: readonly string[];
}

/**
 * One `retry.csv` out of several of one sheet. Each is as wide as its widest row, and the remarks stand behind that: so all
 * are made as wide as the widest.
 */
export function joinRetries(
  headers: readonly (readonly string[])[],
  records: Iterable<PartRecord>,
  delimiter: string,
): Iterable<string> {
  const width = Math.max(...headers.map(({ length }) => length));
  const widest = headers.find(({ length }) => length === width) ?? [];
  function* rows(): Generator<readonly string[]> {
    yield widest;
    for (const { cells } of records) yield widen(cells, width);
  }
  return csvBlocks(rows(), { delimiter });
}

function widen(cells: readonly string[], width: number): readonly string[] {
  const at = cells.length - REMARKS.length;
  const filler = Array.from({ length: Math.max(0, width - cells.length) }, () => '');
  return [...cells.slice(0, at), ...filler, ...cells.slice(at)];
}
