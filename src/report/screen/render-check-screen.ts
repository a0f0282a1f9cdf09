import { formatCents } from '../../domain/cents.ts';
import { describeValue } from '../../domain/describe-value.ts';
import { formatShare } from '../../domain/fees.ts';
import { FIELDS } from '../../domain/fields.ts';
import type { IgnoredRow, InvalidRow, Row, SheetRow } from '../../domain/row.ts';
import { clip } from '../text/clip.ts';
import type { Paint } from '../text/paint.ts';
import { printable } from '../text/printable.ts';
import { renderTable } from '../text/render-table.ts';
import { widthOf, wrapText } from '../text/text-width.ts';
import { count, nameOfSheet } from '../text/words.ts';
import { renderSteps, type Step } from './render-steps.ts';
import type { ScreenStyle } from './screen-style.ts';

/** How a sheet was read, as words. */
export interface CheckFacts {
  readonly path: string;
  readonly counts: Readonly<Record<Row['kind'], number>>;
  /** No column sets a field. */
  readonly setsNothing: boolean;
  /** Labelled facts about the file: encoding, delimiter, header line and the like. */
  readonly facts: readonly (readonly [label: string, text: string])[];
  /** The columns that mean something, and what each became. */
  readonly columns: readonly { readonly header: string; readonly meaning: string }[];
  /** What is known of the columns that mean nothing, the most dangerous first. */
  readonly leftOut: readonly string[];
  /** To be answered before a run can use the sheet. */
  readonly questions: { readonly asked: string; readonly steps: readonly Step[] } | undefined;
  /** The first rows that can be used. */
  readonly first: readonly SheetRow[];
  readonly invalid: readonly Pick<InvalidRow, 'line' | 'target' | 'problems'>[];
  readonly ignored: readonly Pick<IgnoredRow, 'line' | 'message'>[];
  /** Faults that would otherwise go unnoticed: shown first. */
  readonly warnings: readonly string[];
  readonly notices: readonly string[];
}

const MAX_PROBLEMS = 20;
const MAX_IGNORED = 10;

type CheckStyle = Pick<ScreenStyle, 'paint' | 'width'>;

/** A sheet as it was read, on one screen. */
export function renderCheckScreen(facts: CheckFacts, style: CheckStyle): string {
  const { path, counts, notices } = facts;
  const { paint, width } = style;
  const blocks = [
    wrapText(
      printable(
        `${nameOfSheet(path)}: ${describeCounts(counts)}${facts.setsNothing ? '; nothing to set' : ''}`,
      ),
      width,
    ).map((line) => paint('bold', line)),
    facts.warnings.flatMap((warning) => hang('', warning, style)),
    facts.facts.flatMap(([label, text]) => hang(`  ${label.padEnd(12)}`, text, style)),
    columnLines(facts, style),
    facts.leftOut.length === 0
      ? []
      : ['Left out', ...facts.leftOut.flatMap((text) => hang('  ', text, style))],
    facts.questions === undefined
      ? []
      : [...hang('', facts.questions.asked, style), ...renderSteps(facts.questions.steps, style)],
    firstRows(facts.first, paint),
    problemLines(facts, style),
    ignoredLines(facts, style),
    notices.length === 0 ? [] : ['Notices', ...notices.flatMap((notice) => hang('  ', notice, style))],
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

/** Text behind a label; what doesn't fit goes below it. */
function hang(
  label: string,
  text: string,
  { width = Number.POSITIVE_INFINITY }: CheckStyle,
): readonly string[] {
  const [first = '', ...more] = wrapText(shown(text), width - widthOf(label) - NOTICE_INDENT);
  return [label + first, ...more.map((line) => ' '.repeat(widthOf(label) + NOTICE_INDENT) + line)];
}

const NOTICE_INDENT = 2;

/** A cell or a header may hold a million characters. */
function shown(text: string): string {
  return clip(printable(text));
}

function describeCounts({ row, invalid, duplicate, ignored }: CheckFacts['counts']): string {
  const others = [
    [duplicate, duplicate === 1 ? 'duplicate' : 'duplicates'],
    [ignored, 'ignored'],
  ] as const;
  const total = row + invalid + duplicate + ignored;
  const phrase = others.filter(([number]) => number > 0).map(([number, word]) => `, ${number} ${word}`);
  return `${count(total, 'row')}, ${invalid === 0 ? 'none' : invalid} of them invalid${phrase.join('')}`;
}

function columnLines({ columns }: CheckFacts, style: CheckStyle): readonly string[] {
  return [
    'Columns',
    ...columns.flatMap(({ header, meaning }) => hang('  ', `${header} → ${meaning}`, style)),
  ];
}

function firstRows(usable: readonly SheetRow[], paint: Paint): readonly string[] {
  const fields = FIELDS.filter((field) => usable.some(({ requested }) => requested[field] !== undefined));
  const [head, ...lines] = renderTable(usable, [
    { title: 'line', align: 'right', text: ({ line }) => String(line) },
    { title: 'sku', text: ({ target }) => target.sku },
    ...fields.map((field) => ({
      title: field,
      align: 'right' as const,
      text: ({ requested }: (typeof usable)[number]) => {
        const value = requested[field];
        if (value === undefined) return '';
        return value === null ? 'clear' : describeValue(field, value);
      },
    })),
    ...FEE_COLUMNS.filter(({ text }) => usable.some((row) => text(row) !== '')),
  ]);
  return head === undefined
    ? []
    : ['First rows', paint('dim', `  ${head}`), ...lines.map((line) => `  ${line}`)];
}

const FEE_COLUMNS = [
  {
    title: 'fee',
    align: 'right' as const,
    text: ({ fees }: SheetRow) => (fees?.perUnit === undefined ? '' : formatCents(fees.perUnit)),
  },
  {
    title: 'fee_percent',
    align: 'right' as const,
    text: ({ fees }: SheetRow) => (fees?.share === undefined ? '' : `${formatShare(fees.share)} %`),
  },
];

function problemLines({ invalid, counts }: CheckFacts, { paint, width }: CheckStyle): readonly string[] {
  const [head, ...lines] = renderTable(
    invalid.slice(0, MAX_PROBLEMS),
    [
      { title: 'line', align: 'right', text: ({ line }) => String(line) },
      { title: 'sku', text: ({ target }) => target?.sku ?? '' },
      { title: 'why', text: ({ problems }) => problems.map(({ message }) => message).join('; ') },
    ],
    width === undefined ? undefined : width - 2,
  );
  if (head === undefined) return [];
  const shown = ['Invalid', paint('dim', `  ${head}`), ...lines.map((line) => `  ${line}`)];
  return [...shown, ...more(counts.invalid, MAX_PROBLEMS)];
}

function ignoredLines({ ignored, counts }: CheckFacts, style: CheckStyle): readonly string[] {
  if (ignored.length === 0) return [];
  const lines = ignored
    .slice(0, MAX_IGNORED)
    .flatMap(({ line, message }) => hang(`  line ${line}: `, message, style));
  return ['Ignored', ...lines, ...more(counts.ignored, MAX_IGNORED)];
}

function more(total: number, shown: number): readonly string[] {
  return total > shown ? [`  … and ${total - shown} more; --json lists them`] : [];
}
