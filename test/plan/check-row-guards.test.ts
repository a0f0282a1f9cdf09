import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Desired, FieldValues } from '../../src/domain/fields.ts';
import type { PlanEntry, Update } from '../../src/domain/stages.ts';
import { findNewlyBroken } from '../../src/plan/check-row-guards.ts';
import { type GuardLimits, ROW_RULES, type RowRule } from '../../src/plan/guard-rules.ts';
import { aListing, aResolved, aRow, type Plain, type SomeListing } from '../support/builders.ts';
import { allow, planOne, someDesired, someLimits, someValues } from './support.ts';

/** The rules that block a row, or what becomes of it instead. */
function verdict(...given: Parameters<typeof planOf>): string {
  const entry = planOf(...given);
  return entry.kind === 'blocked' ? entry.reason : entry.kind;
}

function messageOf(...given: Parameters<typeof planOf>): string {
  const entry = planOf(...given);
  return entry.kind === 'blocked' ? entry.message : `${entry.kind}, not blocked`;
}

function planOf(live: SomeListing, desired: Plain<Desired>, limits: Partial<GuardLimits> = {}): PlanEntry {
  return planOne(aResolved({ listing: aListing(live), desired }), { limits: someLimits(limits) });
}

/** A listing that no other rule minds, whatever one amount becomes. */
const OPEN: SomeListing = { values: { cost: null, minimum_price: null, maximum_price: null } };
const FAR = { maxChange: 999_999 };

/** A listing that holds this, and is otherwise like any other. */
const holding = (values: Plain<FieldValues>): SomeListing => ({ values });

const UNKNOWN_COST = 'many programs write 0 for a cost that is not known';

/** Nothing is under its cost. */
const LOOSE = holding({ minimum_price: null });

const LOOSE_LISTING = aListing(LOOSE);

type Case = readonly [
  name: string,
  live: SomeListing,
  desired: Plain<Desired>,
  expected: string,
  limits?: Partial<GuardLimits>,
];

function judgeAll(cases: readonly Case[], fallback: Partial<GuardLimits> = {}): void {
  it.each(cases.map((one) => [one[0], one] as const))('%s', (_name, [, live, desired, expected, limits]) => {
    expect(verdict(live, desired, limits ?? fallback)).toBe(expected);
  });
}

