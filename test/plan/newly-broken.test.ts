import { describe, expect, it } from 'vitest';
import type { FieldValues } from '../../src/domain/fields.ts';
import { findNewlyBroken } from '../../src/plan/check-row-guards.ts';
import { aListing, cents } from '../support/builders.ts';

const planned = aListing().values;

function find(
  now: Partial<FieldValues>,
  before: Partial<FieldValues> = {},
  allow: readonly 'below_cost'[] = [],
) {
  const asPlanned = { ...planned, ...before };
  const listing = aListing();
  const found = findNewlyBroken(
    { listing, planned: asPlanned, now: { ...asPlanned, ...now } },
    new Set(allow),
  );
  return found.map(({ rule, message }) => `${rule}: ${message}`);
}

describe('findNewlyBroken', () => {
  it.each([
    [{ cost: cents(1100) }, 'below_cost: minimum_price 10.00 is under the cost 11.00'],
    [
      { minimum_price: cents(2100) },
      'min_above_max: the minimum price 21.00 is above the maximum price 20.00',
    ],
    [
      { manual_price: cents(900) },
      'manual_out_of_bounds: the manual price 9.00 is under the minimum price 10.00',
    ],
    [
      { manual_price: cents(2100) },
      'manual_out_of_bounds: the manual price 21.00 is above the maximum price 20.00',
    ],
    [{ maximum_price: cents(0) }, 'zero_price: maximum_price is 0, and a price has to be above 0'],
    [
      { cost: cents(0) },
      'zero_cost: the cost is 0.00 instead of 6.00, and many programs write 0 for a cost that is not known',
    ],
  ])('finds a rule that %j breaks', (now, message) => {
    expect(find(now)).toContain(message);
  });

  it('finds nothing where the listing is sound, however far an amount has moved', () => {
    expect(find({ maximum_price: cents(900_000) })).toEqual([]);
  });

  it('finds nothing that was so already as planned, or is let pass', () => {
    expect(find({ cost: cents(1200) }, { cost: cents(1100) })).toEqual([]);
    expect(find({ cost: cents(1100) }, {}, ['below_cost'])).toEqual([]);
  });
});
