import { describe, expect, it } from 'vitest';
import type { Desired } from '../../src/domain/fields.ts';
import { planRow } from '../../src/plan/plan-row.ts';
import { aListing, aResolved, cents } from '../support/builders.ts';

const LIMITS = {
  maxChange: 50,
  maxClears: { kind: 'percent', percent: 10 },
  maxInvalid: 10,
  minRows: 70,
  drift: 'overwrite',
  allow: new Set(['below_cost'] as const),
} as const;

describe('a row that moves far', () => {
  const plan = (cost: number, percent: number, before = 1000) =>
    planRow(
      aResolved({ desired: { cost: cents(cost) }, listing: aListing({ values: { cost: cents(before) } }) }),
      {
        limits: { ...LIMITS, holdOver: percent },
        verdictOf: () => undefined,
      },
    );

  it.each([
    [1100, 10, 'update'],
    [1101, 10, 'held'],
    [900, 10, 'update'],
    [899, 10, 'held'],
    [1125, 12.5, 'update'],
    [1126, 12.5, 'held'],
    [1001, 0, 'held'],
    [1501, 10, 'blocked'],
  ])('to %i of 1000 with %d %% is %s', (cost, percent, kind) => {
    expect(plan(cost, percent).kind).toBe(kind);
  });

  it('is held for each amount that moves too far, whichever comes first', () => {
    const plan = (desired: Desired) =>
      planRow(
        aResolved({
          desired,
          listing: aListing({
            values: { cost: cents(1000), minimum_price: cents(2000), maximum_price: cents(3000) },
          }),
        }),
        {
          limits: { ...LIMITS, holdOver: 10 },
          verdictOf: () => undefined,
        },
      );
    expect(plan({ cost: cents(1010), minimum_price: cents(2020), maximum_price: cents(4000) })).toMatchObject(
      {
        kind: 'held',
        message:
          'maximum_price moves from 30.00 to 40.00 (+33.3 %), and more than 10 % up or down needs approval',
      },
    );
    expect(plan({ cost: cents(1200), minimum_price: cents(2500) })).toMatchObject({
      message: expect.stringMatching(/^cost moves .*; minimum_price moves /),
    });
  });

  it('is measured in whole numbers', () => {
    // 0.1 % of 3000 is 3; with floats it would be a little more or less.
    expect([plan(3003, 0.1, 3000).kind, plan(3004, 0.1, 3000).kind]).toEqual(['update', 'held']);
  });

  it('is held as the update that it would be', () => {
    const [held, update] = [plan(1200, 10), plan(1200, 20)];
    expect(held).toEqual({
      ...update,
      kind: 'held',
      reason: 'hold_over',
      message: 'cost moves from 10.00 to 12.00 (+20.0 %), and more than 10 % up or down needs approval',
    });
  });
});
