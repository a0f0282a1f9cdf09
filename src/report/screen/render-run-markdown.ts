import { formatNumber } from '../../domain/count.ts';
import { FIELDS } from '../../domain/fields.ts';
import { furthestFirst } from '../tally/tally-changes.ts';
import type { Issue } from '../tally/tally-issues.ts';
import { markdownCode as code } from '../text/printable.ts';
import { count, describeChange, describeFirstAmount, describeMove } from '../text/words.ts';
import type { AttentionView, ChangesView, GroupView, RunView } from '../view/run-view.ts';
import { entriesOf } from './render-attention.ts';
import { describeKinds } from './render-changes.ts';

interface Block {
  /** For when it has to be left out. */
  readonly name: string;
  readonly lines: readonly string[];
}

/** The length of a comment on GitHub, with room for the user's own text. Units: characters. */
export const MAX_MARKDOWN = 60_000;

/**
 * A run that has ended as Markdown, in the manner of GitHub, for a pull request or a message: verdict, counts, changes, what
 * needs attention, and what to do next. Text from sheet and service is rendered as code; `view` has names within sentences so.
 */
export function renderRunMarkdown(view: RunView): string {
  const blocks: readonly Block[] = [
    { name: 'the verdict', lines: [...verdictLines(view)] },
    { name: 'the counts', lines: countLines(view) },
    { name: 'the changes', lines: changeLines(view) },
    { name: 'what needs attention', lines: attentionLines(view) },
    { name: 'the notices', lines: noticeLines(view) },
    { name: 'what to do next', lines: [...closingLines(view)] },
  ];
  return toDocument(blocks.filter(({ lines }) => lines.length > 0));
}

function toDocument(blocks: readonly Block[]): string {
  const leftOut: string[] = [];
  let text = '';
  for (const { name, lines } of blocks) {
    const block = `${lines.join('\n')}\n`;
    if (text.length + block.length > MAX_MARKDOWN) leftOut.push(name);
    else text += `${text === '' ? '' : '\n'}${block}`;
  }
  return leftOut.length === 0
    ? text
    : `${text}\nLeft out because of the length limit: ${leftOut.join(', ')}.\n`;
}

function* verdictLines({ verdict, stop, summary, account }: RunView): Generator<string> {
  yield `### ${verdict.kind}: ${verdict.input}, ${verdict.headline}`;
  if (stop) yield* ['', `> **${stop.title || 'The run stopped'}**`];
  for (const { text, code: rule } of stop?.lines ?? [])
    yield `> ${rule === undefined ? '' : `${code(rule)}: `}${code(text, MAX_MESSAGE)}`;
  if (stop?.hint !== undefined) yield* ['>', `> ${code(stop.hint, MAX_MESSAGE)}`];
  if (verdict.caveat !== undefined) yield* ['', `**${code(verdict.caveat, MAX_MESSAGE)}**`];
  yield '';
  if (summary.length > 0) yield* [...summary.map((sentence) => `- ${sentence}`), ''];
  yield `Account ${code(account)}`;
}

const MAX_MESSAGE = 1000;

function countLines({ counts, entries }: RunView): readonly string[] {
  return [
    ...table(
      ['Status', entries === undefined ? 'Rows:' : 'Entries:', ''],
      counts.map(({ name, count: rows, needsAttention }) => [
        name,
        formatNumber(rows),
        needsAttention ? 'needs attention' : '',
      ]),
    ),
    ...(entries === undefined ? [] : ['', `${entries}.`]),
  ];
}

function changeLines({ changes }: RunView): readonly string[] {
  if (!changes) return [];
  const isFew = changes.digest.total <= changes.first.length;
  return [`#### ${changes.title}`, '', ...(isFew ? eachChange(changes) : changesOfFields(changes))];
}

function eachChange({ first }: ChangesView): readonly string[] {
  return table(
    ['Line:', 'SKU', 'Field', 'Before:', 'After:', 'Change:'],
    first.map(({ line, sku, change, ...values }) => {
      const [before = '', after = ''] = [values.before, values.after].map((value) =>
        change.field === 'strategy' ? code(value) : value,
      );
      return [String(line), code(sku), change.field, before, after, describeChange(change)];
    }),
  );
}

