import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldValues } from '../../src/domain/fields.ts';
import type { PriceOutcome } from '../../src/domain/judge-price.ts';
import {
  baselineOf,
  describePriceOutcome,
  isOfPrice,
  judgePrice,
  noticePrice,
  priceOutcomeOf,
} from '../../src/domain/judge-price.ts';
import type { Listing } from '../../src/domain/listing.ts';
import type { Change, Held, Outcome } from '../../src/domain/stages.ts';
import { aListing, anUpdate, cents, type Plain, type SomeListing } from '../support/builders.ts';
import { runs } from '../support/runs.ts';

type Values = Plain<FieldValues>;

/** Sells for 8.00 and 1.00 of shipping, is repriced between 5.00 and 20.00 by no strategy. */
function sold({ values, ...fields }: SomeListing = {}): Listing {
  return aListing({
    currentPrice: 800,
    currentShipping: 100,
    ...fields,
    values: { cost: 100, minimum_price: 500, maximum_price: 2000, ...values },
  });
}

/** A listing that holds these values. */
const holding = (values: Values): SomeListing => ({ values });

function judge(desired: Values, live: SomeListing = {}, pins: readonly Change[] = []): PriceOutcome {
  const listing = sold(live);
  return judgePrice({ listing, changes: anUpdate(desired, listing).changes, pins });
}

/** `rise 900 901`: the kind, and its figures or causes. */
function inShort({ kind, ...more }: PriceOutcome): string {
  return [kind, ...Object.values(more).map(String)].join(' ');
}

const WALMART = { platform: 'walmart' };
const UNSHIPPED = { ...WALMART, currentShipping: null };
const UNSOLD = { currentPrice: null, currentShipping: null };
const NEITHER = { minimum_price: null, repricing: false };
const BY_STRATEGY = { values: { strategy: 's-1' } };
const pin = (field: 'minimum_price' | 'maximum_price', amount: number): Change => ({
  field,
  before: cents(amount),
  after: cents(amount),
});

