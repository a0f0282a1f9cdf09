import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffListing } from '../../src/plan/plan-row.ts';
import { aListing, aResolved } from '../support/builders.ts';
import { differingFields, someDesired, someValues, withChanges } from './support.ts';

describe('diffListing', () => {
  it.each([
    ['nothing wished', {}, []],
    ['the same amount', { cost: 600 }, []],
    ['the same null', { strategy: null, manual_price: null }, []],
    ['the same flag', { repricing: true }, []],
    ['another amount', { cost: 601 }, [{ field: 'cost', before: 600, after: 601 }]],
    ['a clear', { minimum_price: null }, [{ field: 'minimum_price', before: 1000, after: null }]],
    ['a zero', { minimum_price: 0 }, [{ field: 'minimum_price', before: 1000, after: 0 }]],
    ['a first amount', { manual_price: 5 }, [{ field: 'manual_price', before: null, after: 5 }]],
    ['false', { repricing: false }, [{ field: 'repricing', before: true, after: false }]],
    [
      'several, in the order of the fields',
      { manual_price: 1, strategy: 's', cost: 2 },
      [
        { field: 'cost', before: 600, after: 2 },
        { field: 'strategy', before: null, after: 's' },
        { field: 'manual_price', before: null, after: 1 },
      ],
    ],
  ])('%s', (_name, desired, expected) => {
    expect(diffListing(aResolved({ desired }))).toEqual(expected);
  });

  it('leads from what the listing holds to what is desired, by changes that are changes, in the order of the fields', () => {
    fc.assert(
      fc.property(someValues, someDesired, (values, desired) => {
        const listing = aListing({ values });
        const changes = diffListing(aResolved({ listing, desired }));
        const wanted = { ...values, ...desired };
        expect(withChanges(listing, changes).values).toEqual(wanted);
        expect(changes.map(({ field }) => field)).toEqual(differingFields(values, wanted));
        for (const { field, before } of changes) expect(before).toBe(values[field]);
      }),
    );
  });
});
