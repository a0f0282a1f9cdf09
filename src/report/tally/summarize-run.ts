import { formatNumber } from '../../domain/count.ts';
import { clip } from '../text/printable.ts';
import { count, nounsOf, uncapitalize } from '../text/words.ts';
import { summarizeForced } from './describe-prices.ts';
import { describeShifts, nameField, nameIn, type Quote } from './describe-shifts.ts';
import type { AttentionNews, DriftedField, RunReport, Stop } from './run-report.ts';

/** More sentences are not read. */
const MAX_SENTENCES = 5;

const asItIs: Quote = (name) => name;

/**
 * What a run did and what it found, in a few sentences that are made of counts and names alone. Why it was stopped is another sentence, for
 * which there is room.
 *
 * Shape: `212 costs rose by 4.0 % at the median and 6.0 % at most (AC-12).`
 */
export function summarizeRun(report: RunReport, quote: Quote = asItIs): readonly string[] {
  const others = [
    ...describePrices(report),
    ...describeHeld(report),
    ...describeNews(report, quote),
    ...describeDrift(report, quote),
  ];
  // What a person has to know has room before the second sentence about changes.
  const room = MAX_SENTENCES - (report.stop ? 1 : 0) - others.length;
  return [...describeShifts(report, quote, room), ...others];
}

/** What became of the updates, `12 listings would change`: `updated` is what this run sent and saw. */
export function headlineOf({ cut, stop, dryRun, declined, preview, digest, requests }: RunReport): string {
  const { byStatus, alreadyCorrect, partlyRestored, updates } = digest;
  if (cut) return `${count(cut.sent, 'update')} sent`;
  const made = byStatus.updated - alreadyCorrect;
  const part = partlyRestored === 0 ? '' : `, ${partlyRestored} in part`;
  if (stop && dryRun) return 'nothing would be sent';
  if (stop && !stop.isAfterAll)
    return requests.writes === 0
      ? 'nothing sent'
      : `${formatNumber(made)} of ${count(updates, 'listing')} updated${part}`;
  if (dryRun || declined || preview)
    return byStatus.planned === 0
      ? 'nothing to change'
      : `${count(byStatus.planned, 'listing')} would change`;
  return made + partlyRestored === 0 ? 'nothing updated' : `${count(made, 'listing')} updated${part}`;
}

/** Of bounds that were sent, or would be. */
function describePrices({ digest: { prices }, stop }: RunReport): readonly string[] {
  const sentence = stop ? undefined : summarizeForced(prices);
  return sentence === undefined ? [] : [sentence];
}

function describeNews({ digest, sheet, news, stop }: RunReport, quote: Quote): readonly string[] {
  if (stop) return [];
  if (digest.attention === 0) return news && news.well > 0 ? [describeWell(news)] : [];
  const [one, many] = nounsOf({ outcomes: digest.outcomes, rows: sheet.rows });
  const total = `${count(digest.attention, `${one} needs`, `${many} need`)} attention`;
  if (!news) return [`${total}.`];
  const names = nameFresh(news, quote);
  return [
    `${total}, ${describeFresh(news)}${names === undefined ? '' : `: ${names}`}${describeOtherWell(news)}.`,
  ];
}

function describeWell({ well }: AttentionNews): string {
  return `${count(well, 'row')} that needed attention no longer ${well === 1 ? 'needs' : 'need'} it.`;
}

function describeOtherWell({ well }: AttentionNews): string {
  return well === 0 ? '' : `; ${count(well, 'other')} no longer ${well === 1 ? 'needs' : 'need'} it`;
}

/** `2 of them new`, `none new since 2026-11-20`. */
export function describeFresh({ fresh, still, latest }: AttentionNews): string {
  if (still === 0) return fresh === 1 ? 'new since last time' : 'all of them new';
  if (fresh > 0) return `${formatNumber(fresh)} of them new`;
  return `none new since ${latest?.slice(0, 'YYYY-MM-DD'.length)}`;
}

/** More new rows are counted. */
const MAX_FRESH = 3;

