import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIELDS } from '../../src/domain/fields.ts';
import { diffListing } from '../../src/plan/plan-row.ts';
import { aListing, aResolved, cents } from '../support/builders.ts';
import { differingFields, someDesired, someValues, withChanges } from './support.ts';

const someResolved = fc
  .record({ values: someValues, desired: someDesired })
  .map(({ values, desired }) => aResolved({ listing: aListing({ values }), desired }));

describe('diffListing', () => {
  it.each([
    ['nothing wished', {}, []],
    ['the same amount', { cost: cents(600) }, []],
    ['the same null', { strategy: null, manual_price: null }, []],
    ['the same flag', { repricing: true }, []],
    ['another amount', { cost: cents(601) }, [{ field: 'cost', before: 600, after: 601 }]],
    ['a clear', { minimum_price: null }, [{ field: 'minimum_price', before: 1000, after: null }]],
    ['a zero', { minimum_price: cents(0) }, [{ field: 'minimum_price', before: 1000, after: 0 }]],
    ['a first amount', { manual_price: cents(5) }, [{ field: 'manual_price', before: null, after: 5 }]],
    ['false', { repricing: false }, [{ field: 'repricing', before: true, after: false }]],
    [
      'several, in the order of the fields',
      { manual_price: cents(1), strategy: 's', cost: cents(2) },
      [
        { field: 'cost', before: 600, after: 2 },
        { field: 'strategy', before: null, after: 's' },
        { field: 'manual_price', before: null, after: 1 },
      ],
    ],
  ])('%s', (_name, desired, expected) => {
    expect(diffListing(aResolved({ desired }))).toEqual(expected);
  });

  it('tells null from 0, both ways', () => {
    const listing = aListing({ values: { minimum_price: cents(0), maximum_price: null } });
    const desired = { minimum_price: null, maximum_price: cents(0) };
    expect(diffListing(aResolved({ listing, desired }))).toEqual([
      { field: 'minimum_price', before: 0, after: null },
      { field: 'maximum_price', before: null, after: 0 },
    ]);
  });

  it('leads from what the listing holds to what is desired', () => {
    fc.assert(
      fc.property(someResolved, (resolved) => {
        const after = withChanges(resolved.listing, diffListing(resolved)).values;
        expect(after).toEqual({ ...resolved.listing.values, ...resolved.desired });
      }),
    );
  });

  it('never names a field that nobody wished anything of', () => {
    fc.assert(
      fc.property(someResolved, (resolved) => {
        for (const { field } of diffListing(resolved)) expect(Object.keys(resolved.desired)).toContain(field);
      }),
    );
  });

  it('is as small as can be: each change is one, each field once, in the order of the fields', () => {
    fc.assert(
      fc.property(someResolved, (resolved) => {
        const changes = diffListing(resolved);
        const { values } = resolved.listing;
        expect(changes.map(({ field }) => field)).toEqual(
          differingFields(values, { ...values, ...resolved.desired }),
        );
        for (const { field, before, after } of changes) {
          expect(before).toBe(values[field]);
          expect(after).not.toBe(before);
        }
      }),
    );
  });

  it('is empty where the listing already holds what is desired', () => {
    const fieldsOfValues = fc.record({ values: someValues, fields: fc.subarray([...FIELDS]) });
    fc.assert(
      fc.property(fieldsOfValues, ({ values, fields }) => {
        const desired = Object.fromEntries(fields.map((field) => [field, values[field]]));
        expect(diffListing(aResolved({ listing: aListing({ values }), desired }))).toEqual([]);
      }),
    );
  });
});
