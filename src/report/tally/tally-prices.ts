import { forceOf } from '../../domain/judge-price.ts';
import { OBSTACLES } from '../../domain/listing.ts';
import { NumberList } from '../../domain/lists.ts';
import { tenthsOfPercent } from '../../domain/moves.ts';
import { PRICE_KINDS, type PriceOutcome, UNKNOWN_PRICES } from '../../domain/price-outcome.ts';

/** What becomes of the price upon one update, and which row it is of. */
export interface PricedRow {
  readonly outcome: PriceOutcome;
  readonly currency: string;
  readonly line: number;
  readonly sku: string;
  readonly listingId: string;
  /** It waits for a person. */
  readonly isHeld: boolean;
}

/** How far the prices of one currency have to move in one direction. */
export interface Force {
  readonly count: number;
  /** Of two in the middle the larger. Units: cents. */
  readonly medianCents: number;
  readonly largestCents: number;
  /** Units: tenths of a percent of the price; `undefined` if no price is above 0. */
  readonly medianTenths: number | undefined;
  readonly largestTenths: number | undefined;
  /** The row with the largest move in money; of several the first. */
  readonly largest: Pick<PricedRow, 'line' | 'sku' | 'listingId'>;
}

/** By currency: amounts are never added up or compared over several. */
export type Forces = ReadonlyMap<string, Force>;

/** What becomes of prices, of updates that go out or went out, and of updates that wait for a person. */
export type PriceDigest = ReturnType<PriceTally['result']>;
/** What updates do to prices. */
export type PriceSum = PriceDigest['going'];

/** Sums up what becomes of the prices of updates, from their bounds alone. Keeps two numbers for each price that has to move. */
export class PriceTally {
  readonly #going = new SumTally();
  readonly #held = new SumTally();

  add(row: PricedRow): void {
    (row.isHeld ? this.#held : this.#going).add(row);
  }

  result() {
    return { going: this.#going.result(), held: this.#held.result() } as const;
  }
}

class SumTally {
  readonly #kinds = zeros(PRICE_KINDS);
  readonly #manual = zeros(['up', 'down', 'same', 'unknown'] as const);
  readonly #obstacles = zeros(OBSTACLES);
  readonly #unknown = zeros(UNKNOWN_PRICES);
  readonly #forces = { rise: new Map<string, ForceTally>(), fall: new Map<string, ForceTally>() };

  add(row: PricedRow): void {
    const { outcome } = row;
    this.#kinds[outcome.kind]++;
    if (outcome.kind === 'manual') this.#manual[directionOf(outcome)]++;
    else if (outcome.kind === 'not_repriced') for (const why of outcome.why) this.#obstacles[why]++;
    else if (outcome.kind === 'unknown') this.#unknown[outcome.why]++;
    else if (outcome.kind !== 'within') this.#addForce(row, outcome);
  }

  #addForce({ currency, line, sku, listingId }: PricedRow, { kind, from, bound }: Forced): void {
    const forces = this.#forces[kind];
    const tally = forces.get(currency) ?? { cents: new NumberList(), tenths: new NumberList() };
    forces.set(currency, tally);
    const cents = forceOf({ from, bound });
    const tenths = tenthsOfPercent(from, bound);
    tally.cents.push(cents);
    if (tenths !== undefined) tally.tenths.push(Math.abs(tenths));
    if (!tally.largest || cents > tally.largest.cents) tally.largest = { cents, line, sku, listingId };
  }

  result() {
    return {
      /** Updates by what becomes of the price. */
      kinds: this.#kinds,
      rise: toForces(this.#forces.rise),
      fall: toForces(this.#forces.fall),
      /** What a manual price does to the price. */
      manual: this.#manual,
      /** A listing may have several obstacles. */
      obstacles: this.#obstacles,
      unknown: this.#unknown,
    } as const;
  }
}

type Forced = Extract<PriceOutcome, { readonly kind: 'rise' | 'fall' }>;

interface ForceTally {
  readonly cents: NumberList;
  /** Of the price, where it is above 0. */
  readonly tenths: NumberList;
  largest?: Force['largest'] & { readonly cents: number };
}

function zeros<K extends string>(keys: readonly K[]): Record<K, number> {
  return Object.fromEntries(keys.map((key) => [key, 0])) as Record<K, number>;
}

function directionOf({
  from,
  price,
}: Extract<PriceOutcome, { readonly kind: 'manual' }>): keyof PriceSum['manual'] {
  if (from === null) return 'unknown';
  if (from === price) return 'same';
  return price > from ? 'up' : 'down';
}

/** The currencies in the order of their codes. */
function toForces(tallies: ReadonlyMap<string, ForceTally>): Forces {
  return new Map(
    [...tallies]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([currency, tally]) => {
        const force = toForce(tally);
        return force ? [[currency, force] as const] : [];
      }),
  );
}

function toForce({ cents, tenths, largest }: ForceTally): Force | undefined {
  if (!largest) return undefined;
  const { cents: largestCents, ...row } = largest;
  const sorted = cents.values().sort();
  const shares = tenths.values().sort();
  return {
    count: cents.count,
    medianCents: sorted[sorted.length >> 1] ?? 0,
    largestCents,
    medianTenths: shares[shares.length >> 1],
    largestTenths: shares.at(-1),
    largest: row,
  };
}
