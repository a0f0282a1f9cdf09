import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffListing } from '../../../src/plan/plan-row.ts';
import { changesSchema, toChangesJson } from '../../../src/run/folder/plan-schema.ts';
import { someDesired, someValues } from '../../plan/support.ts';
import { aListing, aResolved, cents } from '../../support/builders.ts';

describe('toChangesJson', () => {
  it('is before and after by field, money in cents', () => {
    expect(
      toChangesJson([
        { field: 'cost', before: cents(1000), after: cents(1299) },
        { field: 'strategy', before: null, after: 's-1' },
        { field: 'repricing', before: true, after: false },
        { field: 'manual_price', before: cents(0), after: null },
      ]),
    ).toEqual({
      cost: [1000, 1299],
      strategy: [null, 's-1'],
      repricing: [true, false],
      manual_price: [0, null],
    });
  });
});

describe('changesSchema', () => {
  it('gives back what was written, through JSON', () => {
    fc.assert(
      fc.property(someValues, someDesired, (values, desired) => {
        const changes = diffListing(aResolved({ listing: aListing({ values }), desired }));
        const json: unknown = JSON.parse(JSON.stringify(toChangesJson(changes)));
        expect(changesSchema.parse(json)).toEqual(changes);
      }),
    );
  });

  it('gives back any strategy, whatever it is called', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (after) => {
        const changes = [{ field: 'strategy', before: null, after }] as const;
        const json: unknown = JSON.parse(JSON.stringify(toChangesJson(changes)));
        expect(changesSchema.parse(json)).toEqual(changes);
      }),
    );
  });

  it('gives back any amount', () => {
    const amount = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(amount, amount, (before, after) => {
        const changes = [{ field: 'cost', before: cents(before), after: cents(after) }] as const;
        const json: unknown = JSON.parse(JSON.stringify(toChangesJson(changes)));
        expect(changesSchema.parse(json)).toEqual(changes);
      }),
    );
  });

  it.each([
    ['an unknown field', { price: [1, 2] }],
    ['an amount as text', { cost: ['1', 2] }],
    ['half a cent', { cost: [1.5, 2] }],
    ['an amount too large to be exact', { cost: [1, 2 ** 53] }],
    ['one value only', { cost: [1] }],
    ['three values', { cost: [1, 2, 3] }],
    ['a flag that is null', { repricing: [null, true] }],
    ['a strategy that is a number', { strategy: [null, 1] }],
    ['no pair', { cost: 5 }],
    ['a list', []],
    ['nothing', null],
  ])('refuses %s', (_name, json) => {
    expect(changesSchema.safeParse(json).success).toBe(false);
  });
});
