import { formatNumber } from '../../domain/count.ts';
import { count, nounsOf } from '../text/words.ts';
import type { AttentionNews } from './attention-news.ts';
import { summarizeForced } from './describe-prices.ts';
import { describeShifts, nameField, nameIn, type Quote } from './describe-shifts.ts';
import type { DriftedField, RunReport } from './run-report.ts';

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