describe('judgePrice', () => {
  it.each<readonly [name: string, desired: Values, live: SomeListing, expected: string]>([
    ['amazon: a minimum at price and shipping', { minimum_price: 900 }, {}, 'within 900'],
    ['amazon: a minimum a cent above them', { minimum_price: 901 }, {}, 'rise 900 901'],
    ['amazon: a maximum at price and shipping', { maximum_price: 900 }, {}, 'within 900'],
    ['amazon: a maximum a cent below them', { maximum_price: 899 }, {}, 'fall 900 899'],
    ['walmart: a minimum at the price alone', { minimum_price: 800 }, WALMART, 'within 800'],
    ['walmart: a minimum a cent above it', { minimum_price: 801 }, WALMART, 'rise 800 801'],
    ['walmart: a maximum a cent below it', { maximum_price: 799 }, WALMART, 'fall 800 799'],
    ['a minimum too high before', { cost: 200 }, holding({ minimum_price: 950 }), 'rise 900 950'],
    ['a maximum cleared', { maximum_price: null }, holding({ maximum_price: 100 }), 'within 900'],
    ['a new platform with shipping', { minimum_price: 900 }, { platform: 'etsy' }, 'unknown new_platform'],
    ['… without', { minimum_price: 900 }, { platform: 'etsy', currentShipping: 0 }, 'rise 800 900'],
  ])('bounds and price: %s', (_name, desired, live, expected) => {
    expect(inShort(judge(desired, live))).toBe(expected);
  });

  const off = { values: { repricing: false } };
  const noMinimum = { values: { minimum_price: null } };

  it.each<readonly [name: string, desired: Values, live: SomeListing, expected: string]>([
    ['repricing off', { minimum_price: 950 }, off, 'not_repriced repricing_off'],
    ['repricing off with it', { minimum_price: 950, repricing: false }, {}, 'not_repriced repricing_off'],
    ['repricing on', { repricing: true }, holding({ repricing: false, minimum_price: 950 }), 'rise 900 950'],
    ['no minimum', { maximum_price: 100 }, noMinimum, 'not_repriced no_minimum'],
    ['the minimum cleared', { minimum_price: null, maximum_price: 100 }, {}, 'not_repriced no_minimum'],
    ['a first minimum with it', { minimum_price: 950 }, noMinimum, 'rise 900 950'],
    ['no shipping', { minimum_price: 950 }, { currentShipping: null }, 'not_repriced no_shipping'],
    ['no shipping, walmart', { minimum_price: 950 }, UNSHIPPED, 'not_repriced no_shipping'],
    ['everything', NEITHER, UNSOLD, 'not_repriced repricing_off,no_minimum,no_shipping'],
    ['a manual price', { manual_price: 700, repricing: false }, {}, 'not_repriced repricing_off'],
  ])('not repriced: %s', (_name, desired, live, expected) => {
    expect(inShort(judge(desired, live))).toBe(expected);
  });

  const strategyAlone = { values: { strategy: 's-1', minimum_price: null } };

  it.each<readonly [name: string, desired: Values, live: SomeListing, expected: string]>([
    ['no current price', { minimum_price: 950 }, { currentPrice: null }, 'unknown no_price'],
    ['bounds on the wrong sides', { minimum_price: 950, maximum_price: 850 }, {}, 'unknown inverted'],
    ['a strategy computes both bounds from the cost', { cost: 700 }, BY_STRATEGY, 'unknown computed'],
    ['another strategy', { strategy: 's-2' }, BY_STRATEGY, 'unknown computed'],
    ['a minimum again', { cost: 700 }, holding({ strategy: 's-1', minimum_price: 950 }), 'unknown computed'],
    ['a first minimum that may be computed', { cost: 700 }, strategyAlone, 'unknown computed'],
    ['… and a maximum of the row', { cost: 700, maximum_price: 850 }, strategyAlone, 'unknown computed'],
    ['the row’s minimum, no maximum', { cost: 700, minimum_price: 800 }, BY_STRATEGY, 'unknown computed'],
  ])('not known: %s', (_name, desired, live, expected) => {
    expect(inShort(judge(desired, live))).toBe(expected);
  });

  const pins = [pin('minimum_price', 500), pin('maximum_price', 2000)];

  it.each<
    readonly [name: string, desired: Values, live: SomeListing, pins: readonly Change[], expected: string]
  >([
    ['the row’s minimum forces', { cost: 700, minimum_price: 950 }, BY_STRATEGY, [], 'rise 900 950'],
    ['the row’s maximum forces', { cost: 700, maximum_price: 850 }, BY_STRATEGY, [], 'fall 900 850'],
    ['both bounds sent along as they are', { cost: 700 }, BY_STRATEGY, pins, 'within 900'],
    ['no strategy', { cost: 700 }, {}, [], 'within 900'],
    ['the strategy removed', { strategy: null }, BY_STRATEGY, [], 'within 900'],
  ])('a strategy: %s', (_name, desired, live, sentAlong, expected) => {
    expect(inShort(judge(desired, live, sentAlong))).toBe(expected);
  });

  it.each<readonly [name: string, desired: Values, live: SomeListing, expected: string]>([
    ['set, beside a maximum that forces', { manual_price: 700, maximum_price: 850 }, {}, 'manual 900 700'],
    ['in force before', { minimum_price: 950 }, holding({ manual_price: 1200 }), 'manual 900 1200'],
    ['cleared', { manual_price: null }, holding({ manual_price: 1200, minimum_price: 950 }), 'rise 900 950'],
    ['without a current price', { manual_price: 700 }, { currentPrice: null }, 'manual null 700'],
  ])('a manual price: %s', (_name, desired, live, expected) => {
    expect(inShort(judge(desired, live))).toBe(expected);
  });

  it('uses what was seen, once that is known', () => {
    const listing = sold(BY_STRATEGY);
    const { changes } = anUpdate({ cost: 700 }, listing);
    const computed: Change = { field: 'minimum_price', before: cents(500), after: cents(980) };
    const observed = [...changes, computed];
    expect(inShort(judgePrice({ listing, changes, pins: [], observed }))).toBe('rise 900 980');
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
  const update = anUpdate({ minimum_price: 950 }, listing);
  const unchanged = { kind: 'unchanged', resolved: update.resolved } as const;
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
    ['unchanged', { entry: unchanged, status: 'unchanged' }, undefined],
  ])('%s', (_name, fields, expected) => {
    expect(priceOutcomeOf(outcome(fields))?.kind).toBe(expected);
  });
});