/** The new rows among others, which nobody could find otherwise: `line 5 MUG-07, line 9 CUP-01 and 3 more`. */
export function nameFresh(
  { fresh, still, freshRows }: AttentionNews,
  quote: Quote = asItIs,
): string | undefined {
  if (still === 0 || freshRows.length === 0) return undefined;
  const named = freshRows.slice(0, MAX_FRESH);
  const names = named.map(({ line, sku }) => `line ${line} ${nameIn(quote, sku)}`.trim());
  const rest = fresh - named.length;
  return `${names.join(', ')}${rest > 0 ? ` and ${formatNumber(rest)} more` : ''}`;
}

/** Names two fields, or the first of more. */
function describeDrift({ drift, driftedFields = [] }: RunReport, quote: Quote): readonly string[] {
  const fields = (drift?.drifted ?? 0) + (drift?.contested ?? 0);
  if (fields === 0) return [];
  const [first, second] = driftedFields.map((each) => describeDrifted(each, quote));
  if (first === undefined) return [`Somebody else had changed ${count(fields, 'field')}.`];
  if (fields === 1) return [`Somebody else had changed ${first}.`];
  const named = fields === 2 && second !== undefined ? `${first} and ${second}` : `first ${first}`;
  return [`Somebody else had changed ${count(fields, 'field')}: ${named}.`];
}

function describeDrifted({ field, sku, nights }: DriftedField, quote: Quote): string {
  const again = nights > 1 ? `, ${nights} runs in a row` : '';
  return `${nameField(field)} of ${nameIn(quote, sku)}${again}`;
}

/** Rows that wait need no attention, and are sent by nobody but a person. */
function describeHeld({ digest, sheet, approval, dryRun, stop }: RunReport): readonly string[] {
  if (approval)
    return [`${formatNumber(approval.approved)} of ${count(approval.of, 'update')} were approved.`];
  const { held } = digest.byStatus;
  if (stop || held === 0) return [];
  const verb = dryRun ? 'would wait' : held === 1 ? 'waits' : 'wait';
  const nouns = nounsOf({ outcomes: digest.outcomes, rows: sheet.rows });
  return [`${count(held, ...nouns)} ${verb} for a person.`];
}

/** Of a longer reason the first part is enough; all of it is beside the summary. */
const MAX_REASON = 200;

/**
 * Why a run was stopped and what it had sent by then, as a sentence of the summary.
 *
 * Shape: `Nothing was sent: the sheet has 0 rows of data, and at least 1 is needed (empty_sheet).`
 */
export function summarizeStop(stop: Stop, report: RunReport): string {
  return `${describeSent(stop, report)}: ${reasonOf(stop)}.`;
}

/** Likewise, of an error that ended a run before there was anything to report. */
export function summarizeFailure(failure: Stop): string {
  const what = failure.code === 'bug' ? 'The run ended without a report' : 'Nothing was sent';
  return `${what}: ${reasonOf(failure)}.`;
}

function describeSent({ code, isAfterAll }: Stop, { dryRun, cut, requests, digest }: RunReport): string {
  if (isAfterAll) return 'The run is complete, but a file is missing';
  if (dryRun) return code === 'guard' ? 'Nothing would be sent' : 'The dry run stopped early';
  if (requests.writes === 0) return 'Nothing was sent';
  if (cut) return `Stopped with ${count(cut.sent, 'update')} sent`;
  const { byStatus, alreadyCorrect, updates } = digest;
  return `Stopped with ${byStatus.updated - alreadyCorrect} of ${count(updates, 'update')} made`;
}

/** The figure and the limit of the first rule, and the other rules by name; or the message of the error. */
function reasonOf({ rules, message, messages = [] }: Stop): string {
  // That it did not begin or go on is said before.
  const reason = shorten((messages[0] ?? message).replace(/^Cannot (?:begin|go on): /, ''));
  const [rule, ...others] = rules;
  const codes = others.length === 0 ? '' : `, and also ${others.join(', ')}`;
  return `${uncapitalize(reason)}${rule === undefined ? '' : ` (${rule}${codes})`}`;
}

/** What follows a semicolon or a line break is advice, or more of the same. */
function shorten(text: string): string {
  const [line = ''] = text.split('\n');
  if (line.length <= MAX_REASON) return line;
  return clip(/^(?:"[^"]*"|[^;])*/.exec(line)?.[0].trim() ?? '', MAX_REASON);
}