describe('checkRowGuards: max_change', () => {
  const cases: readonly Case[] = [
    ['a cost up by exactly the limit', LOOSE, { cost: 900 }, 'update'],
    ['a cost up by a cent more', LOOSE, { cost: 901 }, 'max_change'],
    ['a cost down by exactly the limit', {}, { cost: 300 }, 'update'],
    ['a cost down by a cent more', {}, { cost: 299 }, 'max_change'],
    ['a minimum up by a cent more', {}, { minimum_price: 1501 }, 'max_change'],
    ['a minimum down to one cent', holding({ cost: null }), { minimum_price: 1 }, 'max_change'],
    ['a maximum up by a cent more', {}, { maximum_price: 3001 }, 'max_change'],
    ['a manual price up by more', holding({ manual_price: 1200 }), { manual_price: 1801 }, 'max_change'],
    ['two fields, one too far', {}, { cost: 601, maximum_price: 5000 }, 'max_change'],
    ['a first cost', OPEN, { cost: 1 }, 'update'],
    ['a clear', {}, { cost: null, minimum_price: null, maximum_price: null }, 'update'],
    ['a strategy', {}, { strategy: 's-1' }, 'update'],
    ['a limit of 0: any move', {}, { cost: 601 }, 'max_change', { maxChange: 0 }],
    ['a limit of 0: no move', {}, { cost: 600, repricing: false }, 'update', { maxChange: 0 }],
    ['a limit above 100: down to almost nothing', OPEN, { cost: 1 }, 'update', { maxChange: 100 }],
    ['above a fraction of a percent', LOOSE, { cost: 676 }, 'max_change', { maxChange: 12.5 }],
    ['another rule allowed', {}, { cost: 299 }, 'max_change', { allow: allow('zero_price') }],
  ];
  judgeAll(cases);

  describe('a first price is compared with the current price', () => {
    const amazon: SomeListing = { ...OPEN, currentPrice: 1000, currentShipping: 200 };
    const walmart: SomeListing = { ...amazon, platform: 'walmart' };
    const unpriced: SomeListing = { ...amazon, currentPrice: null };
    const firsts: readonly Case[] = [
      ['amazon: price and shipping, at the limit', amazon, { manual_price: 1800 }, 'update'],
      ['amazon: price and shipping, above it', amazon, { manual_price: 1801 }, 'max_change'],
      ['amazon: below by more', amazon, { manual_price: 599 }, 'max_change'],
      ['amazon: no shipping', { ...amazon, currentShipping: null }, { manual_price: 1501 }, 'max_change'],
      ['walmart: the price alone, at the limit', walmart, { manual_price: 1500 }, 'update'],
      ['walmart: the price alone, above it', walmart, { manual_price: 1501 }, 'max_change'],
      ['a minimum that takes the floor away', walmart, { minimum_price: 1 }, 'max_change'],
      ['a minimum below, at the limit', walmart, { minimum_price: 500 }, 'update'],
      ['a minimum that forces the price up', walmart, { minimum_price: 1501 }, 'max_change'],
      [
        'a minimum instead of 0',
        { ...walmart, ...holding({ minimum_price: 0 }) },
        { minimum_price: 1 },
        'max_change;below_cost',
      ],
      ['a maximum that forces the price down', walmart, { maximum_price: 499 }, 'max_change'],
      ['a maximum below, at the limit', walmart, { maximum_price: 500 }, 'update'],
      ['a maximum far above, which moves nothing', walmart, { maximum_price: 99_999 }, 'update'],
      ['no price known', unpriced, { minimum_price: 1, maximum_price: 2, manual_price: 2 }, 'update'],
    ];
    judgeAll(firsts);

    it.each([
      ['amazon', 'the current price with shipping 12.00 (−99.9 %)'],
      ['walmart', 'the current price 10.00 (−99.9 %)'],
    ])('and the message names it: %s', (platform, price) => {
      expect(messageOf({ ...amazon, platform }, { minimum_price: 1 })).toBe(
        `a first minimum_price of 0.01 is compared with ${price}, and more than 50 % up or down is blocked`,
      );
    });
  });

  it('gives the figures, the limit and the way past it', () => {
    expect(messageOf({ values: { minimum_price: null } }, { cost: 1200 })).toBe(
      'cost moves from 6.00 to 12.00 (+100.0 %), and more than 50 % up or down is blocked',
    );
    expect(messageOf({}, { cost: 150 })).toContain('from 6.00 to 1.50 (−75.0 %)');
  });

  it('names every field that moves too far', () => {
    const message = messageOf({}, { cost: 60, maximum_price: 20_000 });
    expect(message).toMatch(/cost moves from 6\.00 to 0\.60 .*maximum_price moves from 20\.00 to 200\.00/);
  });

  it('lets an amount move by exactly the limit, whatever the figures', () => {
    const wholePercent = fc.integer({ min: 1, max: 200 });
    const hundreds = fc.integer({ min: 1, max: 5000 });
    fc.assert(
      fc.property(wholePercent, hundreds, (percent, base) => {
        const live: SomeListing = { values: { cost: base * 100, minimum_price: null } };
        const limits = { maxChange: percent };
        expect(verdict(live, { cost: base * (100 + percent) }, limits)).toBe('update');
        expect(verdict(live, { cost: base * (100 + percent) + 1 }, limits)).toBe('max_change');
      }),
    );
  });
});

describe('checkRowGuards: min_above_max', () => {
  const cases: readonly Case[] = [
    ['the sheet’s minimum at the live maximum', {}, { minimum_price: 2000 }, 'update'],
    ['the sheet’s minimum above the live maximum', {}, { minimum_price: 2001 }, 'min_above_max'],
    ['the sheet’s maximum at the live minimum', {}, { maximum_price: 1000 }, 'update'],
    ['the sheet’s maximum under the live minimum', {}, { maximum_price: 999 }, 'min_above_max'],
    ['both from the sheet, equal', {}, { minimum_price: 1700, maximum_price: 1700 }, 'update'],
    ['both from the sheet, crossed', {}, { minimum_price: 1701, maximum_price: 1700 }, 'min_above_max'],
    ['no live maximum', holding({ maximum_price: null }), { minimum_price: 9000 }, 'update'],
    ['the maximum cleared with it', {}, { minimum_price: 9000, maximum_price: null }, 'update'],
    ['no live minimum', LOOSE, { maximum_price: 700 }, 'update'],
    ['crossed before, another field', holding({ minimum_price: 3000 }), { cost: 700 }, 'update'],
    ['crossed before and still', holding({ minimum_price: 3000 }), { minimum_price: 2900 }, 'min_above_max'],
    ['crossed before, mended', holding({ minimum_price: 3000 }), { minimum_price: 1900 }, 'update'],
  ];
  judgeAll(cases, FAR);

  it('gives both prices and the way past it', () => {
    expect(messageOf({}, { minimum_price: 2001 }, FAR)).toBe(
      'the minimum price 20.01 would be above the maximum price 20.00',
    );
  });
});

