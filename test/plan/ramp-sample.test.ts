import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stepFinderOf } from '../../src/domain/ramp-cut.ts';
import type { Update } from '../../src/domain/stages.ts';
import type { Limit } from '../../src/plan/limits.ts';
import { RampSample } from '../../src/plan/ramp-sample.ts';
import { aListing, anUpdate, cents, listingId } from '../support/builders.ts';

type Desired = Parameters<typeof anUpdate>[0];
type Fields = Parameters<typeof aListing>[0];

function updateOf(number: number, desired: Desired = { cost: cents(610) }, fields: Fields = {}): Update {
  return anUpdate(desired, aListing({ id: listingId(number), ...fields }));
}

/** Updates of listings from 1 up that all do the same. */
function manyOf(count: number, desired?: Desired): Update[] {
  return Array.from({ length: count }, (_, index) => updateOf(index + 1, desired));
}

const TEN_THEN_ALL: readonly Limit[] = [
  { kind: 'count', count: 10 },
  { kind: 'percent', percent: 100 },
];
const THREE_STEPS: readonly Limit[] = [
  { kind: 'percent', percent: 1 },
  { kind: 'percent', percent: 10 },
  { kind: 'percent', percent: 100 },
];

function deal(updates: readonly Update[], steps = TEN_THEN_ALL) {
  const sample = new RampSample();
  for (const update of updates) sample.add(update);
  return sample.result(steps);
}

/** Numbers of the listings in a step. */
function numbersIn(updates: readonly Update[], step: number, steps = TEN_THEN_ALL): readonly number[] {
  const dealt = deal(updates, steps)?.steps ?? [];
  return updates
    .filter((_, at) => dealt[at] === step)
    .map(({ resolved }) => Number(resolved.listing.id.slice(-12)));
}

describe('RampSample', () => {
  it('deals out as many as the steps are meant to have', () => {
    const updates = manyOf(2000);
    const sizes = [0, 1, 2].map((step) => numbersIn(updates, step, THREE_STEPS).length);
    expect(sizes).toEqual([20, 180, 1800]);
  });

  it('spreads the first step over the whole plan', () => {
    const first = numbersIn(manyOf(10_000), 0, THREE_STEPS);
    const tenths = new Set(first.map((number) => Math.floor((number - 1) / 1000)));
    expect([first.length, tenths.size]).toEqual([100, 10]);
  });

  it.each([
    ['a clear', { minimum_price: null }],
    ['a manual price', { manual_price: cents(1500) }],
    ['repricing that is switched off', { repricing: false }],
    ['a strategy', { strategy: 'a-strategy' }],
    ['a fall', { cost: cents(590) }],
    ['another field', { maximum_price: cents(2100) }],
  ] as const)('has %s in the first step, if only one update has it', (_name, desired) => {
    for (const number of [1, 250, 499]) {
      const updates = manyOf(500);
      updates[number - 1] = updateOf(number, desired);
      expect(numbersIn(updates, 0)).toContain(number);
    }
  });

  it.each([
    ['platform', { platform: 'walmart' }],
    ['channel', { channel: 'c0000000-0000-4000-8000-000000000009' }],
    ['currency', { currency: 'eur' }],
  ] as const)('has one of each %s', (_name, fields) => {
    const updates = manyOf(500);
    updates[249] = updateOf(250, { cost: cents(610) }, fields);
    expect(numbersIn(updates, 0)).toContain(250);
  });

  it('has the largest move of each field in each direction', () => {
    const updates = manyOf(500);
    updates[99] = updateOf(100, { cost: cents(700) });
    updates[100] = updateOf(101, { cost: cents(650) });
    updates[199] = updateOf(200, { cost: cents(500) });
    updates[200] = updateOf(201, { cost: cents(550) });
    expect(numbersIn(updates, 0)).toEqual(expect.arrayContaining([100, 200]));
  });

  it('takes the riskiest kinds first, where the first step has no room for all', () => {
    const updates = manyOf(100);
    updates[10] = updateOf(11, { minimum_price: null });
    updates[20] = updateOf(21, { cost: cents(900) });
    updates[30] = updateOf(31, { repricing: false });
    const two: readonly Limit[] = [{ kind: 'count', count: 2 }, ...TEN_THEN_ALL.slice(1)];
    expect(numbersIn(updates, 0, two)).toEqual([11, 21]);
  });

  it('takes no second update for a kind that another one is an example of', () => {
    const updates = manyOf(100);
    updates[10] = updateOf(11, { minimum_price: null, repricing: false });
    const picked = deal(updates)?.cut.picked ?? [];
    expect(picked).toContain(listingId(11));
    // The largest rise of a cost is any of the others, which is an example of everything else, too.
    expect(picked).toHaveLength(2);
  });

  it('is one step if the updates are too few', () => {
    expect([deal(manyOf(10)), deal([])]).toEqual([undefined, undefined]);
    expect(deal(manyOf(11))?.steps).toHaveLength(11);
  });

  it('deals out the same whatever the order, and as its own cut says', () => {
    const scene = fc.record({
      updates: fc.uniqueArray(fc.integer({ min: 1, max: 5000 }), { minLength: 12, maxLength: 200 }),
      first: fc.integer({ min: 1, max: 10 }),
      seed: fc.array(fc.constantFrom(0, 1, 2, 3), { minLength: 200, maxLength: 200 }),
    });
    const kinds: readonly Desired[] = [
      { cost: cents(610) },
      { cost: cents(590) },
      { minimum_price: null },
      { manual_price: cents(1500), cost: cents(620) },
    ];
    fc.assert(
      fc.property(scene, ({ updates: numbers, first, seed }) => {
        const steps: readonly Limit[] = [{ kind: 'count', count: first }, ...THREE_STEPS.slice(1)];
        const updates = numbers.map((number) => updateOf(number, kinds[seed[number % 200] ?? 0]));
        const dealt = deal(updates, steps);
        const byNumber = (all: readonly Update[], found: typeof dealt) =>
          new Map(all.map(({ resolved }, at) => [resolved.listing.id, found?.steps[at]]));
        const reversed = updates.toReversed();
        const known = byNumber(updates, dealt);
        expect(byNumber(reversed, deal(reversed, steps))).toEqual(known);
        const stepOf = stepFinderOf(dealt?.cut ?? { picked: [], upTo: [] });
        for (const [id, step] of known) expect(stepOf(id)).toBe(step);
        expect([...known.values()].filter((step) => step === 0)).toHaveLength(first);
      }),
    );
  });
});
