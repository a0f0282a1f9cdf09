import type { FieldChanges } from '../../domain/documents/summary.ts';
import { FIELDS, type Field, type MoneyField } from '../../domain/fields.ts';
import type { Tally } from '../../domain/lists.ts';
import {
  BUCKET_COUNT,
  bucketOf,
  type ChangeKind,
  kindOfChange,
  percentOfChange,
  shareOfMove,
} from '../../domain/moves.ts';
import { type Change, changesOf, listingOf, type Outcome, rowOf } from '../../domain/stages.ts';

/** An amount that moves. Units: cents. */
export interface Move {
  readonly field: MoneyField;
  readonly before: number;
  readonly after: number;
  readonly line: number;
  readonly sku: string;
  readonly listingId: string;
}

/** The changes of a run as a whole. */
export interface ChangeDigest {
  readonly total: number;
  /** Only fields that change, in the order of `FIELDS`. */
  readonly fields: ReadonlyMap<Field, FieldChanges>;
  /** The few amounts that move furthest, furthest first; of each listing one at most. */
  readonly down: readonly Move[];
  readonly up: readonly Move[];
}

/** The largest moves first; equal ones stay in their order. */
export function furthestFirst(moves: readonly Move[]): readonly Move[] {
  const shareOf = ({ before, after }: Move): number => Math.abs(shareOfMove(before, after) ?? 0);
  return moves.toSorted((one, other) => shareOf(other) - shareOf(one));
}

/** Counts the changes of a run, in order, and keeps the few largest moves. */
export class ChangeTally implements Tally<Outcome, ChangeDigest> {
  #total = 0;
  readonly #fields = new Map<Field, FieldCounts>();
  readonly #down = new Largest<Extreme>(MAX_MOVES, ({ distance }) => distance);
  readonly #up = new Largest<Extreme>(MAX_MOVES, ({ distance }) => distance);

  /** `changes`: those of the update that count. */
  add(outcome: Outcome, changes: readonly Change[] = changesOf(outcome.entry)): void {
    let down: Change | undefined;
    let up: Change | undefined;
    let [lowest, highest] = [0, 0];
    for (const change of changes) {
      this.#count(change);
      const share = percentOfChange(change) ?? 0;
      if (share < lowest) [lowest, down] = [share, change];
      if (share > highest) [highest, up] = [share, change];
    }
    if (down) this.#down.add({ outcome, change: down, distance: -lowest });
    if (up) this.#up.add({ outcome, change: up, distance: highest });
  }

  #count(change: Change): void {
    this.#total++;
    let counts = this.#fields.get(change.field);
    if (!counts) {
      counts = { changes: 0, kinds: {}, buckets: Array.from({ length: BUCKET_COUNT }, () => 0) };
      this.#fields.set(change.field, counts);
    }
    const kind = kindOfChange(change);
    counts.changes++;
    counts.kinds[kind] = (counts.kinds[kind] ?? 0) + 1;
    if (kind !== 'up' && kind !== 'down') return;
    const bucket = bucketOf(Number(change.before), Number(change.after)) ?? 0;
    counts.buckets[bucket] = (counts.buckets[bucket] ?? 0) + 1;
  }

  result(): ChangeDigest {
    return {
      total: this.#total,
      fields: new Map(
        FIELDS.flatMap((field) => {
          const counts = this.#fields.get(field);
          return counts ? [[field, counts] as const] : [];
        }),
      ),
      down: this.#down.result().map(toMove),
      up: this.#up.result().map(toMove),
    };
  }
}

interface FieldCounts {
  changes: number;
  readonly kinds: Partial<Record<ChangeKind, number>>;
  readonly buckets: number[];
}

/** The change of an update that moves an amount furthest up, or down. */
interface Extreme {
  readonly outcome: Outcome;
  readonly change: Change;
  readonly distance: number;
}

function toMove({ change: { field, before, after }, outcome: { entry } }: Extreme): Move {
  const listing = listingOf(entry);
  return {
    field: field as MoneyField,
    before: Number(before),
    after: Number(after),
    line: rowOf(entry).line,
    sku: listing?.sku ?? '',
    listingId: listing?.id ?? '',
  };
}

/** How many moves are kept for each direction. */
export const MAX_MOVES = 5;

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
