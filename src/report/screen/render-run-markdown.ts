import { BUCKET_EDGES } from '../../domain/change-buckets.ts';
import { describePercent } from '../../domain/describe-percent.ts';
import { describeValue } from '../../domain/describe-value.ts';
import { FIELDS, isMoneyField } from '../../domain/fields.ts';
import { type Change, rowOf, skuOf } from '../../domain/stages.ts';
import { needsAttention, STATUSES } from '../../domain/status.ts';
import { advise } from '../advice/advise.ts';
import { describeVerdict } from '../advice/describe-verdict.ts';
import { listNextSteps, type StepOptions } from '../advice/list-next-steps.ts';
import { describeFollowUps } from '../tally/describe-follow-ups.ts';
import type { RunReport } from '../tally/run-report.ts';
import type { Issue, IssueGroup } from '../tally/tally-issues.ts';
import { MAX_SHOWN } from '../tally/tally-outcomes.ts';
import { writeLetter } from '../tally/write-letter.ts';
import { describeMove } from '../text/describe-move.ts';
import { UNICODE } from '../text/glyphs.ts';
import { markdownCode as code } from '../text/markdown-code.ts';
import { count, describeEntries, nounsOf, resultsLocation } from '../text/words.ts';
import { describeKnown, entriesOf } from './render-attention.ts';
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
 * needs attention, and what to do next. Text from sheet and service is rendered as code.
 */
