import {
  BUCKET_COUNT,
  bucketOf,
  type ChangeKind,
  kindOfChange,
  shareOfMove,
} from '../../domain/change-buckets.ts';
import { FIELDS, type Field, isMoneyField, type MoneyField } from '../../domain/fields.ts';
import { type Change, changesOf, listingOf, type Outcome, rowOf } from '../../domain/stages.ts';
import type { Tally } from '../../domain/tally.ts';

/** What the changes of a run do to one field. */
export interface FieldTally {
  readonly changes: number;
  /** Only kinds that there are. */
  readonly kinds: Readonly<Partial<Record<ChangeKind, number>>>;
  /** How many amounts move how far, by `bucketOf`; all 0 for what is no amount. */
  readonly buckets: readonly number[];
}

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
  readonly fields: ReadonlyMap<Field, FieldTally>;
  /** The few amounts that move furthest, furthest first; of each listing one at most. */
  readonly down: readonly Move[];
  readonly up: readonly Move[];
}

/** Sees the outcomes of a run whose changes count one by one, in order, and holds on to the few that move furthest. */
export class ChangeTally implements Tally<Outcome, ChangeDigest> {
  #total = 0;
  readonly #fields = new Map<Field, FieldCounts>();
  readonly #down = new Furthest();
  readonly #up = new Furthest();

  /** `changes`: those of the update that count. */
  add(outcome: Outcome, changes: readonly Change[] = changesOf(outcome.entry)): void {
    let down: Change | undefined;
    let up: Change | undefined;
    let [lowest, highest] = [0, 0];
    for (const change of changes) {
      this.#count(change);
      const share = shareOf(change);
      if (share < lowest) [lowest, down] = [share, change];
      if (share > highest) [highest, up] = [share, change];
    }
    if (down && this.#down.takes(-lowest)) this.#down.add(-lowest, toMove(down, outcome));
    if (up && this.#up.takes(highest)) this.#up.add(highest, toMove(up, outcome));
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
      down: this.#down.moves(),
      up: this.#up.moves(),
    };
  }
}

interface FieldCounts {
  changes: number;
  readonly kinds: Partial<Record<ChangeKind, number>>;
  readonly buckets: number[];
}

function shareOf({ field, before, after }: Change): number {
  if (!isMoneyField(field) || before === null || after === null) return 0;
  return shareOfMove(Number(before), Number(after)) ?? 0;
}

function toMove({ field, before, after }: Change, { entry }: Outcome): Move {
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

/** The few that go furthest; of those that go equally far the first. */
class Furthest {
  readonly #held: { readonly distance: number; readonly move: Move }[] = [];

  /** Asked first, since most moves are none of them. */
  takes(distance: number): boolean {
    return this.#held.length < MAX_MOVES || distance > (this.#held.at(-1)?.distance ?? 0);
  }

  add(distance: number, move: Move): void {
    const at = this.#held.findIndex((other) => other.distance < distance);
    this.#held.splice(at === -1 ? this.#held.length : at, 0, { distance, move });
    this.#held.length = Math.min(this.#held.length, MAX_MOVES);
  }

  moves(): readonly Move[] {
    return this.#held.map(({ move }) => move);
  }
}
