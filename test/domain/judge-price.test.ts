import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldValues } from '../../src/domain/fields.ts';
import { describePriceOutcome, judgePrice, priceOutcomeOf } from '../../src/domain/judge-price.ts';
import type { Listing } from '../../src/domain/listing.ts';
import type { PriceOutcome } from '../../src/domain/price-outcome.ts';
import type { Change, Held, Outcome } from '../../src/domain/stages.ts';
import { aListing, anUpdate, cents } from '../support/builders.ts';
import { runs } from '../support/runs.ts';

type Live = Partial<Omit<Listing, 'values'>> & { readonly values?: Partial<FieldValues> };

/** Sells for 8.00 and 1.00 of shipping, is repriced between 5.00 and 20.00 by no strategy. */
function sold({ values, ...fields }: Live = {}): Listing {
  return aListing({
    currentPrice: 800,
    currentShipping: 100,
    ...fields,
    values: { cost: cents(100), minimum_price: cents(500), maximum_price: cents(2000), ...values },
  });
}

function judge(desired: Partial<FieldValues>, live: Live = {}, pins: readonly Change[] = []): PriceOutcome {
  const listing = sold(live);
  return judgePrice({ listing, changes: anUpdate(desired, listing).changes, pins });
}

const WALMART = { platform: 'walmart' };
const BY_STRATEGY = { values: { strategy: 's-1' } };
const pin = (field: 'minimum_price' | 'maximum_price', amount: number): Change => ({
  field,
  before: cents(amount),
  after: cents(amount),
});