describe('checkRowGuards: below_cost', () => {
  const manual = holding({ manual_price: 1500, minimum_price: null });
  const OUTSIDE = { ...FAR, allow: new Set(['manual_out_of_bounds'] as const) };
  const cases: readonly Case[] = [
    ['a minimum at the live cost', {}, { minimum_price: 600 }, 'update'],
    ['a minimum under the live cost', {}, { minimum_price: 599 }, 'below_cost'],
    ['a cost at the live minimum', {}, { cost: 1000 }, 'update'],
    ['a cost above the live minimum', {}, { cost: 1001 }, 'below_cost'],
    ['a manual price under the cost', LOOSE, { manual_price: 599 }, 'below_cost'],
    ['a manual price under the cost, not the minimum', {}, { manual_price: 599 }, 'below_cost', OUTSIDE],
    ['a manual price at the cost', LOOSE, { manual_price: 600 }, 'update'],
    ['a cost at the live manual price', manual, { cost: 1500 }, 'update'],
    ['a cost above the live manual price', manual, { cost: 1501 }, 'below_cost'],
    ['both from the sheet, equal', {}, { cost: 800, minimum_price: 800 }, 'update'],
    ['no cost', holding({ cost: null }), { minimum_price: 1 }, 'update'],
    ['the cost cleared with it', {}, { cost: null, minimum_price: 1 }, 'update'],
    ['a maximum under the cost alone', LOOSE, { maximum_price: 1 }, 'update'],
    ['under the cost before, another field', holding({ cost: 1200 }), { maximum_price: 2100 }, 'update'],
    ['under the cost before and still', holding({ cost: 1200 }), { cost: 1100 }, 'below_cost'],
  ];
  judgeAll(cases, FAR);

  it('gives the price, the cost and the way past it', () => {
    expect(messageOf({}, { minimum_price: 599 }, FAR)).toBe(
      'minimum_price 5.99 would be under the cost 6.00',
    );
    expect(messageOf({ values: { minimum_price: null } }, { manual_price: 599 }, FAR)).toContain(
      'manual_price 5.99',
    );
  });
});

describe('checkRowGuards: manual_out_of_bounds', () => {
  const live: SomeListing = { values: { manual_price: 1500 } };
  const cases: readonly Case[] = [
    ['at the live minimum', {}, { manual_price: 1000 }, 'update'],
    ['under the live minimum', {}, { manual_price: 999 }, 'manual_out_of_bounds'],
    ['at the live maximum', {}, { manual_price: 2000 }, 'update'],
    ['above the live maximum', {}, { manual_price: 2001 }, 'manual_out_of_bounds'],
    ['a minimum up to the live manual price', live, { minimum_price: 1500 }, 'update'],
    ['a minimum above the live manual price', live, { minimum_price: 1501 }, 'manual_out_of_bounds'],
    ['a maximum down to the live manual price', live, { maximum_price: 1500 }, 'update'],
    ['a maximum under the live manual price', live, { maximum_price: 1499 }, 'manual_out_of_bounds'],
    ['the manual price cleared', live, { manual_price: null, minimum_price: 1900 }, 'update'],
    ['the bound cleared', {}, { manual_price: 2001, maximum_price: null }, 'update'],
    ['bounds from the sheet', {}, { manual_price: 3000, maximum_price: 3000 }, 'update'],
    ['out of bounds before, another field', holding({ manual_price: 5000 }), { cost: 700 }, 'update'],
  ];
  judgeAll(cases, FAR);

  it('gives both prices and the way past it', () => {
    expect(messageOf({}, { manual_price: 999 }, FAR)).toBe(
      'the manual price 9.99 would be under the minimum price 10.00',
    );
    expect(messageOf({}, { manual_price: 2001 }, FAR)).toContain(
      '20.01 would be above the maximum price 20.00',
    );
  });
});

