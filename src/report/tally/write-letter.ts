import { count as inDigits } from '../text/words.ts';
import type { AttentionNews } from './attention-news.ts';
import { type Count, summarizeForced } from './describe-prices.ts';
import { describeShifts, nameField } from './describe-shifts.ts';
import { type LetterStyle, nameIn, PLAIN } from './letter-style.ts';
import type { DriftedField, RunReport } from './run-report.ts';
import { summarizeStop } from './summarize-stop.ts';

/** More sentences are not read. */
const MAX_SENTENCES = 5;

interface LetterOptions extends Partial<LetterStyle> {
  /** Why the run was stopped is above the letter. */
  readonly isStopSaid?: boolean;
}

/**
 * The night's letter: what a run did and what it found, in a few sentences that are made of counts and names alone.
 *
 * Shape: `212 costs rose by 4.0 % at the median and 6.0 % at most (AC-12).`
 */
export function writeLetter(
  report: RunReport,
  { isStopSaid = false, ...given }: LetterOptions = {},
): readonly string[] {
  const style = { ...PLAIN, ...given };
  const stop = report.stop ? [summarizeStop(report.stop, report)] : [];
  const others = [
    ...describePrices(report, style.count),
    ...describeHeld(report, style.count),
    ...describeNews(report, style),
    ...describeDrift(report, style),
  ];
  // What a person has to know has room before the second sentence about changes.
  const room = MAX_SENTENCES - stop.length - others.length;
  return [...(isStopSaid ? [] : stop), ...describeShifts(report, style, room), ...others];
}

/** Of bounds that were sent, or would be. */
function describePrices({ digest: { prices }, stop }: RunReport, count: Count): readonly string[] {
  const sentence = stop ? undefined : summarizeForced(prices, count);
  return sentence === undefined ? [] : [sentence];
}

function describeNews({ digest, news, stop }: RunReport, style: LetterStyle): readonly string[] {
  const { count } = style;
  if (stop) return [];
  if (digest.attention === 0) return news && news.well > 0 ? [describeWell(news, count)] : [];
  const total = `${count(digest.attention, 'row')} ${digest.attention === 1 ? 'needs' : 'need'} attention`;
  if (!news) return [`${total}.`];
  const names = nameFresh(news, style);
  return [
    `${total}, ${describeFresh(news, count)}${names === undefined ? '' : `: ${names}`}${describeOtherWell(news, count)}.`,
  ];
}

function describeWell({ well }: AttentionNews, count: Count): string {
  return `${count(well, 'row')} that needed attention ${well === 1 ? 'is' : 'are'} well again.`;
}

function describeOtherWell({ well }: AttentionNews, count: Count): string {
  return well === 0 ? '' : `; ${count(well, 'other')} ${well === 1 ? 'is' : 'are'} well again`;
}

/** `2 of them new`, `none new since 2026-11-20`. */
export function describeFresh({ fresh, still, latest }: AttentionNews, count: Count = inDigits): string {
  if (still === 0) return fresh === 1 ? 'new since last time' : 'all of them new';
  if (fresh > 0) return `${figure(fresh, count)} of them new`;
  return `none new since ${latest?.slice(0, 'YYYY-MM-DD'.length)}`;
}

/** More new rows are counted. */
const MAX_FRESH = 3;

/** The new rows among others, which nobody could find otherwise: `line 5 MUG-07, line 9 CUP-01 and 3 more`. */
export function nameFresh(
  { fresh, still, freshRows }: AttentionNews,
  style: Pick<LetterStyle, 'quote' | 'count'> = PLAIN,
): string | undefined {
  if (still === 0 || freshRows.length === 0) return undefined;
  const named = freshRows.slice(0, MAX_FRESH);
  const names = named.map(({ line, sku }) => `line ${line} ${nameIn(style, sku)}`.trim());
  const rest = fresh - named.length;
  return `${names.join(', ')}${rest > 0 ? ` and ${figure(rest, style.count)} more` : ''}`;
}

/** Names two fields, or the first of more. */
function describeDrift({ drift, driftedFields = [] }: RunReport, style: LetterStyle): readonly string[] {
  const { count } = style;
  const fields = (drift?.drifted ?? 0) + (drift?.contested ?? 0);
  if (fields === 0) return [];
  const [first, second] = driftedFields.map((each) => describeDrifted(each, style));
  if (first === undefined) return [`Somebody else had changed ${count(fields, 'field')}.`];
  if (fields === 1) return [`Somebody else had changed ${first}.`];
  const named = fields === 2 && second !== undefined ? `${first} and ${second}` : `first ${first}`;
  return [`Somebody else had changed ${count(fields, 'field')}: ${named}.`];
}

function describeDrifted({ field, sku, nights }: DriftedField, style: LetterStyle): string {
  const again = nights > 1 ? `, ${nights} runs in a row` : '';
  return `${nameField(field)} of ${nameIn(style, sku)}${again}`;
}

/** Rows that wait need no attention, and are sent by nobody but a person. */
function describeHeld({ digest, approval, dryRun, stop }: RunReport, count: Count): readonly string[] {
  if (approval)
    return [`${figure(approval.approved, count)} of ${count(approval.of, 'update')} were approved.`];
  const { held } = digest.byStatus;
  if (stop || held === 0) return [];
  const verb = dryRun ? 'would wait' : held === 1 ? 'waits' : 'wait';
  return [`${count(held, 'row')} ${verb} for a person.`];
}

/** A number alone, written as counts are. */
function figure(number: number, count: Count): string {
  return count(number, '', '').trimEnd();
}
