import { renderTable } from '../../../report/text/render-table.ts';
import { wrapText } from '../../../report/text/text-width.ts';

const INDENT = '  ';
const BELOW = ' '.repeat(6);
const GAP = 2;
/** With less room than that beside its name, what a name means is easier to read below it. */
const LEAST_BESIDE = 24;

/** Names and what they mean, in two columns, or in one where there is no room for two. Units: columns. */
export function layOut(
  rows: readonly (readonly [name: string, meaning: string])[],
  width: number,
): readonly string[] {
  const widest = Math.max(...rows.map(([name]) => name.length));
  if (width - INDENT.length - widest - GAP < LEAST_BESIDE)
    return rows.flatMap(([name, meaning]) => [
      INDENT + name,
      ...wrapText(meaning, width - BELOW.length).map((line) => BELOW + line),
    ]);
  const columns = [
    { title: '', text: ([name]: (typeof rows)[number]) => name },
    { title: '', text: ([, meaning]: (typeof rows)[number]) => meaning },
  ];
  const lines = renderTable(rows, columns, width - INDENT.length);
  return lines.slice(1).map((line) => INDENT + line);
}
