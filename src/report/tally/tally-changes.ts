import type { BigMove, ChangesSummary, FieldChanges } from '../../domain/documents/summary.ts';
import { FIELDS, type Field, isMoneyField, type MoneyField } from '../../domain/fields.ts';
import { baselineOf, type PricedListing } from '../../domain/judge-price.ts';
import { countIn, itemOf, type Tally } from '../../domain/lists.ts';
import {
  BUCKET_COUNT,
  BUCKET_EDGES,
  bucketOf,
  type ChangeKind,
  type FirstAmount,
  kindOfChange,
  shareOfMove,
  tenthsOfPercent,
} from '../../domain/moves.ts';
import type { Change, ListingIdentity } from '../../domain/stages.ts';
import { medianBinOf } from '../../domain/statistics.ts';

/** A listing whose update counts. */
interface ChangedListing {
  readonly line: number;
  readonly listing: Pick<ListingIdentity, 'id' | 'sku'> & PricedListing;
  readonly changes: readonly Change[];
}

/** How many values of one field change in the same way. */
export interface Shift {
  readonly field: Field;
  readonly kind: ChangeKind;
  readonly count: number;
  readonly first: { readonly change: Change; readonly sku: string };
  /** Of amounts that rise or fall. */
  readonly far: Distances | undefined;
}

/** How far amounts move. Units: tenths of a percent, as `describePercent` rounds them, without a sign. */
export interface Distances {
  readonly median: number;
  readonly most: number;
  /** The SKU of the amount that moves furthest; of several the first. */
  readonly furthest: string;
}

/** The largest moves first; equal ones stay in their order. */
export function furthestFirst(moves: readonly BigMove[]): readonly BigMove[] {
  const shareOf = (move: BigMove): number => Math.abs(shareOfMove(move.before_cents, move.after_cents) ?? 0);
  return moves.toSorted((one, other) => shareOf(other) - shareOf(one));
}

/** How many moves are kept for each direction; of each listing one at most. */
export const MAX_MOVES = 5;

/** Further distances are counted together, so that the room for them does not grow with their number. */
const MAX_TENTHS = 10_000;

/** Counts the changes of a run, in order: what happens to each field, how far amounts move, and which move furthest. */
export class ChangeTally {
  /** By field and kind. */
  readonly #shifts = new Map<string, ShiftCounts>();
  readonly #buckets = new Map<Field, number[]>();
  /** Of amounts, by what happens to them. */
  readonly #furthest = new Map<ChangeKind, Largest<Extreme>>();

  add({ line, listing, changes }: ChangedListing): void {
    const furthest = new Map<ChangeKind, Extreme>();
    for (const change of changes) {
      const kind = this.#count(change, listing.sku);
      if (!isMoneyField(change.field) || change.after === null) continue;
      const share = shareOf(change, listing);
      if (share > (furthest.get(kind)?.share ?? Number.NEGATIVE_INFINITY))
        furthest.set(kind, { line, listing, change, share });
    }
    for (const [kind, extreme] of furthest) this.#furthestOf(kind).add(extreme);
  }

  #furthestOf(kind: ChangeKind): Largest<Extreme> {
    return itemOf(this.#furthest, kind, () => new Largest(MAX_MOVES, ({ share }) => share));
  }

