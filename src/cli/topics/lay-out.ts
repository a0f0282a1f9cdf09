import { renderTable } from '../../report/render-table.ts';

const WIDTH = 80;
const INDENT = '  ';

/** Names and what they mean, in two columns. */
export function layOut(rows: readonly (readonly [name: string, meaning: string])[]): readonly string[] {
  const columns = [
    { title: '', text: ([name]: (typeof rows)[number]) => name },
    { title: '', text: ([, meaning]: (typeof rows)[number]) => meaning },
  ];
  const lines = renderTable(rows, columns, WIDTH - INDENT.length);
  return lines.slice(1).map((line) => INDENT + line);
}
