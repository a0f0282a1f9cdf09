import type { TableStart } from './find-table.ts';
import { isNumeric } from './fold-header.ts';

/** The lines above the header, split into groups and titles. */
export interface AboveTable {
  /** The group above each column, such as `Purchasing`; blank if there is none. */
  readonly headings: readonly string[];
  readonly titles: readonly string[];
}

/**
 * Distinguishes groups of columns from titles in the lines above a header. A group is written in the cell of its first column,
 * and again over every further one or over none, like merged cells. No blank line separates groups from names.
 */
export function readAbove({
  above,
  header,
  headerLine,
}: Pick<TableStart, 'above' | 'header' | 'headerLine'>): AboveTable {
  const lines = above.map(({ cells }) => cells);
  const isNear = (index: number): boolean => (above[index]?.line ?? 0) + above.length - index === headerLine;
  const first = 1 + lines.findLastIndex((cells, index) => !isNear(index) || !namesGroups(cells, header));
  const groups = lines.slice(first).map((cells) => spread(cells, header.length));
  return {
    headings: header.map((_, index) =>
      groups
        .map((group) => group[index] ?? '')
        .filter((text) => text !== '')
        .join(' '),
    ),
    titles: lines.slice(0, first).map((cells) => cells.filter((cell) => cell.trim() !== '').join(' ')),
  };
}

/** A line with a number, a colon, or a label and its value above a wider table is a note. */
function namesGroups(cells: readonly string[], header: readonly string[]): boolean {
  const filled = cells.flatMap((cell, index) => (cell.trim() === '' ? [] : [{ text: cell.trim(), index }]));
  if (filled.some(({ text }) => isNumeric(text) || text.endsWith(':') || /\d{4}/.test(text))) return false;
  const [one, other] = filled;
  if (!one) return false;
  if (!other) return one.index > 0;
  return !(filled.length === 2 && other.index === 1 && header.length > 3);
}

function spread(cells: readonly string[], width: number): readonly string[] {
  let group = '';
  return Array.from({ length: width }, (_, index) => {
    group = cells[index]?.trim() || group;
    return group;
  });
}