describe('judgePrice', () => {
  it.each<readonly [name: string, desired: Partial<FieldValues>, live: Live, expected: object]>([
    [
      'amazon: a minimum at price and shipping',
      { minimum_price: cents(900) },
      {},
      { kind: 'within', from: 900 },
    ],
    [
      'amazon: a minimum a cent above them',
      { minimum_price: cents(901) },
      {},
      { kind: 'rise', from: 900, bound: 901 },
    ],
    ['amazon: a maximum at price and shipping', { maximum_price: cents(900) }, {}, { kind: 'within' }],
    [
      'amazon: a maximum a cent below them',
      { maximum_price: cents(899) },
      {},
      { kind: 'fall', from: 900, bound: 899 },
    ],
    [
      'walmart: a minimum at the price alone',
      { minimum_price: cents(800) },
      WALMART,
      { kind: 'within', from: 800 },
    ],
    [
      'walmart: a minimum a cent above it',
      { minimum_price: cents(801) },
      WALMART,
      { kind: 'rise', from: 800, bound: 801 },
    ],
    [
      'walmart: a maximum a cent below it',
      { maximum_price: cents(799) },
      WALMART,
      { kind: 'fall', from: 800, bound: 799 },
    ],
    [
      'a minimum that was too high before, another field',
      { cost: cents(200) },
      { values: { minimum_price: cents(950) } },
      { kind: 'rise', bound: 950 },
    ],
    [
      'a maximum that is cleared',
      { maximum_price: null },
      { values: { maximum_price: cents(100) } },
      { kind: 'within' },
    ],
    [
      'a new platform with shipping',
      { minimum_price: cents(900) },
      { platform: 'etsy' },
      { kind: 'unknown', why: 'new_platform' },
    ],
    [
      'a new platform without shipping',
      { minimum_price: cents(900) },
      { platform: 'etsy', currentShipping: 0 },
      { kind: 'rise', from: 800 },
    ],
  ])('bounds and price: %s', (_name, desired, live, expected) => {
    expect(judge(desired, live)).toMatchObject(expected);
  });

  it.each<readonly [name: string, desired: Partial<FieldValues>, live: Live, expected: object]>([
    [
      'repricing off',
      { minimum_price: cents(950) },
      { values: { repricing: false } },
      { kind: 'not_repriced', why: ['repricing_off'] },
    ],
    [
      'repricing off with it',
      { minimum_price: cents(950), repricing: false },
      {},
      { kind: 'not_repriced', why: ['repricing_off'] },
    ],
    [
      'repricing on with it',
      { repricing: true },
      { values: { repricing: false, minimum_price: cents(950) } },
      { kind: 'rise' },
    ],
    [
      'no minimum',
      { maximum_price: cents(100) },
      { values: { minimum_price: null } },
      { kind: 'not_repriced', why: ['no_minimum'] },
    ],
    [
      'the minimum cleared with it',
      { minimum_price: null, maximum_price: cents(100) },
      {},
      { kind: 'not_repriced', why: ['no_minimum'] },
    ],
    [
      'a first minimum with it',
      { minimum_price: cents(950) },
      { values: { minimum_price: null } },
      { kind: 'rise' },
    ],
    [
      'no shipping',
      { minimum_price: cents(950) },
      { currentShipping: null },
      { kind: 'not_repriced', why: ['no_shipping'] },
    ],
    [
      'no shipping on walmart',
      { minimum_price: cents(950) },
      { ...WALMART, currentShipping: null },
      { kind: 'not_repriced', why: ['no_shipping'] },
    ],
    [
      'everything at once',
      { minimum_price: null, repricing: false },
      { currentShipping: null, currentPrice: null },
      { kind: 'not_repriced', why: ['repricing_off', 'no_minimum', 'no_shipping'] },
    ],
    [
      'a manual price and repricing off',
      { manual_price: cents(700), repricing: false },
      {},
      { kind: 'not_repriced' },
    ],
  ])('not repriced: %s', (_name, desired, live, expected) => {
    expect(judge(desired, live)).toMatchObject(expected);
  });

  it.each<readonly [name: string, desired: Partial<FieldValues>, live: Live, expected: object]>([
    [
      'no current price',
      { minimum_price: cents(950) },
      { currentPrice: null },
      { kind: 'unknown', why: 'no_price' },
    ],
    [
      'bounds on the wrong sides',
      { minimum_price: cents(950), maximum_price: cents(850) },
      {},
      { kind: 'unknown', why: 'inverted' },
    ],
    [
      'a cost by which a strategy computes both bounds',
      { cost: cents(700) },
      BY_STRATEGY,
      { kind: 'unknown', why: 'computed' },
    ],
    ['another strategy', { strategy: 's-2' }, BY_STRATEGY, { kind: 'unknown', why: 'computed' }],
    [
      'a minimum held now that is computed again',
      { cost: cents(700) },
      { values: { strategy: 's-1', minimum_price: cents(950) } },
      { kind: 'unknown', why: 'computed' },
    ],
    [
      'a first minimum that may be computed',
      { cost: cents(700) },
      { values: { strategy: 's-1', minimum_price: null } },
      { kind: 'unknown', why: 'computed' },
    ],
    [
      '… and a maximum of the row',
      { cost: cents(700), maximum_price: cents(850) },
      { values: { strategy: 's-1', minimum_price: null } },
      { kind: 'unknown', why: 'computed' },
    ],
    [
      'the minimum of the row, the maximum computed',
      { cost: cents(700), minimum_price: cents(800) },
      BY_STRATEGY,
      { kind: 'unknown', why: 'computed' },
    ],
  ])('not known: %s', (_name, desired, live, expected) => {
    expect(judge(desired, live)).toEqual(expected);
  });

  it.each<
    readonly [
      name: string,
      desired: Partial<FieldValues>,
      live: Live,
      pins: readonly Change[],
      expected: object,
    ]
  >([
    [
      'the minimum of the row forces, whatever the maximum becomes',
      { cost: cents(700), minimum_price: cents(950) },
      BY_STRATEGY,
      [],
      { kind: 'rise' },
    ],
    [
      'the maximum of the row forces, whatever the minimum becomes',
      { cost: cents(700), maximum_price: cents(850) },
      BY_STRATEGY,
      [],
      { kind: 'fall' },
    ],
    [
      'both bounds sent along as they are',
      { cost: cents(700) },
      BY_STRATEGY,
      [pin('minimum_price', 500), pin('maximum_price', 2000)],
      { kind: 'within' },
    ],
    ['no strategy', { cost: cents(700) }, {}, [], { kind: 'within' }],
    ['the strategy removed', { strategy: null }, BY_STRATEGY, [], { kind: 'within' }],
  ])('a strategy: %s', (_name, desired, live, pins, expected) => {
    expect(judge(desired, live, pins)).toMatchObject(expected);
  });

  it.each<readonly [name: string, desired: Partial<FieldValues>, live: Live, expected: object]>([
    [
      'set, above a maximum that would force the price',
      { manual_price: cents(700), maximum_price: cents(850) },
      {},
      { kind: 'manual', from: 900, price: 700 },
    ],
    [
      'in force before',
      { minimum_price: cents(950) },
      { values: { manual_price: cents(1200) } },
      { kind: 'manual', from: 900, price: 1200 },
    ],
    [
      'cleared: the bounds decide again',
      { manual_price: null },
      { values: { manual_price: cents(1200), minimum_price: cents(950) } },
      { kind: 'rise' },
    ],
    [
      'without a current price',
      { manual_price: cents(700) },
      { currentPrice: null },
      { kind: 'manual', from: null, price: 700 },
    ],
  ])('a manual price: %s', (_name, desired, live, expected) => {
    expect(judge(desired, live)).toMatchObject(expected);
  });

  it('goes by what was seen, once that is known', () => {
    const listing = sold(BY_STRATEGY);
    const { changes } = anUpdate({ cost: cents(700) }, listing);
    const observed: readonly Change[] = [
      ...changes,
      { field: 'minimum_price', before: cents(500), after: cents(980) },
    ];
    expect(judgePrice({ listing, changes, pins: [], observed })).toEqual({
      kind: 'rise',
      from: 900,
      bound: 980,
    });
  });

  const amount = fc.integer({ min: 0, max: 3000 }).map(cents);
  const maybe = fc.option(amount);
  const someListing = fc.record({
    platform: fc.constantFrom('amazon', 'walmart'),
    currentPrice: fc.option(fc.integer({ min: 0, max: 2500 })),
    currentShipping: fc.option(fc.constantFrom(0, 100, 499)),
    values: fc.record({
      minimum_price: maybe,
      maximum_price: maybe,
      manual_price: fc.option(amount, { freq: 1 }),
      repricing: fc.boolean(),
    }),
  });

  it('forces a price exactly if its listing is repriced by bounds that it lies outside of', () => {
    fc.assert(
      fc.property(someListing, maybe, maybe, (live, minimum, maximum) => {
        const outcome = judge({ minimum_price: minimum, maximum_price: maximum }, live);
        const { platform, currentPrice: price, currentShipping: shipping } = live;
        const isForced = outcome.kind === 'rise' || outcome.kind === 'fall';
        if (shipping === null || minimum === null || !live.values.repricing) {
          expect(outcome.kind).toBe('not_repriced');
          return;
        }
        if (live.values.manual_price !== null || price === null) {
          expect(isForced).toBe(false);
          return;
        }
        const landed = platform === 'amazon' ? price + shipping : price;
        const [rises, falls] = [minimum > landed, maximum !== null && maximum < landed];
        expect(outcome.kind === 'rise').toBe(rises && !falls);
        expect(outcome.kind === 'fall').toBe(falls && !rises);
      }),
      { numRuns: runs(2000) },
    );
  });
});

