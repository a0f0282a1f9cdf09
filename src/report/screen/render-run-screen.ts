import { join } from 'node:path';
import { shareOfMove } from '../../domain/change-buckets.ts';
import { describeValue } from '../../domain/describe-value.ts';
import { type Change, rowOf, skuOf } from '../../domain/stages.ts';
import { needsAttention, STATUSES, type Status } from '../../domain/status.ts';
import { describePlan, describeVerdict } from '../advice/describe-verdict.ts';
import { listNextSteps, type StepOptions } from '../advice/list-next-steps.ts';
import { describeFollowUps } from '../tally/describe-follow-ups.ts';
import { describeLookup, describeSending } from '../tally/describe-lookup.ts';
import { countForced } from '../tally/describe-prices.ts';
import { effectiveRate } from '../tally/effective-rate.ts';
import { describePhases, ownMs } from '../tally/phase-time.ts';
import { repeatsStop } from '../tally/repeats-stop.ts';
import type { RunReport, Stop } from '../tally/run-report.ts';
import type { ChangeDigest, Move } from '../tally/tally-changes.ts';
import { MAX_SHOWN } from '../tally/tally-outcomes.ts';
import { clip } from '../text/clip.ts';
import { describeChange, describeMove } from '../text/describe-move.ts';
import { printable } from '../text/printable.ts';
import { printableLines } from '../text/printable-lines.ts';
import { renderTable } from '../text/render-table.ts';
import { cutText, wrapText } from '../text/text-width.ts';
import { count, describeEntries, type Entries, nounsOf, resultsLocation } from '../text/words.ts';
import { type Cuts, fitScreen, USUAL_ROWS } from './fit-screen.ts';
import { renderAttention } from './render-attention.ts';
import { renderChangesInBrief } from './render-changes.ts';
import { renderSteps } from './render-steps.ts';
import type { ScreenStyle } from './screen-style.ts';

type ScreenOptions = ScreenStyle & StepOptions;

/** A run that has ended, for people: verdict, counts, changes, what needs attention, and what to do next. */
export function renderRunScreen(report: RunReport, options: ScreenOptions): string {
  const { paint } = options;
  const verdict = [
    ...wrapText(printable(describeVerdict(report)), options.width).map((line) => paint('bold', line)),
    ...stopLines(report, options),
  ];
  const style = { ...options, where: resultsLocation(report) };
  return fitScreen((cuts) => {
    const closing = closingLines(report, options, cuts);
    // The same was on screen before the question.
    if (report.declined) return [verdict, closing];
    const lookup = lookupLines(report, options, cuts);
    return [verdict, ...planBlocks(report, style, cuts), [...lookup, ...closing]];
  }, options);
}

/** A plan for the person who is about to be asked whether to send it. */
export function renderPreview(report: RunReport, style: ScreenStyle & Pick<StepOptions, 'folder'>): string {
  const verdict = wrapText(printable(describePlan(report)), style.width).map((line) =>
    style.paint('bold', line),
  );
  const page = report.preview?.hasPage ? [reportLine(style)] : [];
  return fitScreen(
    (cuts) => [
      verdict,
      ...planBlocks(report, { ...style, where: resultsLocation(report) }, cuts),
      [...lookupLines(report, style, cuts), ...page],
    ],
    { rows: (style.rows ?? USUAL_ROWS) - rowsOfQuestion(report), width: style.width },
  );
}

/** The question below the preview, and the line between them. */
const QUESTION_ROWS = 4;
/** A sentence to agree to takes two lines on most terminals. */
const ROWS_TO_AGREE = 2;

function rowsOfQuestion({ digest, toAgree = [] }: RunReport): number {
  return QUESTION_ROWS + forcedLine(digest).length + toAgree.length * ROWS_TO_AGREE;
}