describe('checkRowGuards: zero_price', () => {
  const NOTHING = holding({ ...OPEN.values, minimum_price: 0 });
  const cases: readonly Case[] = [
    ['a minimum of 0', OPEN, { minimum_price: 0 }, 'zero_price'],
    ['a maximum of 0', OPEN, { maximum_price: 0 }, 'zero_price'],
    ['a manual price of 0', OPEN, { manual_price: 0 }, 'zero_price'],
    ['a minimum of a cent', OPEN, { minimum_price: 1 }, 'update'],
    ['a cost of 0', OPEN, { cost: 0 }, 'zero_cost'],
    ['0 before, another field', NOTHING, { maximum_price: 2100 }, 'update'],
    ['0 before and wished', NOTHING, { minimum_price: 0 }, 'unchanged'],
  ];
  judgeAll(cases, FAR);

  it('names the field and the way past it', () => {
    expect(messageOf(OPEN, { maximum_price: 0 }, FAR)).toBe(
      'maximum_price would be 0, and a price has to be above 0',
    );
  });
});

describe('checkRowGuards: zero_cost', () => {
  const free = { values: { ...OPEN.values, cost: 0 } };
  const cases: readonly Case[] = [
    ['a first cost of 0', OPEN, { cost: 0 }, 'zero_cost'],
    ['0 for another cost', {}, { cost: 0 }, 'zero_cost'],
    ['a cost of a cent', OPEN, { cost: 1 }, 'update'],
    ['a clear', {}, { cost: null }, 'update'],
    ['0 before and wished', free, { cost: 0 }, 'unchanged'],
    ['0 before and wished, another field', free, { cost: 0, maximum_price: 2100 }, 'update'],
    ['0 before, and a cost now', free, { cost: 600 }, 'update'],
    ['too large a move as well', {}, { cost: 0 }, 'zero_cost;max_change', { maxChange: 50 }],
  ];
  judgeAll(cases, FAR);

  it.each([
    ['where there is none', OPEN, 'the cost would be 0.00 where none is set'],
    ['where there is another one', {}, 'the cost would be 0.00 instead of 6.00'],
  ] as const)('gives the figure and the way past it, %s', (_name, live, figure) => {
    expect(messageOf(live, { cost: 0 }, FAR)).toBe(`${figure}, and ${UNKNOWN_COST}`);
  });
});

