import type { PriceForces, PriceForcesByCurrency, PriceSumSummary } from '../../domain/documents/summary.ts';
import { forceOf, type PriceOutcome, UNKNOWN_PRICES } from '../../domain/judge-price.ts';
import { OBSTACLES } from '../../domain/listing.ts';
import { itemOf, NumberList, type Tally } from '../../domain/lists.ts';
import { tenthsOfPercent } from '../../domain/moves.ts';

/** What becomes of the price upon one update, and which row it is of. */
export interface PricedRow {
  readonly outcome: PriceOutcome;
  readonly currency: string;
  readonly line: number;
  readonly sku: string;
  readonly listingId: string;
}

/**
 * Sums up what becomes of the prices of updates, from their bounds alone: a part of `price_outcome` in `summary.json`. Keeps two numbers for
 * each price that has to move.
 */
export class PriceTally implements Tally<PricedRow, PriceSumSummary> {
  readonly #counts = {
    manual: zeros(['count', 'up', 'down', 'same', 'unknown']),
    within: 0,
    not_repriced: zeros(['count', ...OBSTACLES]),
    unknown: zeros(['count', ...UNKNOWN_PRICES]),
  };
  /** By currency: amounts are never added up or compared over several. */
  readonly #forces = { fall: new Map<string, ForceTally>(), rise: new Map<string, ForceTally>() };

  add(row: PricedRow): void {
    const { outcome } = row;
    const { manual, not_repriced, unknown } = this.#counts;
    switch (outcome.kind) {
      case 'manual':
        manual.count++;
        manual[directionOf(outcome)]++;
        break;
      case 'not_repriced':
        not_repriced.count++;
        for (const why of outcome.why) not_repriced[why]++;
        break;
      case 'unknown':
        unknown.count++;
        unknown[outcome.why]++;
        break;
      case 'within':
        this.#counts.within++;
        break;
      default:
        this.#addForce(row, outcome);
    }
  }

  #addForce({ currency, line, sku, listingId }: PricedRow, { kind, from, bound }: Forced): void {
    const cents = forceOf({ from, bound });
    const tenths = tenthsOfPercent(from, bound);
    const largest = { cents, row: { line, sku, listing_id: listingId } };
    const tally = itemOf(this.#forces[kind], currency, (): ForceTally => {
      return { cents: new NumberList(), tenths: new NumberList(), largest };
    });
    tally.cents.push(cents);
    if (tenths !== undefined) tally.tenths.push(Math.abs(tenths));
    if (cents > tally.largest.cents) tally.largest = largest;
  }

  result(): PriceSumSummary {
    const { fall, rise } = this.#forces;
    return { fall: toForces(fall), rise: toForces(rise), ...this.#counts };
  }
}

type Forced = Extract<PriceOutcome, { readonly kind: 'rise' | 'fall' }>;

interface ForceTally {
  readonly cents: NumberList;
  /** Of the price, where it is above 0. */
  readonly tenths: NumberList;
  /** Of several the first. */
  largest: { readonly cents: number; readonly row: PriceForces['largest'] };
}

function zeros<const K extends string>(keys: readonly K[]): Record<K, number> {
  return Object.fromEntries(keys.map((key) => [key, 0])) as Record<K, number>;
}

function directionOf({
  from,
  price,
}: Extract<PriceOutcome, { readonly kind: 'manual' }>): 'up' | 'down' | 'same' | 'unknown' {
  if (from === null) return 'unknown';
  if (from === price) return 'same';
  return price > from ? 'up' : 'down';
}

/** The currencies in the order of their codes. */
function toForces(tallies: ReadonlyMap<string, ForceTally>): PriceForcesByCurrency {
  const sorted = [...tallies].sort(([one], [other]) => (one < other ? -1 : 1));
  const entries = sorted.map(([currency, tally]) => [currency, toForce(tally)] as const);
  return {
    count: entries.reduce((sum, [, { count }]) => sum + count, 0),
    by_currency: Object.fromEntries(entries),
  };
}

/** The median: of two in the middle the larger. */
function toForce({ cents, tenths, largest }: ForceTally): PriceForces {
  const sorted = cents.values().sort();
  const shares = tenths.values().sort();
  return {
    count: cents.count,
    median_cents: sorted[sorted.length >> 1] ?? 0,
    largest_cents: largest.cents,
    median_percent: toPercent(shares[shares.length >> 1]),
    largest_percent: toPercent(shares.at(-1)),
    largest: largest.row,
  };
}

function toPercent(tenths: number | undefined): number | null {
  return tenths === undefined ? null : tenths / 10;
}
