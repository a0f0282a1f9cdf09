import type { Field, MoneyField } from '../../domain/fields.ts';
import { clip } from '../text/clip.ts';
import { count as inDigits, type Nouns } from '../text/words.ts';
import type { AttentionNews } from './attention-news.ts';
import { type Count, summarizeForced } from './describe-prices.ts';
import type { DriftedField, RunReport } from './run-report.ts';
import type { Shift } from './tally-shifts.ts';

/** More sentences are not read. */
const MAX_SENTENCES = 5;
/** Of the moves of amounts. */
const MAX_SHIFTS = 2;

/**
 * The night's letter: what a run did and what it found, in a few sentences that are made of counts and names alone.
 *
 * Shape: `212 costs of AC-… rose by 4.0 to 6.0 %.`
 */
export function writeLetter(report: RunReport, style: Partial<LetterStyle> = {}): readonly string[] {
  const { quote, count } = { ...PLAIN, ...style };
  const stop = describeStop(report);
  const others = [
    ...describePrices(report, count),
    ...describeHeld(report, count),
    ...describeNews(report, { quote, count }),
    ...describeDrift(report, { quote, count }),
  ];
  // What a person has to know has room before the second move.
  const room = MAX_SENTENCES - stop.length - others.length;
  return [...stop, ...describeShifts(report, { quote, count }).slice(0, room), ...others];
}

function describeStop({ stop }: RunReport): readonly string[] {
  if (!stop) return [];
  const rules = stop.rules.length === 0 ? stop.code : stop.rules.join(' and ');
  return [`The run was stopped by ${rules}.`];
}

const NOUNS: Readonly<Record<MoneyField, Nouns>> = {
  cost: ['cost', 'costs'],
  minimum_price: ['minimum', 'minimums'],
  maximum_price: ['maximum', 'maximums'],
  manual_price: ['manual price', 'manual prices'],
};

/** How names from the sheet are marked, and how numbers of anything are written. */
export interface LetterStyle {
  readonly quote: Quote;
  readonly count: Count;
}

type Quote = (name: string) => string;

const asItIs: Quote = (name) => name;

const PLAIN: LetterStyle = { quote: asItIs, count: inDigits };

/** Of a longer name the beginning is enough to find it. */
const MAX_NAME = 60;

function describeShifts(
  { digest, dryRun, stop }: RunReport,
  { quote, count }: LetterStyle,
): readonly string[] {
  const isMeant = dryRun || stop?.code === 'guard';
  return digest.shifts.slice(0, MAX_SHIFTS).map((shift) => {
    const verb = isMeant ? { up: 'would rise', down: 'would fall' } : { up: 'rose', down: 'fell' };
    const what = `${count(shift.count, ...NOUNS[shift.field])}${describePrefix(shift, quote)}`;
    return `${what} ${verb[shift.way]} by ${describeRange(shift)}.`;
  });
}

function describeRange({ from, to }: Shift): string {
  const [least, most] = [from, to].map(describeRatio);
  return least === most ? `${most} %` : `${least} to ${most} %`;
}

/** The ratios are known to a tenth of a percent. */
function describeRatio(ratio: number): string {
  const percent = Math.abs(ratio - 1) * 100;
  return percent < 100 ? percent.toFixed(1) : String(Number(percent.toPrecision(2)));
}

/** A letter or a digit alone is by chance. */
const SHORT_PREFIX = 2;

function describePrefix({ prefix, count: amounts }: Shift, quote: Quote): string {
  return amounts > 1 && prefix.length > SHORT_PREFIX ? ` of ${quote(`${prefix}…`)}` : '';
}

/** Of bounds that were sent, or would be. */
function describePrices({ digest: { prices }, stop }: RunReport, count: Count): readonly string[] {
  const sentence = stop ? undefined : summarizeForced(prices, count);
  return sentence === undefined ? [] : [sentence];
}

function describeNews({ digest, news, stop }: RunReport, { quote, count }: LetterStyle): readonly string[] {
  if (stop) return [];
  if (digest.attention === 0) return news && news.well > 0 ? [describeWell(news, count)] : [];
  const total = `${count(digest.attention, 'row')} ${digest.attention === 1 ? 'needs' : 'need'} attention`;
  if (!news) return [`${total}.`];
  const names = nameFresh(news, { quote, count });
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
  if (still === 0) return fresh === 1 ? 'and did not last time' : 'all of them new';
  if (fresh > 0) return `${figure(fresh, count)} of them new`;
  return `none new since ${latest?.slice(0, 'YYYY-MM-DD'.length)}`;
}

/** More new rows are counted. */
const MAX_FRESH = 3;

/** The new rows among others, which nobody could find otherwise: `line 5 MUG-07, line 9 CUP-01 and 3 more`. */
export function nameFresh(
  { fresh, still, freshRows }: AttentionNews,
  { quote, count }: LetterStyle = PLAIN,
): string | undefined {
  if (still === 0 || freshRows.length === 0) return undefined;
  const named = freshRows.slice(0, MAX_FRESH);
  const names = named.map(({ line, sku }) => `line ${line} ${quote(clip(sku, MAX_NAME))}`.trim());
  const rest = fresh - named.length;
  return `${names.join(', ')}${rest > 0 ? ` and ${figure(rest, count)} more` : ''}`;
}

/** Names two fields, or the first of more. */
function describeDrift(
  { drift, driftedFields = [] }: RunReport,
  { quote, count }: LetterStyle,
): readonly string[] {
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
  return `${FIELD_WORDS[field]} of ${quote(clip(sku, MAX_NAME))}${again}`;
}

const FIELD_WORDS: Readonly<Record<Field, string>> = {
  cost: 'the cost',
  minimum_price: 'the minimum',
  maximum_price: 'the maximum',
  manual_price: 'the manual price',
  strategy: 'the strategy',
  repricing: 'repricing',
};

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
