import { advise } from '../advice/advise.ts';
import type { AttentionNews } from '../tally/attention-news.ts';
import type { RunReport } from '../tally/run-report.ts';
import type { Issue, IssueGroup, Issues } from '../tally/tally-issues.ts';
import { describeFresh, nameFresh } from '../tally/write-letter.ts';
import { clip } from '../text/clip.ts';
import { printable } from '../text/printable.ts';
import { renderTable } from '../text/render-table.ts';
import { cutText, wrapText } from '../text/text-width.ts';
import { count, type Nouns, withLocation } from '../text/words.ts';
import type { Cuts } from './fit-screen.ts';
import type { ScreenStyle } from './screen-style.ts';

/** Up to that many lines, every row is shown with its whole message. */
const MAX_LINES = 12;
/** Further kinds of issue are counted in one line. */
const MAX_GROUPS = 8;
/** Likewise, where there is no room for more. */
const FEW_GROUPS = 3;
/** Up to that many kinds of issue get two lines for each example. */
const ROOMY = 2;

interface AttentionStyle extends ScreenStyle {
  readonly nouns: Nouns;
  /** How the rows differ from those of last time, if that is known. */
  readonly news?: AttentionNews | undefined;
  /** The command of the run: the advice depends on it. */
  readonly command: RunReport['command'];
}

/** The rows that need attention: a few are listed one by one, many are grouped by reason, with examples and advice. */
export function renderAttention(issues: Issues, style: AttentionStyle, cuts: Cuts): readonly string[] {
  // Rows that only the stop left over are counted with the stop.
  if (issues.grouped + issues.slipped === 0) return [];
  const rest = describeKnown(issues)
    .map((phrase) => (issues.grouped === 0 ? phrase : `and ${phrase}`))
    .flatMap((phrase) => wrapText(phrase, innerWidth(style)).map((line) => `  ${line}`));
  const table = renderFew(issues, style, cuts);
  const news = style.news ? `, ${describeFresh(style.news)}` : '';
  const names = style.news && nameFresh(style.news);
  const fresh =
    names === undefined
      ? []
      : wrapText(printable(`  New: ${names}`), style.width ?? Number.POSITIVE_INFINITY);
  if (table.length > 0 && rest.length === 0) return [`Needs attention${news}`, ...fresh, ...table];
  return [
    `Needs attention: ${count(issues.total, ...style.nouns)}${news}${withLocation(style.where)}`,
    ...fresh,
    ...(table.length > 0 ? table : renderGroups(issues, style, cuts)),
    ...rest,
  ];
}

/** Counts of rows that need attention for one common cause, which the screen names already. */
export function describeKnown({
  slipped,
  slippedBy,
  skippedByStop,
  failedByStop,
}: Issues): readonly string[] {
  return [
    ...(slipped === 0 ? [] : [`${slipped} blocked (max_change), all for the reason above: ${slippedBy}`]),
    ...(failedByStop === 0 ? [] : [`${failedByStop} failed for the same reason the run stopped`]),
    ...(skippedByStop === 0 ? [] : [`${skippedByStop} skipped because the run stopped`]),
  ];
}

/** Row by row; nothing where there is too much for that. */
function renderFew({ grouped, first }: Issues, style: ScreenStyle, cuts: Cuts): readonly string[] {
  if (grouped > MAX_LINES || cuts.has('single_rows')) return [];
  const [head, ...lines] = renderRows(first, style);
  if (head === undefined || lines.length > MAX_LINES) return [];
  return [style.paint('dim', `  ${head}`), ...lines.map((line) => `  ${line}`)];
}

function renderGroups({ groups }: Issues, style: AttentionStyle, cuts: Cuts): readonly string[] {
  const examples = groups.length > ROOMY ? 1 : 2;
  const most = maxShown(cuts);
  return [
    ...groups
      .slice(0, most)
      .flatMap((group) => renderGroup(group, cuts.has('examples') ? 0 : examples, style)),
    ...renderRest(groups.slice(most), style),
  ];
}

function maxShown(cuts: Cuts): number {
  if (cuts.has('issue_lines')) return 1;
  return cuts.has('most_issues') ? FEW_GROUPS : MAX_GROUPS;
}

function renderRows(issues: readonly Issue[], style: ScreenStyle): readonly string[] {
  return renderTable(
    issues,
    [
      { title: 'line', align: 'right', text: ({ line }) => String(line) },
      { title: 'sku', text: ({ sku }) => sku },
      { title: 'status', text: ({ status }) => status },
      { title: 'why', text: ({ entries, message }) => `${timesOf(entries)}${message}` },
    ],
    style.width === undefined ? undefined : innerWidth(style),
  );
}

/** How many entries of one row have the same issue; before the message, which may be cut. */
function timesOf(entries: number): string {
  return entries === 1 ? '' : `${count(entries, 'entry', 'entries')}: `;
}

function innerWidth({ width = Number.POSITIVE_INFINITY }: ScreenStyle): number {
  return width - INDENT;
}

/** Of the lines under a title. */
const INDENT = 2;

/** A group with its count and advice; the first row in at most `most` lines, and the others by name where they are few. */
function renderGroup(group: IssueGroup, most: number, style: AttentionStyle): readonly string[] {
  const { paint, glyphs, command, width = Number.POSITIVE_INFINITY } = style;
  const [first, ...others] = group.first;
  if (!first) return [];
  const advice = `  ${nameGroup(group)}: ${advise(group, command)}`;
  const lines = [paint('yellow', cutText(advice, width, glyphs.ellipsis))];
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
function nameGroup({ status, reason, total }: IssueGroup): string {
  return printable(`${total} ${status}${reason === '' ? '' : ` (${reason})`}`);
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

function renderRest(groups: readonly IssueGroup[], { width, glyphs }: ScreenStyle): readonly string[] {
  if (groups.length === 0) return [];
  const phrase = `  and ${groups.map(nameGroup).join(', ')}`;
  return [cutText(phrase, width ?? Number.POSITIVE_INFINITY, glyphs.ellipsis)];
}