describe('checkRowGuards', () => {
  it('names every rule that fires, each with its message', () => {
    const desired = { cost: 6400, minimum_price: 0, maximum_price: 1 };
    const entry = planOne(aResolved({ desired }), { limits: someLimits() });
    expect(entry).toMatchObject({
      kind: 'blocked',
      status: 'blocked',
      reason: 'zero_price;max_change;below_cost',
    });
    expect(messageOf({}, desired).split('; ')).toHaveLength(3);
  });

  it('shows the changes of a blocked row', () => {
    expect(planOne(aResolved({ desired: { cost: 1 } }), { limits: someLimits() })).toMatchObject({
      changes: [{ field: 'cost', before: 600, after: 1 }],
    });
  });

  it('checks nothing where there are no limits, as for an undo', () => {
    expect(planOne(aResolved({ desired: { minimum_price: 0 } })).kind).toBe('update');
  });

  it('lets nothing pass that a rule is against, on the sheet merged with the live listing', () => {
    fc.assert(
      fc.property(someValues, someDesired, (values, desired) => {
        const resolved = aResolved({ listing: aListing({ values }), desired });
        const entry = planOne(resolved, { limits: someLimits({ maxChange: 40 }) });
        if (entry.kind !== 'update') return;
        const after: FieldValues = { ...values, ...desired };
        const { cost, minimum_price: min, maximum_price: max, manual_price: manual } = after;
        const sent = new Set<string>(entry.changes.map((change) => change.field));
        const boundsSent = sent.has('minimum_price') || sent.has('maximum_price');
        if (boundsSent && min !== null && max !== null) expect(min).toBeLessThanOrEqual(max);
        if (cost !== null && (sent.has('cost') || sent.has('minimum_price')))
          expect(min ?? cost).toBeGreaterThanOrEqual(cost);
        if (manual !== null && (sent.has('manual_price') || boundsSent)) {
          expect(manual).toBeGreaterThanOrEqual(min ?? 0);
          expect(manual).toBeLessThanOrEqual(max ?? manual);
        }
        for (const change of entry.changes) {
          if (change.field === 'strategy' || change.field === 'repricing') continue;
          expect(change.after).not.toBe(0);
          const [before, now] = [Number(change.before), Number(change.after)];
          if (before > 0 && change.after !== null)
            expect(Math.abs(now - before) * 100).toBeLessThanOrEqual(before * 40);
        }
      }),
    );
  });

  it('lets everything pass that all rules allow', () => {
    const limits = someLimits({ allow: allow(...ROW_RULES) });
    fc.assert(
      fc.property(someValues, someDesired, (values, desired) => {
        const entry = planOne(aResolved({ listing: aListing({ values }), desired }), { limits });
        expect(entry.kind).not.toBe('blocked');
      }),
    );
  });

  it('says of an update what was allowed', () => {
    const { notices } = planOf({}, { cost: 299 }, { allow: allow('max_change') }) as Update;
    expect(notices).toContainEqual({
      reason: 'max_change',
      message: 'Allowed: cost moves from 6.00 to 2.99 (−50.2 %), and more than 50 % up or down is blocked',
    });
  });

  it('says of a cost alone for how many pieces the sheet has it', () => {
    const desired = { cost: 100, maximum_price: 9000 } as const;
    const row = { ...aRow({}), pieces: 100 };
    const entry = planOne(aResolved({ listing: LOOSE_LISTING, row, desired }), { limits: someLimits() });
    expect(entry.kind === 'blocked' && entry.message.match(/ for 100 pieces/g)).toHaveLength(1);
  });

  it.each(ROW_RULES)('%s is a rule that can be allowed by name', (rule: RowRule) => {
    const breaking: Readonly<Record<RowRule, Plain<Desired>>> = {
      max_change: { cost: 1 },
      min_above_max: { minimum_price: 2001 },
      below_cost: { cost: 1001 },
      manual_out_of_bounds: { manual_price: 2001 },
      zero_price: { minimum_price: 0 },
      zero_cost: { cost: 0 },
    };
    expect(verdict({}, breaking[rule]).split(';')).toContain(rule);
    expect(verdict({}, breaking[rule], { allow: allow(rule) }).split(';')).not.toContain(rule);
  });
});

describe('noticeRow', () => {
  const UNBOUND = holding({ repricing: false, minimum_price: null });

  function noticesOf(live: SomeListing, desired: Plain<Desired>): readonly string[] {
    const entry = planOne(aResolved({ listing: aListing(live), desired }));
    return entry.kind === 'update' ? entry.notices.map(({ reason }) => reason) : [entry.kind];
  }

  it.each([
    ['a manual price on a repriceable listing', {}, { manual_price: 1500 }, []],
    ['repricing off', { values: { repricing: false } }, { manual_price: 1500 }, ['manual_without_effect']],
    ['repricing turned off with it', {}, { manual_price: 1500, repricing: false }, ['manual_without_effect']],
    ['no minimum', { values: { minimum_price: null } }, { manual_price: 1500 }, ['manual_without_effect']],
    ['no shipping known', { currentShipping: null }, { manual_price: 1500 }, ['manual_without_effect']],
    ['a manual price cleared', { values: { repricing: false, manual_price: 1 } }, { manual_price: null }, []],
    ['repricing on with a minimum', { values: { repricing: false } }, { repricing: true }, []],
    ['repricing on without one', UNBOUND, { repricing: true }, ['repricing_without_minimum']],
    ['repricing off without one', { values: { minimum_price: null } }, { repricing: false }, []],
  ] satisfies readonly (readonly [string, SomeListing, Plain<Desired>, readonly string[]])[])(
    '%s',
    (_name, live, desired, expected) => {
      expect(noticesOf(live, desired)).toEqual(expected);
    },
  );

  it.each([
    [{ manual_price: 1500 }, { ends: 2026_12_24 }, 'manual_price_stays'],
    [{ manual_price: 1500 }, {}, ''],
    [{ manual_price: 1500 }, { ends: 9999_12_31 }, ''],
    [{ manual_price: null, cost: 610 }, { ends: 2026_12_24 }, ''],
  ])('of %j in a row with %j is "%s"', (desired, days, expected) => {
    const entry = planOne(aResolved({ row: aRow({ requested: desired, ...days }), desired }));
    expect(entry.kind === 'update' && entry.notices.map(({ reason }) => reason).join()).toBe(expected);
  });

  it('comes after what was noticed when the row was read, and blocks nothing', () => {
    const desired = { manual_price: 1500 };
    const row = aRow({ requested: desired, notices: [{ reason: 'rounded', message: 'cost was rounded' }] });
    const listing = aListing({ values: { repricing: false } });
    expect(planOne(aResolved({ row, listing, desired }), { limits: someLimits() })).toMatchObject({
      kind: 'update',
      notices: [{ reason: 'rounded' }, { reason: 'manual_without_effect' }],
    });
  });
});

