import { clip } from './clip.ts';
import { printable } from './printable.ts';
import { widthOf, wrapText } from './text-width.ts';

export interface Column<T> {
  readonly title: string;
  readonly align?: 'right';
  readonly text: (item: T) => string;
}

const GAP = '  ';

const NARROWEST_LAST = 20;

/** For cells before the last column: a longer one would push the others off the screen. */
const LONGEST = 120;

/**
 * Items as lines of aligned columns under their titles; nothing at all where there are no items. Where a width is given
 * the last column is wrapped to it, unless that leaves hardly any room.
 */
export function renderTable<T>(
  items: readonly T[],
  columns: readonly Column<T>[],
  width = Number.POSITIVE_INFINITY,
): readonly string[] {
  if (items.length === 0) return [];
  const cells = [
    columns.map(({ title }) => title),
    ...items.map((item) =>
      columns.map(({ text }, index) =>
        clip(printable(text(item)), index < columns.length - 1 ? LONGEST : undefined),
      ),
    ),
  ];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => widthOf(line[index] ?? ''))));
  const indent = widths.slice(0, -1).reduce((sum, each) => sum + each + GAP.length, 0);
  const room = width - indent < NARROWEST_LAST ? Number.POSITIVE_INFINITY : width - indent;
  return cells.flatMap((line) => {
    const [first = '', ...more] = wrapText(line.at(-1) ?? '', room);
    const whole = [...line.slice(0, -1), first]
      .map((cell, index) => pad(cell, widths[index] ?? 0, columns[index]?.align))
      .join(GAP)
      .trimEnd();
    return [whole, ...more.map((text) => ' '.repeat(indent) + text)];
  });
}

function pad(text: string, width: number, align: 'right' | undefined): string {
  const filler = ' '.repeat(Math.max(0, width - widthOf(text)));
  return align === 'right' ? filler + text : text + filler;
}
