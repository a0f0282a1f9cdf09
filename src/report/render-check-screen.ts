import { describeValue } from '../domain/describe-value.ts';
import { FIELDS } from '../domain/fields.ts';
import type { Row } from '../domain/row.ts';
import type { Paint } from './paint.ts';
import { printable } from './printable.ts';
import { renderTable } from './render-table.ts';
import { count, nameOfSheet } from './words.ts';

/** How a sheet was read, as words. */
export interface CheckFacts {
  readonly path: string;
  readonly rows: readonly Row[];
  /** Labelled facts about the file: encoding, delimiter, header line and the like. */
  readonly facts: readonly (readonly [label: string, text: string])[];
  /** The columns of the sheet and what each became. */
  readonly columns: readonly { readonly header: string; readonly meaning: string }[];
  readonly notices: readonly string[];
}

const FIRST_ROWS = 5;
const MOST_PROBLEMS = 20;

/** A sheet as it was read, on one screen. */
export function renderCheckScreen({ path, rows, facts, columns, notices }: CheckFacts, paint: Paint): string {
  const invalid = rows.filter((row) => row.kind === 'invalid');
  const verdict = invalid.length === 0 ? 'none of them invalid' : `${invalid.length} of them invalid`;
  const blocks = [
    [paint('bold', printable(`${nameOfSheet(path)}: ${count(rows.length, 'row')}, ${verdict}`))],
    facts.map(([label, text]) => `  ${label.padEnd(12)}${printable(text)}`),
    ['Columns', ...columns.map(({ header, meaning }) => `  ${printable(header)} → ${printable(meaning)}`)],
    firstRows(rows, paint),
    problemLines(invalid, paint),
    notices.length === 0 ? [] : ['Notices', ...notices.map((notice) => `  ${printable(notice)}`)],
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function firstRows(rows: readonly Row[], paint: Paint): readonly string[] {
  const usable = rows.filter((row) => row.kind === 'row').slice(0, FIRST_ROWS);
  const fields = FIELDS.filter((field) => usable.some(({ wishes }) => wishes[field] !== undefined));
  const [head, ...lines] = renderTable(usable, [
    { title: 'line', align: 'right', text: ({ line }) => String(line) },
    { title: 'sku', text: ({ target }) => target.sku },
    ...fields.map((field) => ({
      title: field,
      align: 'right' as const,
      text: ({ wishes }: (typeof usable)[number]) => {
        const wish = wishes[field];
        if (wish === undefined) return '';
        return wish === null ? 'clear' : describeValue(field, wish);
      },
    })),
  ]);
  return head === undefined
    ? []
    : ['First rows', paint('dim', `  ${head}`), ...lines.map((line) => `  ${line}`)];
}

function problemLines(
  invalid: readonly Extract<Row, { kind: 'invalid' }>[],
  paint: Paint,
): readonly string[] {
  const [head, ...lines] = renderTable(invalid.slice(0, MOST_PROBLEMS), [
    { title: 'line', align: 'right', text: ({ line }) => String(line) },
    { title: 'sku', text: ({ target }) => target?.sku ?? '' },
    { title: 'why', text: ({ problems }) => problems.map(({ message }) => message).join('; ') },
  ]);
  if (head === undefined) return [];
  const more =
    invalid.length > MOST_PROBLEMS
      ? [`  … and ${invalid.length - MOST_PROBLEMS} more; --json shows all`]
      : [];
  return ['Invalid', paint('dim', `  ${head}`), ...lines.map((line) => `  ${line}`), ...more];
}