const planned = aListing().values;

function find(now: Plain<FieldValues>, before: Plain<FieldValues> = {}, allow: readonly 'below_cost'[] = []) {
  const asPlanned = { ...planned, ...before } as FieldValues;
  const listing = aListing();
  const found = findNewlyBroken(
    { listing, planned: asPlanned, now: { ...asPlanned, ...now } as FieldValues },
    new Set(allow),
  );
  return found.map(({ rule, message }) => `${rule}: ${message}`);
}

describe('findNewlyBroken', () => {
  it.each([
    ['below_cost', { cost: 1100 }, 'minimum_price 10.00 is under the cost 11.00'],
    ['min_above_max', { minimum_price: 2100 }, 'the minimum price 21.00 is above the maximum price 20.00'],
    ['manual_out_of_bounds', { manual_price: 900 }, 'the manual price 9.00 is under the minimum price 10.00'],
    [
      'manual_out_of_bounds',
      { manual_price: 2100 },
      'the manual price 21.00 is above the maximum price 20.00',
    ],
    ['zero_price', { maximum_price: 0 }, 'maximum_price is 0, and a price has to be above 0'],
    ['zero_cost', { cost: 0 }, `the cost is 0.00 instead of 6.00, and ${UNKNOWN_COST}`],
  ])('finds %s where %j breaks it', (rule, now, message) => {
    expect(find(now)).toContain(`${rule}: ${message}`);
  });

  it('finds nothing where the listing is sound, however far an amount has moved', () => {
    expect(find({ maximum_price: 900_000 })).toEqual([]);
  });

  it('finds nothing that was so already as planned, or is let pass', () => {
    expect(find({ cost: 1200 }, { cost: 1100 })).toEqual([]);
    expect(find({ cost: 1100 }, {}, ['below_cost'])).toEqual([]);
  });
});

describe('a row that moves far', () => {
  const planFar = (values: Plain<FieldValues>, desired: Plain<Desired>, holdOver: number) =>
    planOf({ values }, desired, { holdOver, allow: allow('below_cost') });
  const plan = (cost: number, percent: number, before = 1000) => planFar({ cost: before }, { cost }, percent);

  it.each([
    [1100, 10, 'update'],
    [1101, 10, 'held'],
    [900, 10, 'update'],
    [899, 10, 'held'],
    [1001, 0, 'held'],
    [1501, 10, 'blocked'],
  ])('to %i of 1000 with %d %% is %s', (cost, percent, kind) => {
    expect(plan(cost, percent).kind).toBe(kind);
  });

  it('is held for each amount that moves too far, whichever comes first', () => {
    const live = { cost: 1000, minimum_price: 2000, maximum_price: 3000 };
    expect(planFar(live, { cost: 1010, minimum_price: 2020, maximum_price: 4000 }, 10)).toMatchObject({
      kind: 'held',
      message:
        'maximum_price moves from 30.00 to 40.00 (+33.3 %), and more than 10 % up or down needs approval',
    });
    expect(planFar(live, { cost: 1200, minimum_price: 2500 }, 10)).toMatchObject({
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
