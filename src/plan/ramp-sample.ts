import { percentOfChange } from '../domain/change-buckets.ts';
import type { ListingId } from '../domain/listing.ts';
import { NumberList } from '../domain/number-list.ts';
import { hashOfListing, NO_HASH, type RampCut, stepOfHash } from '../domain/ramp-cut.ts';
import type { Change, Update } from '../domain/stages.ts';
import type { Limit } from './limits.ts';
import { FURTHEST_RANK, kindsOfUpdate } from './risky-kinds.ts';
import { sizeSteps } from './size-steps.ts';

/** An update of a kind, for the first step. */
interface Example {
  /** Which of the updates. */
  readonly at: number;
  readonly id: ListingId;
  readonly hash: number;
  /** All kinds that it is an example of. */
  readonly kinds: readonly string[];
}

/** The largest move of a field in one direction. */
interface Furthest extends Example {
  readonly size: number;
}

export interface Sampled {
  readonly cut: RampCut;
  /** The step of each update, from 0, in the order in which they were added. */
  readonly steps: Uint8Array;
}

/**
 * Deals the updates of a plan out to the steps of a ramp. A step is a random part of the plan, the same one each time: those with the
 * lowest hashes of their listings. The first has one update of each kind too, as far as it has room, the riskiest kinds
 * first: clears, the largest moves, manual prices, and so on down to one of each channel.
 *
 * In memory are eight bytes for each update, and an example of each kind.
 */
export class RampSample {
  readonly #hashes = new NumberList();
  readonly #examples = new Map<string, Example & { readonly rank: number }>();
  readonly #furthest = new Map<string, Furthest>();

  get count(): number {
    return this.#hashes.count;
  }

  add(update: Pick<Update, 'changes' | 'resolved'>): void {
    const { id } = update.resolved.listing;
    const hash = hashOfListing(id);
    const at = this.#hashes.count;
    this.#hashes.push(hash);
    const found = kindsOfUpdate(update);
    const kinds = found.map(({ name }) => name);
    for (const { name, rank } of found) {
      const known = this.#examples.get(name);
      if (!known || hash < known.hash) this.#examples.set(name, { at, id, hash, kinds, rank });
    }
    for (const change of update.changes) this.#addMove(change, { at, id, hash, kinds });
  }

  #addMove(change: Change, example: Example): void {
    const percent = percentOfChange(change);
    if (percent === undefined) return;
    const name = `${change.field} ${percent > 0 ? 'up' : 'down'}`;
    const size = Math.abs(percent);
    const known = this.#furthest.get(name);
    const isFurther = !known || size > known.size || (size === known.size && example.hash < known.hash);
    if (isFurther) this.#furthest.set(name, { ...example, size });
  }

  /** `undefined`: the updates are too few for more than one step. */
  result(steps: readonly Limit[]): Sampled | undefined {
    const sizes = sizeSteps(steps, this.#hashes.count);
    const [first = 0] = sizes;
    if (sizes.length < 2) return undefined;
    const picked = this.#pick(first);
    const upTo = this.#findBounds(sizes, picked);
    const dealt = Uint8Array.from(this.#hashes.values(), (hash, at) =>
      picked.has(at) ? 0 : stepOfHash(hash, upTo),
    );
    return { cut: { picked: [...picked.values()].map(({ id }) => id), upTo }, steps: dealt };
  }

  /** One of each kind, the riskiest first, at most as many as the first step has room for; by their places. */
  #pick(room: number): ReadonlyMap<number, Example> {
    const picked = new Map<number, Example>();
    const covered = new Set<string>();
    for (const { name, example } of this.#ranked()) {
      if (picked.size === room) break;
      if (name !== undefined && covered.has(name)) continue;
      picked.set(example.at, example);
      for (const kind of example.kinds) covered.add(kind);
    }
    return picked;
  }

  /** Those without a name are picked whatever they have in common with others. */
  #ranked(): readonly { readonly name: string | undefined; readonly example: Example }[] {
    const furthest = [...this.#furthest.values()].map((example) => ({
      name: undefined,
      rank: FURTHEST_RANK,
      example,
    }));
    const others = [...this.#examples].map(([name, example]) => ({ name, rank: example.rank, example }));
    return [...others, ...furthest].sort(
      (one, other) => one.rank - other.rank || one.example.hash - other.example.hash,
    );
  }

  /** The highest hash of each step but the last. */
  #findBounds(sizes: readonly number[], picked: ReadonlyMap<number, Example>): readonly number[] {
    const hashes = this.#hashes
      .values()
      .filter((_, at) => !picked.has(at))
      .sort();
    return sizes.slice(0, -1).map((size) => hashes[size - picked.size - 1] ?? NO_HASH);
  }
}