/** The question before a plan is sent: the number of updates, the biggest move and the account. */
export function renderQuestion(
  { digest, account, toAgree = [] }: RunReport,
  { glyphs }: Pick<ScreenStyle, 'glyphs'>,
): string {
  const { base_url, key_fingerprint } = account;
  const biggest = biggestOf(digest.changes);
  return [
    ...(biggest
      ? [
          `Biggest move: ${describeMove(biggest, glyphs)}, line ${biggest.line}, ${clip(printable(biggest.sku), MAX_SKU)}`,
        ]
      : []),
    ...forcedLine(digest),
    ...toAgree.map(printable),
    printable(`Account: ${base_url}, key fingerprint ${key_fingerprint}`),
    `Send ${count(digest.byStatus.planned, 'update')} to this account?`,
  ].join('\n');
}

const MAX_SKU = 40;

/** Prices follow their bounds at once, in whatever direction. */
function forcedLine({ prices }: RunReport['digest']): readonly string[] {
  const forced = countForced(prices);
  return forced === undefined ? [] : [`Prices that have to move at once: ${forced}`];
}

/** Of equally large moves the one down: what is sold too cheap is lost. */
function biggestOf({ down: [down], up: [up] }: ChangeDigest): Move | undefined {
  if (!down || !up) return down ?? up;
  const [fall = 0, rise = 0] = [down, up].map(({ before, after }) =>
    Math.abs(shareOfMove(before, after) ?? 0),
  );
  return rise > fall ? up : down;
}

function planBlocks(report: RunReport, style: ScreenStyle, cuts: Cuts): readonly (readonly string[])[] {
  const { digest, missingIsOk } = report;
  return [
    renderCounts({ ...digest, rows: report.sheet.rows, missingIsOk }, style, cuts),
    changeBlock(report, style, cuts),
    attentionLines(report, style, cuts),
    renderNotices(noticesOf(report), style, cuts),
  ];
}

function stopLines({ stop }: RunReport, style: ScreenStyle): readonly string[] {
  if (!stop) return [];
  // In other messages than these a line break is somebody else's.
  const hasLines = stop.code === 'bug' || stop.code === 'guard';
  const text = hasLines ? printableLines(describeRefusal(stop)) : clip(printable(stop.message));
  // The command that settles is the first one below.
  return renderStop({ text, hint: stop.settle === undefined ? stop.hint : undefined }, style);
}

/** A line for each rule, if there are several. */
function describeRefusal({ rules, message, messages = [] }: Stop): string {
  if (rules.length === 0) return message;
  if (rules.length === 1 || messages.length < rules.length)
    return `Refused by a guard rule (${rules.join(', ')}): ${message}`;
  return ['Refused by guard rules:', ...rules.map((rule, at) => `${rule}: ${messages[at]}`)].join('\n');
}

/** Few changes are listed one by one, many are summed up by field. */
function changeBlock(report: RunReport, style: ScreenStyle, cuts: Cuts): readonly string[] {
  const { changes, byStatus, own } = report.digest;
  if (changes.total === 0) return [];
  // Of a run that a guard rule stopped, these are the changes that it was not to make.
  const isRefused = report.stop !== undefined && report.stop.rules.length > 0;
  const isMade = byStatus.planned === 0 && own > 0 && !isRefused;
  const title = isMade ? 'Changes made' : 'Changes';
  const inBrief = renderChangesInBrief(changes, { ...style, title }, cuts);
  if (changes.total > MAX_SHOWN) return inBrief;
  const single = [title, ...changeLines(report, style)];
  return cuts.has('single_changes') && inBrief.length < single.length ? inBrief : single;
}

function changeLines(
  { digest, strategyNames }: RunReport,
  { paint, glyphs }: ScreenStyle,
): readonly string[] {
  const show = (change: Change, side: 'before' | 'after'): string => {
    const value = change[side];
    if (change.field !== 'strategy' || value === null) return describeValue(change.field, value);
    const name = strategyNames.get(String(value)) ?? String(value);
    // A strategy may have the same name as the word for "none": quotes mark the name.
    return name === describeValue('strategy', null) ? `"${name}"` : name;
  };
  const [head = '', ...lines] = renderTable(digest.firstChanges, [
    { title: 'line', align: 'right', text: ({ outcome }) => String(rowOf(outcome.entry).line) },
    { title: 'sku', text: ({ outcome }) => skuOf(outcome.entry) },
    { title: 'field', text: ({ change }) => change.field },
    { title: 'before', align: 'right', text: ({ change }) => show(change, 'before') },
    { title: 'after', align: 'right', text: ({ change }) => show(change, 'after') },
    { title: 'change', align: 'right', text: ({ change }) => describeChange(change, glyphs) },
  ]);
  return [paint('dim', `  ${head}`), ...lines.map((line) => `  ${line}`)];
}

