import { formatNumber } from '../../domain/count.ts';
import type { Issue } from '../tally/tally-issues.ts';
import { clip, printable } from '../text/printable.ts';
import { type Column, cutText, renderTableBelow, wrapHanging, wrapText } from '../text/render-table.ts';
import type { ScreenStyle } from '../text/screen-style.ts';
import { count } from '../text/words.ts';
import type { AttentionView, GroupView, RunView } from '../view/run-view.ts';
import type { Cuts } from './fit-screen.ts';

/** Up to that many lines, every row is shown with its whole message. */
const MAX_LINES = 16;
/** Further kinds of issue are counted in one line. */
const MAX_GROUPS = 8;
/** Likewise, where there is no room for more. */
const FEW_GROUPS = 3;
/** Up to that many kinds of issue get two lines for each example. */
const ROOMY = 2;

/** The rows that need attention: a few are listed one by one, many are grouped by reason, with examples and advice. */
export function renderAttention({ attention }: RunView, style: ScreenStyle, cuts: Cuts): readonly string[] {
  if (!attention) return [];
  const { title, fresh, groups, others, file } = attention;
  const { width = Number.POSITIVE_INFINITY } = style;
  const table = renderFew(attention, style, cuts);
  const most = table.length > 0 ? groups.length : maxShown(cuts);
  const left = groups.slice(most).map(nameGroup).join(', ');
  const names = fresh === undefined ? [] : wrapText(printable(`New: ${fresh}`), width - INDENT);
  const rest = [left, ...others].filter((phrase) => phrase !== '');
  return [
    `${title}${(table.length > 0 && others.length === 0) || file === undefined ? '' : `, all in ${file}`}`,
    ...names.map((line) => `  ${line}`),
    ...(table.length > 0 ? table : renderGroups(groups.slice(0, most), style, cuts)),
    ...rest
      .flatMap((phrase) => wrapText(groups.length === 0 ? phrase : `and ${phrase}`, width - INDENT))
      .map((line) => `  ${line}`),
  ];
}

/** Row by row; nothing where there is too much for that. */
function renderFew({ rows, isWhole }: AttentionView, style: ScreenStyle, cuts: Cuts): readonly string[] {
  if (!isWhole || cuts.has('single_rows')) return [];
  const table = renderTableBelow(rows, ROW_COLUMNS, style);
  return table.length > 1 + MAX_LINES ? [] : table;
}

function renderGroups(groups: readonly GroupView[], style: ScreenStyle, cuts: Cuts): readonly string[] {
  const examples = cuts.has('examples') ? 0 : groups.length > ROOMY ? 1 : 2;
  return groups.flatMap((group) => renderGroup(group, examples, style));
}

function maxShown(cuts: Cuts): number {
  if (cuts.has('issue_lines')) return 1;
  return cuts.has('most_issues') ? FEW_GROUPS : MAX_GROUPS;
}

const ROW_COLUMNS: readonly Column<Issue>[] = [
  { title: 'line', align: 'right', text: ({ line }) => String(line) },
  { title: 'sku', text: ({ sku }) => sku },
  { title: 'status', text: ({ status }) => status },
  { title: 'why', text: ({ entries, message }) => `${timesOf(entries)}${message}` },
];

/** How many entries of one row have the same issue; before the message, which may be cut. */
function timesOf(entries: number): string {
  return entries === 1 ? '' : `${count(entries, 'entry', 'entries')}: `;
}

/** Of the lines under a title. */
const INDENT = 2;

/** A group with its count and advice; the first row in at most `most` lines, and the others by name where they are few. */
function renderGroup(group: GroupView, most: number, style: ScreenStyle): readonly string[] {
  const { paint, width = Number.POSITIVE_INFINITY } = style;
  const [first, ...others] = group.first;
  if (!first) return [];
  const advice = wrapHanging(`${nameGroup(group)}: ${group.advice}`, width - INDENT);
  const lines = [
    ...advice.map((line) => paint('yellow', `  ${line}`)),
    ...(group.remark === undefined ? [] : fewLines(group.remark, 1, style)),
  ];
  if (most === 0) return lines;
  const isWhole = group.total === entriesOf(group.first) && others.length > 0 && most > 1;
  return [
    ...lines,
    ...fewLines(`${nameRow(first)}: ${clip(printable(first.message))}`, most, style),
    ...(isWhole ? fewLines(`and ${others.map(nameRow).join(', ')}`, most, style) : []),
  ];
}

/** How many lines of results.csv these rows have. */
export function entriesOf(issues: readonly Issue[]): number {
  return issues.reduce((sum, { entries }) => sum + entries, 0);
}

/** `41 not_found (sku_not_listed)`. */
function nameGroup({ status, reasons, total }: GroupView): string {
  return printable(`${formatNumber(total)} ${status}${reasons === '' ? '' : ` (${reasons})`}`);
}

function nameRow({ line, sku }: Issue): string {
  return `line ${line} ${clip(printable(sku), MAX_SKU)}`.trim();
}

const MAX_SKU = 40;
function fewLines(
  text: string,
  most: number,
  { glyphs, width = Number.POSITIVE_INFINITY }: ScreenStyle,
): readonly string[] {
  const room = width - 2 * INDENT;
  const lines = wrapText(text, room);
  const tail = lines.slice(most - 1).join(' ');
  return [...lines.slice(0, most - 1), ...(tail === '' ? [] : [tail])].map(
    (line) => `    ${cutText(line, room, glyphs.ellipsis)}`,
  );
}
