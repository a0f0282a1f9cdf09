import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentedListing, isDocumented } from '../../src/service/schemas.ts';
import { listingId } from '../support/builders.ts';
import { runs } from '../support/runs.ts';
import { wireListing } from './support.ts';

const FIELDS = Object.keys(wireListing(1));

/** What JSON may hold in the place of a value, near misses included. */
const value = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(
    ...['listing', 'usd', 'USD', 'us', 'usdx', 'ÜSD', '', ' usd', 'usd\n', listingId(2), `${listingId(2)} `],
  ),
  fc.constantFrom(null, true, false, 0, -0, -1, 1.5, 2 ** 53 - 1, 2 ** 53, -(2 ** 53), 1e308, 600),
  fc.constantFrom(listingId(2).toUpperCase(), listingId(2).replaceAll('-', ''), `x${listingId(2)}`),
);

function expectSame(raw: unknown): void {
  expect(isDocumented(raw)).toBe(documentedListing.safeParse(raw).success);
}

describe('isDocumented', () => {
  it('takes a listing as it is documented', () => {
    expect(isDocumented(wireListing(1, { manual_price: 1234, current_price: null }))).toBe(true);
  });

  it('takes and refuses what the schema does', () => {
    const changed = fc.dictionary(fc.constantFrom(...FIELDS), value, { maxKeys: 3 });
    const left = fc.subarray(FIELDS, { maxLength: 2 });
    fc.assert(
      fc.property(changed, left, (changes, missing) => {
        const fields = Object.entries(wireListing(1, changes)).filter(([name]) => !missing.includes(name));
        expectSame(JSON.parse(JSON.stringify(Object.fromEntries(fields))));
      }),
      { numRuns: runs(2000) },
    );
  });

  it.each(FIELDS)('takes and refuses what the schema does in the place of %s', (field) => {
    fc.assert(
      fc.property(value, (put) => expectSame({ ...wireListing(1), [field]: put })),
      { numRuns: runs(200) },
    );
  });

  it('takes nothing that is no object', () => {
    fc.assert(fc.property(fc.jsonValue(), expectSame));
    expectSame([wireListing(1)]);
  });
});
