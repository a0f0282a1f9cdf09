import { printable } from './printable.ts';

interface Column<T> {
  readonly title: string;
  readonly align?: 'right';
  readonly text: (item: T) => string;
}

const GAP = '  ';

/** Items as lines of aligned columns under their titles; nothing at all where there are no items. */
export function renderTable<T>(items: readonly T[], columns: readonly Column<T>[]): readonly string[] {
  if (items.length === 0) return [];
  const cells = [
    columns.map(({ title }) => title),
    ...items.map((item) => columns.map(({ text }) => printable(text(item)))),
  ];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => widthOf(line[index] ?? ''))));
  return cells.map((line) =>
    line
      .map((cell, index) => pad(cell, widths[index] ?? 0, columns[index]?.align))
      .join(GAP)
      .trimEnd(),
  );
}

function pad(text: string, width: number, align: 'right' | undefined): string {
  const filler = ' '.repeat(Math.max(0, width - widthOf(text)));
  return align === 'right' ? filler + text : text + filler;
}

function widthOf(text: string): number {
  return [...text].length;
}