export function renderRunMarkdown(report: RunReport, options: StepOptions): string {
  const blocks: readonly Block[] = [
    { name: 'the verdict', lines: verdictLines(report) },
    { name: 'the counts', lines: countLines(report) },
    { name: 'the changes', lines: changeLines(report) },
    { name: 'the biggest moves', lines: moveLines(report) },
    { name: 'what needs attention', lines: attentionLines(report) },
    { name: 'the notices', lines: noticeLines(report) },
    { name: 'what to do next', lines: closingLines(report, options) },
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

function verdictLines(report: RunReport): readonly string[] {
  const { stop, account } = report;
  const rules = stop && stop.rules.length > 0 ? `Refused by a guard rule (${stop.rules.join(', ')}):` : '';
  const letter = writeLetter(report, { quote: (name) => code(name), isStopSaid: true });
  return [
    `### ${describeVerdict(report, (name) => code(name))}`,
    ...(stop ? ['', `> **${rules || 'The run stopped:'}** ${code(stop.message, MAX_MESSAGE)}`] : []),
    ...(stop?.hint === undefined ? [] : ['>', `> ${code(stop.hint, MAX_MESSAGE)}`]),
    '',
    ...letter.map((sentence) => `- ${sentence}`),
    ...(letter.length === 0 ? [] : ['']),
    `Account ${code(account.base_url)}, key fingerprint ${code(account.key_fingerprint)}`,
  ];
}

const MAX_MESSAGE = 1000;

function countLines(report: RunReport): readonly string[] {
  const { byStatus } = report.digest;
  const shown = STATUSES.filter((status) => byStatus[status] > 0);
  const phrase = describeEntries(countedOf(report));
  return [
    ...table(
      ['Status', phrase === undefined ? 'Rows:' : 'Entries:', ''],
      shown.map((status) => [
        status,
        String(byStatus[status]),
        needsAttention(status, report.missingIsOk) ? 'needs attention' : '',
      ]),
    ),
    ...(phrase === undefined ? [] : ['', `${phrase}.`]),
  ];
}

function countedOf({ digest, sheet }: RunReport) {
  return { outcomes: digest.outcomes, rows: sheet.rows };
}

function changeLines(report: RunReport): readonly string[] {
  const { changes } = report.digest;
  if (changes.total === 0) return [];
  return ['#### Changes', '', ...(changes.total <= MAX_SHOWN ? eachChange(report) : changesOfFields(report))];
}

function eachChange({ digest, strategyNames }: RunReport): readonly string[] {
  const show = ({ field, ...values }: Change, side: 'before' | 'after'): string =>
    field === 'strategy' && values[side] !== null
      ? code(strategyNames.get(String(values[side])) ?? describeValue(field, values[side]))
      : describeValue(field, values[side]);
  return table(
    ['Line:', 'SKU', 'Field', 'Before:', 'After:', 'Change:'],
    digest.firstChanges.map(({ outcome, change }) => [
      String(rowOf(outcome.entry).line),
      code(skuOf(outcome.entry)),
      change.field,
      show(change, 'before'),
      show(change, 'after'),
      isMoneyField(change.field)
        ? describePercent(change.before as number | null, change.after as number | null)
        : '',
    ]),
  );
}

function changesOfFields(report: RunReport): readonly string[] {
  const { changes } = report.digest;
  const where = resultsLocation(report);
  const rows = FIELDS.flatMap((field) => {
    const tally = changes.fields.get(field);
    if (!tally) return [];
    const { up, down, set, cleared } = tally.kinds;
    const moves = isMoneyField(field) ? sparkline(tally.buckets) : describeKinds(tally);
    return [[field, ...[up, down, set, cleared].map((number) => String(number ?? '')), moves]];
  });
  const edges = BUCKET_EDGES.map((edge) => `${edge < 0 ? '−' : edge > 0 ? '+' : ''}${Math.abs(edge)}`).join(
    ', ',
  );
  return [
    `${count(changes.total, 'change')}${where === undefined ? '' : `, all ${where} of the run folder`}.`,
    '',
    ...table(['Field', 'Up:', 'Down:', 'Set:', 'Cleared:', 'How far'], rows),
    '',
    `How far: one bar for each range of moves, divided at ${edges} %.`,
  ];
}

function sparkline(buckets: readonly number[]): string {
  const highest = Math.max(...buckets);
  if (highest === 0) return '';
  const { bars } = UNICODE;
  const drawn = buckets.map((number) => bars[Math.ceil((number / highest) * bars.length) - 1] ?? '·');
  return `\`${drawn.join('')}\``;
}

function moveLines({ digest: { changes } }: RunReport): readonly string[] {
  const moves = [...changes.down, ...changes.up];
  if (changes.total <= MAX_SHOWN || moves.length === 0) return [];
  return [
    '#### Biggest moves',
    '',
    ...table(
      ['Move', 'Line:', 'SKU'],
      moves.map((move) => [describeMove(move), String(move.line), code(move.sku)]),
    ),
  ];
}

/** More kinds of issue than that are counted only. */
const MAX_GROUPS = 12;

function attentionLines(report: RunReport): readonly string[] {
  const { issues } = report.digest;
  if (issues.grouped + issues.slipped === 0) return [];
  const nouns = nounsOf(countedOf(report));
  const shown = issues.groups.slice(0, MAX_GROUPS);
  const rest = issues.groups.slice(MAX_GROUPS).reduce((sum, { total }) => sum + total, 0);
  return [
    `#### Needs attention: ${count(issues.total, ...nouns)}`,
    '',
    ...shown.flatMap((group) => groupLines(group, report)),
    ...(rest === 0 ? [] : [`- and ${count(rest, ...nouns)} more, for other reasons`]),
    ...describeKnown(issues).map((phrase) => `- ${phrase}`),
  ];
}

function groupLines(
  { status, reason, total, first }: IssueGroup,
  { command, unwritten = [] }: RunReport,
): readonly string[] {
  const more = total - entriesOf(first);
  const why = reason === '' ? '' : ` (${code(reason)})`;
  return [
    `- **${total} ${status}**${why}: ${advise({ status, reason }, command)}`,
    ...first.map(rowLine),
    ...(more > 0
      ? [`  - and ${more} more${unwritten.includes('retry.csv') ? '' : ', in retry.csv of the run folder'}`]
      : []),
  ];
}

function rowLine({ line, sku, message, entries }: Issue): string {
  const where = [`line ${line}`, code(sku)].filter((part) => part !== '');
  const times = entries === 1 ? '' : `, ${count(entries, 'entry', 'entries')}`;
  return `  - ${where.join(', ')}${times}: ${code(message, MAX_EXAMPLE)}`;
}

const MAX_EXAMPLE = 400;
const MAX_NOTICES = 20;

function noticeLines({ notices }: RunReport): readonly string[] {
  if (notices.length === 0) return [];
  const rest = notices.length - MAX_NOTICES;
  return [
    '#### Notices',
    '',
    ...notices.slice(0, MAX_NOTICES).map((notice) => `- ${code(notice, MAX_EXAMPLE)}`),
    ...(rest > 0 ? [`- and ${rest} more, in summary.json of the run folder`] : []),
  ];
}

function closingLines(report: RunReport, options: StepOptions): readonly string[] {
  const { reads, writes, retries } = report.requests;
  const steps = listNextSteps(report, options);
  const { followUp } = report.digest;
  return [
    ...(followUp ? [`Follow-up: ${describeFollowUps(followUp)}`, ''] : []),
    `Run folder ${code(options.folder, MAX_MESSAGE)}; ${count(reads, 'read')}, ${count(writes, 'write')}, ${count(retries, 'retry', 'retries')}`,
    ...(steps.length === 0
      ? []
      : [
          '',
          '#### Next',
          '',
          '```sh',
          ...steps.flatMap(({ what, command }) => [`# ${what}`, command]),
          '```',
        ]),
  ];
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
