import type { Field } from '../../domain/fields.ts';
import { formatTenths } from '../../domain/moves.ts';
import { clip } from '../text/printable.ts';
import { capitalize, count as counted, formatAmount, type Nouns } from '../text/words.ts';
import type { RunReport } from './run-report.ts';
import type { Distances, Shift } from './tally-shifts.ts';

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
  const others = shifts
    .filter((shift) => !moves.includes(shift))
    .sort((one, other) => rankOf(one) - rankOf(other));
  return toSentences([...moves.map((shift) => describeMove(shift, style)), listOthers(others, style)]);
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
function listOthers(shifts: readonly Shift[], style: ShiftStyle): string {
  const clauses = shifts.slice(0, MAX_CLAUSES).map((shift) => describeInShort(shift, style));
  const rest = shifts.slice(MAX_CLAUSES).reduce((sum, { count }) => sum + count, 0);
  if (rest > 0) clauses.push(`${counted(rest, 'other change')} ${passive('made', rest, style)}`);
  const [last = '', before] = [clauses.at(-1), clauses.slice(0, -1)];
  return before.length === 0 ? last : `${before.join(', ')} and ${last}`;
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
  const { field, kind, far, first, count } = shift;
  const name = isOfOne(shift) ? nameIn(style.quote, first.sku) : undefined;
  if (field === 'repricing')
    return `repricing ${passive(`switched ${kind}`, 1, style)} for ${name ?? counted(count, 'listing')}`;
  const noun = name === undefined ? counted(count, ...NOUNS[field]) : `${nameField(field)} of ${name}`;
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
export function nameField(field: Field): string {
  return field === 'repricing' ? field : `the ${NOUNS[field][0]}`;
}

/** Of a longer name the beginning is enough to find it. */
const MAX_NAME = 60;

/** A SKU, or what several have in common. */
export function nameIn(quote: Quote, name: string): string {
  return quote(clip(name, MAX_NAME));
}