describe('describePriceOutcome', () => {
  const MINIMUM = { minimum_price: 600 };
  const FREE = { currentPrice: 0, currentShipping: 0 };
  const STAYS = 'The price stays, since the listing is not repriced';
  const UNKNOWN = 'What happens to the price is unknown';
  const DECIDES = 'decides, whatever the bounds are';
  const [RISE, FALL] = ['rise', 'fall'].map((move) => `The price has to ${move} by at least`);
  it.each<readonly [desired: Values, live: SomeListing, text: string]>([
    [{ minimum_price: 1020 }, {}, `${RISE} 1.20 (+13.3 %), from 9.00 with shipping to the minimum 10.20`],
    [{ maximum_price: 600 }, WALMART, `${FALL} 2.00 (−25.0 %), from 8.00 to the maximum 6.00`],
    [{ cost: 200 }, {}, 'The price can stay: 9.00 with shipping is within the bounds'],
    [{ manual_price: 700 }, {}, `The manual price 7.00 ${DECIDES}; today it is 9.00 with shipping (−22.2 %)`],
    [{ manual_price: 900 }, {}, `The manual price 9.00 ${DECIDES}, and the price has it`],
    [{ manual_price: 900 }, { currentPrice: null }, `The manual price 9.00 ${DECIDES}`],
    [NEITHER, {}, `${STAYS}: repricing is off and no minimum price is set`],
    [MINIMUM, { currentPrice: null }, `${UNKNOWN}: the service gives no current price`],
    [MINIMUM, FREE, `${RISE} 6.00, from 0.00 with shipping to the minimum 6.00`],
  ])('%j of %j', (desired, live, text) => {
    expect(describePriceOutcome(judge(desired, live), sold(live))).toBe(text);
  });
});

describe('noticePrice', () => {
  it.each<readonly [desired: Values, reasons: readonly string[]]>([
    [{ minimum_price: 901 }, ['price_has_to_rise']],
    [{ maximum_price: 899 }, ['price_has_to_fall']],
    [{ minimum_price: 900 }, []],
  ])('of %j is %j', (desired, reasons) => {
    const listing = sold();
    const { changes } = anUpdate(desired, listing);
    const message = describePriceOutcome(judge(desired), listing);
    const notices = noticePrice({ listing, changes, pins: [] });
    expect(notices).toEqual(reasons.map((reason) => ({ reason, message })));
    expect(notices.map(isOfPrice)).toEqual(reasons.map(() => true));
    expect(isOfPrice({ reason: 'rounded', message })).toBe(false);
  });
});

describe('baselineOf', () => {
  const listing = aListing({ platform: 'amazon', currentPrice: 1000, currentShipping: 200 });
  const live = { from: 1200, isFirst: true };

  it.each([
    ['what the listing holds', 'cost', 600, 700, { from: 600, isFirst: false }],
    ['it, of a maximum above the price', 'maximum_price', 900, 5000, { from: 900, isFirst: false }],
    ['the current price, of a first minimum', 'minimum_price', null, 1, live],
    ['the current price, of one after 0', 'minimum_price', 0, 5000, live],
    ['the current price, of a manual price above it', 'manual_price', null, 5000, live],
    ['the current price, of a maximum below it', 'maximum_price', null, 1199, live],
    ['the current price, of a maximum at it', 'maximum_price', null, 1200, live],
    ['nothing, of a maximum above it: no price moves', 'maximum_price', null, 1201, undefined],
    ['nothing, of a first cost', 'cost', null, 1, undefined],
    ['nothing, of an amount that is cleared', 'cost', 600, null, undefined],
    ['nothing, of a strategy', 'strategy', 's-1', 's-2', undefined],
  ] as const)('compares with %s', (_name, field, before, after, expected) => {
    expect(baselineOf({ field, before, after } as Change, listing)).toEqual(expected);
  });

  it.each([null, 0])('has nothing for a first price at a current price of %s', (currentPrice) => {
    const change = { field: 'minimum_price', before: null, after: 1 } as Change;
    expect(baselineOf(change, aListing({ platform: 'walmart', currentPrice }))).toBeUndefined();
  });
});