describe('priceOutcomeOf', () => {
  const listing = sold(BY_STRATEGY);
  const update = anUpdate({ minimum_price: cents(950) }, listing);
  const held: Held = { ...update, kind: 'held', reason: 'hold_over', message: '' };
  const outcome = (fields: Partial<Outcome>): Outcome => ({
    kind: 'outcome',
    entry: update,
    status: 'planned',
    reason: '',
    message: '',
    attempts: 0,
    ...fields,
  });

  it.each<readonly [name: string, fields: Partial<Outcome>, expected: string | undefined]>([
    ['planned', {}, 'rise'],
    ['skipped', { status: 'skipped' }, 'rise'],
    ['held', { entry: held, status: 'held' }, 'rise'],
    ['updated', { status: 'updated', attempts: 1, observed: update.changes }, 'rise'],
    ['updated to another minimum', { status: 'updated', attempts: 1, observed: [] }, 'within'],
    ['updated by somebody else', { status: 'updated', attempts: 0 }, undefined],
    ['updated, and not by what was sent', { status: 'updated', attempts: 1, notApplied: true }, undefined],
    ['failed', { status: 'failed', attempts: 1 }, undefined],
    ['unconfirmed', { status: 'unconfirmed', attempts: 1 }, undefined],
    [
      'unchanged',
      { entry: { kind: 'unchanged', resolved: update.resolved }, status: 'unchanged' },
      undefined,
    ],
  ])('%s', (_name, fields, expected) => {
    expect(priceOutcomeOf(outcome(fields))?.kind).toBe(expected);
  });
});

describe('describePriceOutcome', () => {
  it.each<readonly [desired: Partial<FieldValues>, live: Live, text: string]>([
    [
      { minimum_price: cents(1020) },
      {},
      'The price has to rise by at least 1.20 (+13.3 %), from 9.00 with shipping to the minimum 10.20',
    ],
    [
      { maximum_price: cents(600) },
      WALMART,
      'The price has to fall by at least 2.00 (−25.0 %), from 8.00 to the maximum 6.00',
    ],
    [{ cost: cents(200) }, {}, 'The price can stay: 9.00 with shipping is within the bounds'],
    [
      { manual_price: cents(700) },
      {},
      'The manual price 7.00 decides, whatever the bounds are; today it is 9.00 with shipping (−22.2 %)',
    ],
    [
      { manual_price: cents(900) },
      {},
      'The manual price 9.00 decides, whatever the bounds are, and the price has it',
    ],
    [
      { manual_price: cents(900) },
      { currentPrice: null },
      'The manual price 9.00 decides, whatever the bounds are',
    ],
    [
      { repricing: false, minimum_price: null },
      {},
      'The price stays, since the listing is not repriced: repricing is off and no minimum price is set',
    ],
    [
      { minimum_price: cents(600) },
      { currentPrice: null },
      'What happens to the price is unknown: the service gives no current price',
    ],
    [
      { minimum_price: cents(600) },
      { currentPrice: 0, currentShipping: 0 },
      'The price has to rise by at least 6.00, from 0.00 with shipping to the minimum 6.00',
    ],
  ])('%j of %j', (desired, live, text) => {
    expect(describePriceOutcome(judge(desired, live), sold(live))).toBe(text);
  });
});