  #count(change: Change, sku: string): ChangeKind {
    const { field } = change;
    const kind = kindOfChange(change);
    const shift = itemOf(this.#shifts, `${field} ${kind}`, () => ({
      field,
      kind,
      first: { change, sku },
      count: 0,
      byTenths: new Map(),
      furthest: undefined,
    }));
    shift.count++;
    if (kind === 'up' || kind === 'down') this.#countMove(change, shift, sku);
    return kind;
  }

  #countMove({ field, before, after }: Change, shift: ShiftCounts, sku: string): void {
    const [from, to] = [Number(before), Number(after)];
    const buckets = itemOf(this.#buckets, field, noMoves);
    const bucket = bucketOf(from, to) ?? 0;
    buckets[bucket] = (buckets[bucket] ?? 0) + 1;
    const tenths = Math.abs(tenthsOfPercent(from, to) ?? 0);
    const share = Math.abs(shareOfMove(from, to) ?? 0);
    if (share > (shift.furthest?.share ?? -1)) shift.furthest = { share, tenths, sku };
    if (tenths <= MAX_TENTHS) countIn(shift.byTenths, tenths);
  }

  /** `changes` in `summary.json`. */
  result(): ChangesSummary {
    const byField = FIELDS.flatMap((field) => {
      const shifts = [...this.#shifts.values()].filter((shift) => shift.field === field);
      const kinds = Object.fromEntries(shifts.map(({ kind, count }) => [kind, count]));
      const changes: FieldChanges = {
        changes: sumOf(shifts),
        kinds,
        buckets: this.#buckets.get(field) ?? noMoves(),
      };
      return shifts.length === 0 ? [] : [[field, changes] as const];
    });
    return {
      total: sumOf([...this.#shifts.values()]),
      bucket_edges_percent: BUCKET_EDGES,
      by_field: Object.fromEntries(byField),
      biggest: {
        down: this.#furthestOf('down').result().map(toMove),
        up: this.#furthestOf('up').result().map(toMove),
      },
    };
  }

  /** Amounts that are set where there is none, the furthest from the current price first; of each listing one at most. */
  firstAmounts(): readonly FirstAmount[] {
    return this.#furthestOf('set').result().map(toFirstAmount);
  }

  /** What changes in the same way, the most changes first. */
  shifts(): readonly Shift[] {
    return [...this.#shifts.values()]
      .sort((one, other) => other.count - one.count)
      .map(({ byTenths, furthest, ...shift }) => {
        if (!furthest) return { ...shift, far: undefined };
        const { tenths: most, sku } = furthest;
        const median = medianBinOf(byTenths, shift.count) ?? most;
        return { ...shift, far: { median, most, furthest: sku } };
      });
  }
}

interface ShiftCounts extends Pick<Shift, 'field' | 'kind' | 'first'> {
  count: number;
  readonly byTenths: Map<number, number>;
  /** Before rounding: two moves of `8.0 %` are seldom equal. */
  furthest: { readonly share: number; readonly tenths: number; readonly sku: string } | undefined;
}

/** The amount of an update that is furthest from what it is compared with: one that rises, one that falls, one that is set. */
interface Extreme extends Omit<ChangedListing, 'changes'> {
  readonly change: Change;
  readonly share: number;
}

/** How far an amount is from what it is compared with, without a sign. */
function shareOf(change: Change, listing: PricedListing): number {
  const from = baselineOf(change, listing)?.from;
  // Amounts that are compared with nothing come last.
  return from === undefined ? -1 : Math.abs(Number(change.after) - from) / from;
}

function toFirstAmount({ line, listing, change }: Extreme): FirstAmount {
  const { field, after } = change;
  const price = baselineOf(change, listing)?.from;
  return { line, sku: listing.sku, field: field as MoneyField, after: Number(after), price };
}

function noMoves(): number[] {
  return Array.from({ length: BUCKET_COUNT }, () => 0);
}

function sumOf(shifts: readonly ShiftCounts[]): number {
  return shifts.reduce((sum, { count }) => sum + count, 0);
}

function toMove({ line, listing, change }: Extreme): BigMove {
  const [before, after] = [Number(change.before), Number(change.after)];
  return {
    line,
    sku: listing.sku,
    listing_id: listing.id,
    field: change.field as MoneyField,
    before_cents: before,
    after_cents: after,
    percent: (tenthsOfPercent(before, after) ?? 0) / 10,
  };
}

/** The few largest of many; of equals, the earlier ones. */
export class Largest<T> implements Tally<T, readonly T[]> {
  readonly #most: number;
  readonly #sizeOf: (item: T) => number;
  /** The largest ones first, as soon as they are put in order. */
  #items: { readonly item: T; readonly size: number }[] = [];
  #least = Number.NEGATIVE_INFINITY;

  constructor(most: number, sizeOf: (item: T) => number) {
    this.#most = most;
    this.#sizeOf = sizeOf;
  }

  add(item: T): void {
    const size = this.#sizeOf(item);
    if (this.#items.length >= this.#most && size <= this.#least) return;
    this.#items.push({ item, size });
    if (this.#items.length >= 2 * this.#most) this.#cut();
  }

  /** Sorting keeps the order of equals. */
  #cut(): void {
    this.#items.sort((one, other) => other.size - one.size);
    this.#items = this.#items.slice(0, this.#most);
    this.#least = this.#items.at(-1)?.size ?? Number.NEGATIVE_INFINITY;
  }

  result(): readonly T[] {
    this.#cut();
    return this.#items.map(({ item }) => item);
  }
}
