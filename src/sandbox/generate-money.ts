import type { Listing } from './catalogue.ts';
import type { Random } from './random.ts';

type Money = Pick<
  Listing,
  'current_price' | 'current_shipping' | 'cost' | 'minimum_price' | 'maximum_price' | 'manual_price'
>;

/** Upper ends of cost ranges, cheap ones more often. Units: cents. */
const costTiers = [600, 600, 1500, 1500, 1500, 4000, 4000, 12_000, 60_000] as const;
const shippingCharges = [0, 0, 0, 399, 499, 599, 899] as const;

/**
 * Makes up amounts that go together: minimum below price below maximum, a minimum that covers the cost, a price ending in 9. On Amazon the
 * bounds and the manual price include shipping. Some are null, as in a real account.
 *
 * Units: cents.
 */
export function generateMoney(platform: Listing['platform'], random: Random): Money {
  const ceiling = random.pick(costTiers);
  const cost = random.integer(Math.ceil(ceiling / 4), ceiling);
  const price = endInNine((cost * random.integer(150, 260)) / 100 + 150);
  const shipping = random.pick(shippingCharges);
  const included = platform === 'amazon' ? shipping : 0;
  const isShippingKnown = !random.chance(0.02);
  const manual = random.chance(0.04) ? price + included : null;
  return {
    current_price: price,
    current_shipping: isShippingKnown ? shipping : null,
    cost: random.chance(0.1) ? null : cost,
    minimum_price: random.chance(0.12) ? null : Math.round((cost * 118) / 100) + 99 + included,
    maximum_price: random.chance(0.15)
      ? null
      : endInNine((price * random.integer(115, 160)) / 100) + included,
    manual_price: manual,
  };
}

function endInNine(cents: number): number {
  return Math.floor(cents / 10) * 10 + 9;
}