/** The cost of sending, while nothing is sent. Afterwards the summary has it. */
function lookupLines(
  { lookup, rereadsExpected, stop, dryRun, digest, requests, pace }: RunReport,
  { width, verbose }: ScreenStyle,
  cuts: Cuts,
): readonly string[] {
  const writes = digest.byStatus.planned;
  if (!lookup || (stop && stop.rules.length === 0) || (writes === 0 && !dryRun)) return [];
  const refused = stop && { rules: stop.rules, updates: digest.updates };
  const cost = {
    reads: requests.reads,
    writes,
    rereads: rereadsExpected,
    ratePerSecond: effectiveRate(pace),
    mostPerSecond: pace.mostPerSecond,
    refused,
  };
  const phrase = cuts.has('how_looked_up')
    ? describeSending(cost)
    : describeLookup(lookup, { ...cost, isBrief: !verbose });
  return wrapText(printable(phrase), width);
}

function attentionLines(
  { command, digest, sheet, news, stop }: RunReport,
  style: ScreenStyle,
  cuts: Cuts,
): readonly string[] {
  // Nothing is known to be wrong with cells whose columns are not settled.
  if (stop?.rules.includes('unsettled')) return [];
  const nouns = nounsOf({ outcomes: digest.outcomes, rows: sheet.rows });
  return renderAttention(digest.issues, { ...style, command, nouns, news: stop ? undefined : news }, cuts);
}

function closingLines(report: RunReport, options: ScreenOptions, cuts: Cuts): readonly string[] {
  const { followUp } = report.digest;
  const { reads, writes, retries, throttled } = report.requests;
  const seconds = ((ownMs(report.phases) || report.finishedAt - report.startedAt) / 1000).toFixed(1);
  const went = describePhases(report.phases, report.pace.setting);
  const refused = throttled === 0 ? '' : `, ${throttled} refused over the rate limit (429)`;
  const requests = `${count(reads, 'read')}, ${count(writes, 'write')}, ${count(retries, 'retry', 'retries')}${refused}, in ${seconds} s${went === undefined ? '' : `, ${went}`}`;
  return [
    ...(followUp ? [`Follow-up ${describeFollowUps(followUp)}`] : []),
    `Requests  ${requests}`,
    // The report lies in it.
    ...(cuts.has('folder') ? [] : [`Folder    ${printable(options.folder)}`]),
    ...(report.unwritten?.includes(PAGE) ? [] : [reportLine(options)]),
    ...renderSteps(listNextSteps(report, options), options),
  ];
}

const PAGE = 'report.html';
const SUMMARY = 'summary.json';

/** Notices of unwritten files come first and are always shown; the last of them may be why the run was stopped. */
function noticesOf({ notices: all, stop, unwritten = [], preview }: RunReport) {
  const notices = all.filter((notice) => !repeatsStop(notice, stop));
  const hasPage = preview ? preview.hasPage : !unwritten.includes(PAGE);
  const hasSummary = !preview && !unwritten.includes(SUMMARY);
  return { notices, kept: unwritten.length, file: hasSummary ? SUMMARY : hasPage ? PAGE : undefined };
}

function reportLine({ folder }: Pick<StepOptions, 'folder'>): string {
  return `Report    ${printable(join(folder, PAGE))}`;
}

interface StopText {
  /** Fit for a screen, in as many lines as it is meant to have. */
  readonly text: string;
  readonly hint: string | null | undefined;
}

