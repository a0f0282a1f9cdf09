import { COMPUTED_FIELDS, isMoneyField } from '../domain/fields.ts';
import { livePrice } from '../domain/judge-price.ts';
import type { Tally } from '../domain/lists.ts';
import { type Change, changesOf, type PlanEntry } from '../domain/stages.ts';
import { FEW_MOVES } from './guard-rules.ts';

/** Factors between amounts in the wrong unit and the right amounts: cents read as whole units, a lost decimal sign. */
const SLIPS = [100, 10, 1 / 10, 1 / 100];
/** A factor counts as one of the slips when it is this close to it. */
const NEAR = 0.1;
/** Goods that sell hardly ever cost ten times their price, or a hundredth of it. */
const COST_BOUNDS = { up: 10, down: 1 / 100 } as const;

/** How an amount compares with the listing's present one. */
interface Move {
  /** A first amount has no earlier one to compare with, so the price of the listing is used instead. */
  readonly kind: 'change' | 'first_bound' | 'first_cost';
  /** The slips that it may come from, the nearest first. */
  readonly slips: readonly number[];
  /** A cost that was divided by the pieces that it is for. */
  readonly isDivided: boolean;
}

interface Slip {
  readonly slip: number;
  readonly near: readonly CountedMove[];
  /** How many amounts were looked at. */
  readonly of: number;
}

/** What it means for the run, and a flag that may be meant. */
interface SlipViolation {
  readonly message: string;
  readonly readAs?: Readonly<Record<string, string>>;
}

/** Finds out whether the amounts of a plan, sent or blocked, are most of them in the wrong unit. */
export class ScaleSlips implements Tally<PlanEntry, SlipViolation | undefined> {
  readonly #moves = new Map<string, CountedMove>();

  add(entry: PlanEntry): void {
    for (const move of movesOf(entry)) {
      const key = `${move.kind} ${move.slips.join(' ')} ${move.isDivided}`;
      const same = this.#moves.get(key);
      if (same) same.count++;
      else this.#moves.set(key, { ...move, count: 1 });
    }
  }

  /** The figures, if they are. */
  result(): SlipViolation | undefined {
    const moves = [...this.#moves.values()];
    // First costs show only huge slips, so first costs without one don't outvote the other amounts.
    const others = moves.filter(({ kind }) => kind !== 'first_cost');
    const found = findSlip(moves) ?? findSlip(others);
    if (!found) return undefined;
    const message = describeSlip(found);
    return found.slip === 100 ? { message, readAs: { '--money': 'cents' } } : { message };
  }
}

interface CountedMove extends Move {
  count: number;
}

function movesOf(entry: PlanEntry): readonly Move[] {
  const { listing, row } = 'resolved' in entry ? entry.resolved : {};
  return changesOf(entry).flatMap((change): readonly Move[] => {
    const { field, before, after } = change;
    const kind = kindOf(change);
    if (!isMoneyField(field) || kind === undefined) return [];
    const from = kind === 'change' || !listing ? before : livePrice(listing);
    if (!(Number(from) > 0 && Number(after) > 0)) return [];
    const isDivided = field === 'cost' && row?.pieces !== undefined;
    return [{ kind, slips: SLIPS_OF[kind](Number(after) / Number(from)), isDivided }];
  });
}

/** A first manual price is compared with the price row by row (`max_change`). */
function kindOf({ field, before }: Change): Move['kind'] | undefined {
  if (before !== null) return 'change';
  if (field === 'cost') return 'first_cost';
  return COMPUTED_FIELDS.some((bound) => bound === field) ? 'first_bound' : undefined;
}

/** The slips that a factor may come from. A bound is some way off the price, a cost may be anywhere well below it. */
const SLIPS_OF: Readonly<Record<Move['kind'], (factor: number) => readonly number[]>> = {
  change: (factor) => SLIPS.filter((slip) => Math.abs(factor / slip - 1) <= NEAR),
  first_bound: (factor) => SLIPS.filter((slip) => powerOfTen(slip) === powerOfTen(factor)),
  first_cost: (factor) => {
    if (factor <= COST_BOUNDS.down) return [1 / 100];
    if (factor < COST_BOUNDS.up) return [];
    return powerOfTen(factor) >= 2 ? [100, 10] : [10, 100];
  },
};

function powerOfTen(factor: number): number {
  return Math.round(Math.log10(factor));
}

/** The slip that more than half of the moves may come from; of two, the one that is nearest to more of them. */
function findSlip(moves: readonly CountedMove[]): Slip | undefined {
  const of = countAll(moves);
  if (of < FEW_MOVES) return undefined;
  const found = SLIPS.map((slip): Slip => {
    return { slip, near: moves.filter(({ slips }) => slips.includes(slip)), of };
  });
  const [first] = found
    .filter(({ near }) => countAll(near) * 2 > of)
    .sort((a, b) => countNearest(b) - countNearest(a));
  return first;
}

function countAll(moves: readonly CountedMove[]): number {
  return moves.reduce((sum, { count }) => sum + count, 0);
}

function countNearest({ slip, near }: Slip): number {
  return countAll(near.filter(({ slips }) => slips[0] === slip));
}

function describeSlip({ slip, near, of }: Slip): string {
  const direction = slip > 1 ? `${slip} times` : `1/${Math.round(1 / slip)} of`;
  const what = near.some(({ kind }) => kind !== 'change') ? 'hold or sell for' : 'hold';
  const costs = slip > 1 ? `${COST_BOUNDS.up} times` : `1/${Math.round(1 / COST_BOUNDS.down)}`;
  const bound = near.some(({ kind }) => kind === 'first_cost')
    ? ` (first costs: ${costs} or ${slip > 1 ? 'more' : 'less'})`
    : '';
  return `${countAll(near)} of ${of} amounts are about ${direction} what the listings ${what}${bound}, and the limit is half of them; ${describeRemedy({ slip, near })}`;
}

function describeRemedy({ slip, near }: Omit<Slip, 'of'>): string {
  if (slip < 1 && near.every(({ isDivided }) => isDivided)) return CHECK_PIECES;
  return REMEDIES[slip > 1 ? 'up' : 'down'][isHundred(slip) ? 'hundred' : 'ten'];
}

function isHundred(slip: number): boolean {
  return slip === 100 || slip === 1 / 100;
}

const CHECK_BOTH = 'check the decimal sign (--decimal) and the columns (--map)';
const CHECK_PIECES =
  'each cost was divided by the pieces that it is for: check the column or the flag that says how many (--map cost_divisor=, --map unit=, --cost-per)';
const REMEDIES = {
  up: { hundred: 'if they are in cents, pass --money cents; if not, check --decimal', ten: CHECK_BOTH },
  down: {
    hundred: 'check the decimal sign (--decimal), and --money if that is set to cents',
    ten: CHECK_BOTH,
  },
} as const;
