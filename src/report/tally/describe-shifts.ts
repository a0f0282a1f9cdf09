import { formatTenths } from '../../domain/describe-percent.ts';
import type { Field } from '../../domain/fields.ts';
import { formatAmount } from '../text/format-numbers.ts';
import { capitalize, type Nouns } from '../text/words.ts';
import { type LetterStyle, nameIn } from './letter-style.ts';
import type { RunReport } from './run-report.ts';
import type { Spread } from './spread-tally.ts';
import type { Shift } from './tally-shifts.ts';

/** Sentences that are about one move of amounts each. */
const MAX_MOVES = 2;
/** Further changes are counted at the end of their sentence. */
const MAX_CLAUSES = 3;

interface ShiftStyle extends LetterStyle {
  /** The changes are planned, and not made. */
  readonly isMeant: boolean;
}

/** What the sentences about changes are made of. */
export interface ShiftedRun extends Pick<RunReport, 'dryRun' | 'declined' | 'preview' | 'stop'> {
  readonly digest: Pick<RunReport['digest'], 'shifts'>;
}

/** What a run changed, in at most `room` sentences; the first moves with how far, the other changes by their importance. */
export function describeShifts(report: ShiftedRun, given: LetterStyle, room: number): readonly string[] {
  const { shifts } = report.digest;
  const style = { ...given, isMeant: isMeant(report) };
  const moves = shifts.filter(({ spread }) => spread !== undefined).slice(0, Math.min(MAX_MOVES, room));
  // The last sentence is needed for what else there is.
  const isCrowded = moves.length === room && room > 1 && shifts.length > room;
  const shown = isCrowded ? moves.slice(0, -1) : moves;
  const others = shifts
    .filter((shift) => !shown.includes(shift))
    .sort((one, other) => rankOf(one) - rankOf(other));
  const clauses = shown.map((shift) => describeMove(shift, style));
  if (clauses.length < room) return toSentences([...clauses, listOthers(others, MAX_CLAUSES, style)]);
  const [last = '', rest] = [clauses.at(-1), listOthers(others, 0, style)];
  return toSentences([...clauses.slice(0, -1), rest === '' ? last : `${last}, and ${rest}`]);
}

function toSentences(clauses: readonly string[]): readonly string[] {
  return clauses.filter((clause) => clause !== '').map((clause) => `${capitalize(clause)}.`);
}

/** Nothing of it was sent, or nothing yet. */
function isMeant({ dryRun, declined, preview, stop }: ShiftedRun): boolean {
  return dryRun || declined || preview !== undefined || stop?.code === 'guard';
}

/** What acts upon prices at once comes first, then what takes a bound away. */
const FIELD_RANKS: readonly Field[] = [
  'manual_price',
  'repricing',
  'minimum_price',
  'maximum_price',
  'strategy',
  'cost',
];
const KIND_RANKS: readonly Shift['kind'][] = ['off', 'on', 'cleared', 'set', 'replaced', 'down', 'up'];

function rankOf({ field, kind }: Shift): number {
  return FIELD_RANKS.indexOf(field) * KIND_RANKS.length + KIND_RANKS.indexOf(kind);
}

/** `2 manual prices were set, 3 minimums were cleared and 4 other changes were made`. */
function listOthers(shifts: readonly Shift[], most: number, style: ShiftStyle): string {
  const clauses = shifts.slice(0, most).map((shift) => describeInShort(shift, style));
  const rest = shifts.slice(most).reduce((sum, { count }) => sum + count, 0);
  if (rest > 0) clauses.push(`${style.count(rest, 'other change')} ${passive('made', rest, style)}`);
  const [last = '', before] = [clauses.at(-1), clauses.slice(0, -1)];
  return before.length === 0 ? last : `${before.join(', ')} and ${last}`;
}

/** `29 costs of MUG-… rose, most by 3.9 to 4.2 %, at most by 9.3 % (MUG-02)`. */
function describeMove(shift: Shift, style: ShiftStyle): string {
  const { spread } = shift;
  if (!spread) return describeInShort(shift, style);
  if (isOfOne(shift)) return `${describeInShort(shift, style)}${describeAmounts(shift)}`;
  return `${nounOf(shift, style)}${describeCommon(shift, style)} ${verbOf(shift, style)}${describeSpread(shift, spread, style)}`;
}

function describeAmounts({ first: { change } }: Shift): string {
  return `, from ${formatAmount(Number(change.before))} to ${formatAmount(Number(change.after))}`;
}

/** Beyond this ratio to the others, the amount that moves furthest is named. */
const FAR = 1.5;

function describeSpread({ isOneSku }: Shift, spread: Spread, style: ShiftStyle): string {
  const { least, most, furthest, from, to } = spread;
  const name = isOneSku || furthest === '' ? '' : nameIn(style, furthest);
  if (most > to * FAR)
    return `, most by ${describeRange(from, to)}, at most by ${describeRange(most, most)}${name && ` (${name})`}`;
  return ` by ${describeRange(least, most)}${most > least * FAR ? name && `, ${name} the most` : ''}`;
}

function describeRange(least: number, most: number): string {
  return `${least === most ? '' : `${formatTenths(least)} to `}${formatTenths(most)} %`;
}

/** A letter or a digit alone is by chance. */
const SHORT_PREFIX = 2;

function describeCommon({ common, isOneSku }: Shift, style: ShiftStyle): string {
  if (isOneSku) return common === '' ? '' : ` of ${nameIn(style, common)}`;
  return common.length > SHORT_PREFIX ? ` of ${nameIn(style, `${common}…`)}` : '';
}

/** As part of a list, which has no room for more names. */
function describeInShort(shift: Shift, style: ShiftStyle): string {
  const { field, kind, spread, first, count } = shift;
  const name = isOfOne(shift) ? nameIn(style, first.sku) : undefined;
  if (field === 'repricing')
    return `repricing ${passive(`switched ${kind}`, 1, style)} for ${name ?? style.count(count, 'listing')}`;
  const noun = name === undefined ? nounOf(shift, style) : `${nameField(field)} of ${name}`;
  return `${noun} ${verbOf(shift, style)}${spread ? ` by ${describeRange(spread.least, spread.most)}` : describeFirst(shift)}`;
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

function nounOf({ field, count }: Shift, style: ShiftStyle): string {
  return style.count(count, ...NOUNS[field]);
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
export function nameField(field: Field): string {
  return field === 'repricing' ? field : `the ${NOUNS[field][0]}`;
}
