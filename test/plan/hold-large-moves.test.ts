import { describe, expect, it } from 'vitest';
import type { Desired, FieldValues } from '../../src/domain/fields.ts';
import { aListing, aResolved, type Plain } from '../support/builders.ts';
import { allow, planOne, someLimits } from './support.ts';

function planOf(desired: Plain<Desired>, holdOver: number, values: Plain<FieldValues>) {
  const limits = someLimits({ holdOver, allow: allow('below_cost') });
  return planOne(aResolved({ desired, listing: aListing({ values }) }), { limits });
}

describe('a row that moves far', () => {
  const plan = (cost: number, percent: number, before = 1000) => planOf({ cost }, percent, { cost: before });

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
    const live = { cost: 1000, minimum_price: 2000, maximum_price: 3000 };
    expect(planOf({ cost: 1010, minimum_price: 2020, maximum_price: 4000 }, 10, live)).toMatchObject({
      kind: 'held',
      message:
        'maximum_price moves from 30.00 to 40.00 (+33.3 %), and more than 10 % up or down needs approval',
    });
    expect(planOf({ cost: 1200, minimum_price: 2500 }, 10, live)).toMatchObject({
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
