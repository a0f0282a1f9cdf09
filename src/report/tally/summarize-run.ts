import { formatNumber } from '../../domain/count.ts';
import type { Field } from '../../domain/fields.ts';
import { joinWith } from '../../domain/lists.ts';
import { formatTenths } from '../../domain/moves.ts';
import { shorten } from '../text/failure-line.ts';
import { clip } from '../text/printable.ts';
import { capitalize, count, formatAmount, type Nouns, nounsOf, uncapitalize } from '../text/words.ts';
import { summarizeForced } from './describe-prices.ts';
import type { AttentionNews, DriftedField, RunReport, Stop } from './run-report.ts';
import type { Distances, Shift } from './tally-changes.ts';

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
export function headlineOf(report: RunReport): string {
  const { cut, stop, dryRun, digest, requests } = report;
  const { byStatus, alreadyCorrect, partlyRestored, updates } = digest;
  if (cut) return `${count(cut.sent, 'update')} sent`;
  const made = byStatus.updated - alreadyCorrect;
  const part = partlyRestored === 0 ? '' : `, ${partlyRestored} in part`;
  if (stop && dryRun) return 'nothing would be sent';
  if (stop && !stop.isAfterAll)
    return requests.writes === 0
      ? 'nothing sent'
      : `${formatNumber(made)} of ${count(updates, 'listing')} updated${part}`;
  if (isOpen(report))
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
export function describeFresh({ new: fresh, still, latest }: AttentionNews): string {
  if (still === 0) return fresh === 1 ? 'new since last time' : 'all of them new';
  if (fresh > 0) return `${formatNumber(fresh)} of them new`;
  return `none new since ${latest?.slice(0, 'YYYY-MM-DD'.length)}`;
}

/** More new rows are counted. */
const MAX_FRESH = 3;

/** The new rows among others, which nobody could find otherwise: `line 5 MUG-07, line 9 CUP-01 and 3 more`. */
export function nameFresh(
  { new: fresh, still, new_rows: rows }: AttentionNews,
  quote: Quote = asItIs,
): string | undefined {
  if (still === 0 || rows.length === 0) return undefined;
  const named = rows.slice(0, MAX_FRESH);
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
  const [line = ''] = (messages[0] ?? message).replace(/^Cannot (?:begin|go on): /, '').split('\n');
  const reason = shorten(line, MAX_REASON);
  const [rule, ...others] = rules;
  const codes = others.length === 0 ? '' : `, and also ${others.join(', ')}`;
  return `${uncapitalize(reason)}${rule === undefined ? '' : ` (${rule}${codes})`}`;
}

/** How names from the sheet are marked within a sentence. */
export type Quote = (name: string) => string;

/** Sentences about one move of amounts each. */
const MAX_MOVES = 2;
/** Further changes are counted at the end of their sentence. */
const MAX_CLAUSES = 3;

interface ShiftStyle {
  readonly quote: Quote;
  /** The changes are planned, and not made. */
  readonly isMeant: boolean;
}

/** What the sentences about changes are made of. */
export interface ShiftedRun extends Pick<RunReport, 'dryRun' | 'declined' | 'preview' | 'stop'> {
  readonly digest: Pick<RunReport['digest'], 'shifts'>;
}

/** What a run changed, in at most `room` sentences: the first moves of amounts, and a list of the other changes by their importance. */
export function describeShifts(report: ShiftedRun, quote: Quote, room: number): readonly string[] {
  const { shifts } = report.digest;
  if (room < 1) return [];
  const style = { quote, isMeant: isMeant(report) };
  const moves = shifts.filter(({ far }) => far !== undefined).slice(0, Math.min(MAX_MOVES, room - 1));
  const others = shifts.filter((shift) => !moves.includes(shift)).sort(byImportance);
  return toSentences([...moves.map((shift) => describeMove(shift, style)), listOthers(others, style)]);
}

function toSentences(clauses: readonly string[]): readonly string[] {
  return clauses.filter((clause) => clause !== '').map((clause) => `${capitalize(clause)}.`);
}

/** The changes were not made, or not yet. */
function isMeant(report: ShiftedRun): boolean {
  return isOpen(report) || report.stop?.code === 'guard';
}

/** Nothing of a run was to be sent, or nothing yet. */
export function isOpen({ dryRun, declined, preview }: Omit<ShiftedRun, 'digest' | 'stop'>): boolean {
  return dryRun || declined || preview !== undefined;
}

/** What acts upon prices at once comes first, then what takes a bound away. */
const FIELD_ORDER = ['manual_price', 'repricing', 'minimum_price', 'maximum_price', 'strategy', 'cost'];
const KIND_ORDER = ['off', 'on', 'cleared', 'set', 'replaced', 'down', 'up'];

function byImportance(one: Shift, other: Shift): number {
  const place = FIELD_ORDER.indexOf(one.field) - FIELD_ORDER.indexOf(other.field);
  return place || KIND_ORDER.indexOf(one.kind) - KIND_ORDER.indexOf(other.kind);
}

/** `2 manual prices were set, 3 minimums were cleared and 4 other changes were made`. */
function listOthers(shifts: readonly Shift[], style: ShiftStyle): string {
  const clauses = shifts.slice(0, MAX_CLAUSES).map((shift) => describeInShort(shift, style));
  const rest = shifts.slice(MAX_CLAUSES).reduce((sum, { count }) => sum + count, 0);
  if (rest > 0) clauses.push(`${count(rest, 'other change')} ${passive('made', rest, style)}`);
  return joinWith('and', clauses);
}

/** `29 costs rose by 4.0 % at the median and 9.3 % at most (MUG-02)`. */
function describeMove(shift: Shift, style: ShiftStyle): string {
  const { change } = shift.first;
  if (isOfOne(shift))
    return `${describeInShort(shift, style)}, from ${formatAmount(Number(change.before))} to ${formatAmount(Number(change.after))}`;
  const furthest = shift.far && shift.far.most > shift.far.median ? shift.far.furthest : '';
  return `${describeInShort(shift, style)}${furthest && ` (${nameIn(style.quote, furthest)})`}`;
}

/** As part of a list. */
function describeInShort(shift: Shift, style: ShiftStyle): string {
  const { field, kind, far, first, count: number } = shift;
  const name = isOfOne(shift) ? nameIn(style.quote, first.sku) : undefined;
  if (field === 'repricing')
    return `repricing ${passive(`switched ${kind}`, 1, style)} for ${name ?? count(number, 'listing')}`;
  const noun = name === undefined ? count(number, ...NOUNS[field]) : `${nameField(field)} of ${name}`;
  return `${noun} ${verbOf(shift, style)}${far ? describeFar(far) : describeFirst(shift)}`;
}

function describeFar({ median, most }: Distances): string {
  const furthest = `${formatTenths(most)} %`;
  return median === most
    ? ` by ${furthest}`
    : ` by ${formatTenths(median)} % at the median and ${furthest} at most`;
}

/** The amount that was set, if there is one alone. */
function describeFirst(shift: Shift): string {
  const { after } = shift.first.change;
  return isOfOne(shift) && typeof after === 'number' ? ` to ${formatAmount(after)}` : '';
}

/** There is a name to give. */
function isOfOne({ count, first }: Shift): boolean {
  return count === 1 && first.sku !== '';
}

function verbOf({ kind, count }: Shift, style: ShiftStyle): string {
  if (kind === 'up') return style.isMeant ? 'would rise' : 'rose';
  if (kind === 'down') return style.isMeant ? 'would fall' : 'fell';
  return passive(kind, count, style);
}

function passive(done: string, count: number, { isMeant }: ShiftStyle): string {
  return `${isMeant ? 'would be' : count === 1 ? 'was' : 'were'} ${done}`;
}

const NOUNS: Readonly<Record<Field, Nouns>> = {
  cost: ['cost', 'costs'],
  minimum_price: ['minimum', 'minimums'],
  maximum_price: ['maximum', 'maximums'],
  manual_price: ['manual price', 'manual prices'],
  strategy: ['strategy', 'strategies'],
  repricing: ['repricing switch', 'repricing switches'],
};

/** A field of one listing: `the cost`, `repricing`. */
function nameField(field: Field): string {
  return field === 'repricing' ? field : `the ${NOUNS[field][0]}`;
}

/** Of a longer name the beginning is enough to find it. */
const MAX_NAME = 60;

/** A SKU, or what several have in common. */
function nameIn(quote: Quote, name: string): string {
  return quote(clip(name, MAX_NAME));
}