/** What stopped a run, and what to do about it. */
function renderStop({ text, hint }: StopText, { paint, width }: ScreenStyle): readonly string[] {
  return [
    ...text.split('\n').flatMap((line) => wrapText(line, width).map((part) => paint('red', part))),
    ...wrapText(clip(printable(hint ?? '')), width).filter((line) => line !== ''),
  ];
}

const MAX_NOTICES = 8;
/** Where there is no room for more. */
const FEW_NOTICES = 2;

interface Notices {
  readonly notices: readonly string[];
  /** That many of the first are always shown. */
  readonly kept?: number;
  /** The file that has all of them, where there is one. */
  readonly file: string | undefined;
}

/** Notices: as many as there is room for, and how many more there are. */
function renderNotices(
  { notices, kept = 0, file }: Notices,
  { width = Number.POSITIVE_INFINITY, glyphs }: ScreenStyle,
  cuts: Cuts,
): readonly string[] {
  if (notices.length === 0) return [];
  const all = file === undefined ? '' : `, all in ${file}`;
  if (cuts.has('every_notice') && kept === 0) return [`Notices   ${notices.length}${all}`];
  const most = Math.max(kept, cuts.has('most_notices') ? FEW_NOTICES : MAX_NOTICES);
  const room = width - 2 * INDENT;
  const shown = notices.slice(0, most).flatMap((notice) => {
    const text = clip(printable(notice));
    if (cuts.has('long_notices')) return [`  ${cutText(text, room, glyphs.ellipsis)}`];
    const [first = '', ...more] = wrapText(text, room);
    return [`  ${first}`, ...more.map((line) => `    ${line}`)];
  });
  const rest = notices.length - most;
  return ['Notices', ...shown, ...(rest > 0 ? [`  ${glyphs.ellipsis} and ${rest} more${all}`] : [])];
}

const INDENT = 2;

interface Counts extends Entries {
  readonly byStatus: Readonly<Record<string, number>>;
  /** SKUs that are not listed are expected, and need no attention. */
  readonly missingIsOk: boolean;
}

/**
 * A line for each status that occurred, and whether it needs attention; in brief, one line of statuses that need none and one
 * of statuses that do. Then what is counted, unless that is rows.
 */
function renderCounts(counts: Counts, style: ScreenStyle, cuts: Cuts): readonly string[] {
  const shown = STATUSES.filter((status) => (counts.byStatus[status] ?? 0) > 0);
  const lines = cuts.has('count_lines')
    ? renderInBrief(shown, counts, style)
    : renderEach(shown, counts, style);
  const phrase = describeEntries(counts);
  return [...lines, ...(phrase === undefined ? [] : wrapText(`  ${phrase}`, style.width))];
}

function renderEach(
  shown: readonly Status[],
  { byStatus, missingIsOk }: Counts,
  style: ScreenStyle,
): readonly string[] {
  const width = Math.max(0, ...shown.map((status) => String(byStatus[status]).length));
  return shown.map((status) => {
    const line = `  ${status.padEnd(11)}  ${String(byStatus[status]).padStart(width)}`;
    return needsAttention(status, missingIsOk) ? style.paint('yellow', `${line}  needs attention`) : line;
  });
}

function renderInBrief(
  shown: readonly Status[],
  { byStatus, missingIsOk }: Counts,
  { paint, width = Number.POSITIVE_INFINITY }: ScreenStyle,
): readonly string[] {
  const name = (status: Status) => `${byStatus[status]} ${status}`;
  const fine = shown.filter((status) => !needsAttention(status, missingIsOk)).map(name);
  const troubled = shown.filter((status) => needsAttention(status, missingIsOk)).map(name);
  const phrase = troubled.length === 0 ? [] : wrapText(`needs attention: ${troubled.join(', ')}`, width - 2);
  return [
    ...(fine.length === 0 ? [] : wrapText(fine.join(', '), width - 2)).map((line) => `  ${line}`),
    ...phrase.map((line) => paint('yellow', `  ${line}`)),
  ];
}