function changesOfFields({ digest, firstAmounts, file }: ChangesView): readonly string[] {
  const rows = FIELDS.flatMap((field) => {
    const tally = digest.by_field[field];
    if (!tally) return [];
    const { up, down, set, cleared } = tally.kinds;
    return [[field, ...[up, down, set, cleared].map((number) => String(number ?? '')), describeKinds(tally)]];
  });
  const moves = furthestFirst([...digest.biggest.down, ...digest.biggest.up]);
  const amounts = [
    ...moves.map((move) => ({ ...move, text: describeMove(move) })),
    ...firstAmounts.map((first) => ({ ...first, text: describeFirstAmount(first) })),
  ];
  return [
    `${count(digest.total, 'change')}${file === undefined ? '' : `, all in ${file} of the run folder`}.`,
    '',
    ...table(['Field', 'Up:', 'Down:', 'Set:', 'Cleared:', 'Other'], rows),
    ...(amounts.length === 0 ? [] : ['', '#### Biggest moves', '']),
    ...table(
      ['Move', 'Line:', 'SKU'],
      amounts.map(({ text, line, sku }) => [text, String(line), code(sku)]),
    ),
  ];
}

/** More kinds of issue than that are counted only. */
const MAX_GROUPS = 12;

function attentionLines({ attention, nouns }: RunView): readonly string[] {
  if (!attention) return [];
  const { title, groups, others } = attention;
  const rest = groups.slice(MAX_GROUPS).reduce((sum, { total }) => sum + total, 0);
  return [
    `#### ${title}`,
    '',
    ...groups.slice(0, MAX_GROUPS).flatMap((group) => [...groupLines(group, attention)]),
    ...(rest === 0 ? [] : [`- and ${count(rest, ...nouns)} more, for other reasons`]),
    ...others.map((phrase) => `- ${phrase}`),
  ];
}

function* groupLines(group: GroupView, { file }: AttentionView): Generator<string> {
  const { status, reasons, total, first, advice, remark } = group;
  const why = reasons === '' ? '' : ` (${code(reasons)})`;
  yield `- **${formatNumber(total)} ${status}**${why}: ${advice}${remark === undefined ? '' : `; ${remark}`}`;
  yield* first.map(rowLine);
  const more = total - entriesOf(first);
  if (more > 0) yield `  - and ${more} more${whereAll(file)}`;
}

function whereAll(file: string | undefined): string {
  return file === undefined ? '' : `, in ${file} of the run folder`;
}

function rowLine({ line, sku, message, entries }: Issue): string {
  const where = [`line ${line}`, code(sku)].filter((part) => part !== '');
  const times = entries === 1 ? '' : `, ${count(entries, 'entry', 'entries')}`;
  return `  - ${where.join(', ')}${times}: ${code(message, MAX_EXAMPLE)}`;
}

const MAX_EXAMPLE = 400;
const MAX_NOTICES = 20;

function noticeLines({ notices }: RunView): readonly string[] {
  if (!notices) return [];
  const { texts, file } = notices;
  const rest = texts.length - MAX_NOTICES;
  return [
    '#### Notices',
    '',
    ...texts.slice(0, MAX_NOTICES).map((notice) => `- ${code(notice, MAX_EXAMPLE)}`),
    ...(rest > 0 ? [`- and ${rest} more${whereAll(file)}`] : []),
  ];
}

function* closingLines({ facts, where, steps }: RunView): Generator<string> {
  yield* facts.map(([label, text]) => `- ${label}: ${text}`);
  if (where) yield `- ${where[0]}: ${code(where[1], MAX_MESSAGE)}`;
  if (steps.length === 0) return;
  const commands = steps.flatMap(({ what, command }) => [`# ${what}`, command]);
  yield* ['', '#### Next', '', '```sh', ...commands, '```'];
}

/** Columns whose title ends in a colon are aligned to the right. Cells have to be safe already. */
function table(titles: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(titles.map((title) => title.replace(/:$/, ''))),
    line(titles.map((title) => (title.endsWith(':') ? '---:' : '---'))),
    ...rows.map(line),
  ];
}
