import type {
  PriceForces,
  PriceForcesByCurrency,
  PriceSumSummary,
  PricesSummary,
} from '../../domain/documents/summary.ts';
import type { Force, Forces, PriceDigest, PriceSum } from './tally-prices.ts';

/** `price_outcome` in `summary.json`. */
export function summarizePrices({ going, held }: PriceDigest): PricesSummary {
  return { going: toJson(going), held: toJson(held) };
}

function toJson({ kinds, rise, fall, manual, obstacles, unknown }: PriceSum): PriceSumSummary {
  return {
    fall: toForcesJson(fall, kinds.fall),
    rise: toForcesJson(rise, kinds.rise),
    manual: { count: kinds.manual, ...manual },
    within: kinds.within,
    not_repriced: { count: kinds.not_repriced, ...obstacles },
    unknown: { count: kinds.unknown, ...unknown },
  };
}

function toForcesJson(forces: Forces, count: number): PriceForcesByCurrency {
  const entries = [...forces].map(([currency, force]) => [currency, toForceJson(force)] as const);
  return { count, by_currency: Object.fromEntries(entries) };
}

function toForceJson({ count, medianTenths, largestTenths, largest, ...cents }: Force): PriceForces {
  return {
    count,
    median_cents: cents.medianCents,
    largest_cents: cents.largestCents,
    median_percent: medianTenths === undefined ? null : medianTenths / 10,
    largest_percent: largestTenths === undefined ? null : largestTenths / 10,
    largest: { line: largest.line, sku: largest.sku, listing_id: largest.listingId },
  };
}
