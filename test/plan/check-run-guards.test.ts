import { describe, expect, it } from 'vitest';
import type { Desired } from '../../src/domain/fields.ts';
import type { Listing } from '../../src/domain/listing.ts';
import type { IgnoredRow, InvalidRow } from '../../src/domain/row.ts';
import type { Resolved, Unresolved } from '../../src/domain/stages.ts';
import { RunCheck } from '../../src/plan/check-run-guards.ts';
import { findLastPriced } from '../../src/plan/earlier-runs.ts';
import {
  type GuardLimits,
  type Limit,
  PAST_RULES,
  type PastRule,
  RUN_RULES,
  type RunRule,
} from '../../src/plan/guard-rules.ts';
import { aListing, aResolved, aRow, cents, listingId, sku } from '../support/builders.ts';
import { aKeptRecord } from '../support/some-history.ts';
import { allow, buildPlan, someLimits } from './support.ts';

type Plannable = Parameters<typeof buildPlan>[0][number];

/** Rows for distinct listings, each the next line of the sheet. */
function sheet(...groups: readonly (readonly Plannable[])[]): readonly Plannable[] {
  return groups.flat();
}

let lines = 1;

function times<T>(count: number, make: (line: number) => T): readonly T[] {
  return Array.from({ length: count }, () => make(++lines));
}

function resolved(desired: Desired, listing: Partial<Listing> = {}, currency?: string): Resolved {
  const line = ++lines;
  const target = aListing({ id: listingId(line), sku: sku(`SKU-${line}`), ...listing });
  return aResolved({
    listing: target,
    desired,
    row: aRow({ line, sku: target.sku, requested: desired, currency }),
  });
}

const many = (count: number, desired: Desired) => times(count, () => resolved(desired));
const updated = (count: number) => many(count, { cost: cents(610) });
const same = (count: number) => many(count, { cost: cents(600) });
const cleared = (count: number) => many(count, { maximum_price: null });
const PROBLEMS = [{ reason: 'sku_missing', message: 'x' }] as const;
const invalid = (count: number) =>
  times(count, (line): InvalidRow => ({ kind: 'invalid', line, cells: [], problems: PROBLEMS }));
const ignored = (count: number) =>
  times(count, (line): IgnoredRow => ({ kind: 'ignored', line, cells: [], reason: 'note', message: '' }));
const unresolved = (count: number, status: Unresolved['status'], listing?: Listing) =>
  times(count, (line): Unresolved => {
    const row = aRow({ line, sku: `SKU-${line}`, requested: { cost: cents(1) } });
    return { kind: 'unresolved', row, status, reason: 'sku_not_listed', message: 'why', listing };
  });
const missing = (count: number) => unresolved(count, 'not_found');

interface Options {
  readonly limits?: Partial<GuardLimits>;
  readonly currency?: string;
}

function plan(rows: readonly Plannable[], { limits = {}, currency }: Options = {}) {
  return buildPlan(rows, { duplicates: 'error', limits: someLimits(limits), currency });
}

function rulesOf(rows: readonly Plannable[], options: Options = {}): readonly RunRule[] {
  return plan(rows, options).violations.map(({ rule }) => rule);
}

function messageOf(rule: RunRule, rows: readonly Plannable[], options: Options = {}): string {
  return plan(rows, options).violations.find((violation) => violation.rule === rule)?.message ?? '';
}

type PlanRule = Exclude<
  RunRule,
  PastRule | 'sheet_age' | 'unsettled' | 'sheet_note' | 'nothing_to_set' | 'other_key'
>;

type Case = readonly [
  name: string,
  rows: readonly Plannable[],
  /** By this rule, and by no other. */
  isStopped: boolean,
  options?: Options,
];

function judgeAll(rule: RunRule, cases: readonly Case[]): void {
  it.each(cases.map((one) => [one[0], one] as const))('%s', (_name, [, rows, isStopped, options]) => {
    expect(rulesOf(rows, options)).toEqual(isStopped ? [rule] : []);
  });
}

describe('RunCheck: empty_sheet', () => {
  judgeAll('empty_sheet', [
    ['no rows', [], true],
    ['rows that are no data', ignored(3), true],
    ['one row', same(1), false],
    ['one invalid row', invalid(1), false],
  ]);
});

const OF_OTHER_DAYS = 'the sheet has 2 rows, of which 0 count on the day for which it is read or by --where';
const others = ignored(2).map((row) => ({ ...row, target: { sku: sku('A') } }));
it.each([
  ['nothing', [], 'the sheet has 0 rows of data, and at least 1 is needed'],
  ['lines that are not rows', ignored(3), 'the sheet has 0 rows of data, and at least 1 is needed'],
  ['rows of other days', others, `${OF_OTHER_DAYS}, and at least 1 is needed`],
])('empty_sheet says what there is: %s', (_name, rows, message) => {
  expect(messageOf('empty_sheet', rows)).toBe(message);
});

describe('RunCheck: nothing_matched', () => {
  judgeAll('nothing_matched', [
    ['no SKU is listed', missing(2), true],
    ['one of them is', sheet(missing(9), same(1)), false],
    ['one is ambiguous, so it is listed', sheet(missing(1), unresolved(1, 'ambiguous', aListing())), false],
    ['one is listed in another currency', sheet(missing(1), unresolved(1, 'invalid', aListing())), false],
    ['no row could be read', invalid(3), false],
    ['no row was looked up with success', unresolved(3, 'failed'), false],
  ]);
});

describe('RunCheck: max_invalid', () => {
  judgeAll('max_invalid', [
    ['few rows: all of them', invalid(9), false],
    ['ten rows: at the limit', sheet(invalid(1), same(9)), false],
    ['a hundred: at the limit', sheet(invalid(10), same(90)), false],
    ['a hundred: above it', sheet(invalid(11), same(89)), true],
    ['ignored rows don’t count as rows', sheet(invalid(2), same(7), ignored(5)), false],
    ['rows that don’t fit their listing count', sheet(unresolved(2, 'invalid', aListing()), same(8)), true],
    ['others don’t', sheet(unresolved(5, 'failed'), unresolved(5, 'ambiguous', aListing()), same(1)), false],
    ['a limit of 0', sheet(invalid(1), same(9)), true, { limits: { maxInvalid: 0 } }],
    ['7 of 100: no binary fraction is', sheet(invalid(7), same(93)), false, { limits: { maxInvalid: 7 } }],
  ]);

  it('counts a row once, however many listings it leads to', () => {
    const row = aRow({ line: 2, requested: { cost: cents(1) } });
    const twice = [1, 2].map((n): Unresolved => {
      const listing = aListing({ id: listingId(n) });
      return {
        kind: 'unresolved',
        row,
        status: 'invalid',
        reason: 'currency_mismatch',
        message: 'x',
        listing,
      };
    });
    expect(rulesOf(sheet(twice, same(9)))).toEqual([]);
  });

  it('gives the figure, the limit and the flag', () => {
    expect(messageOf('max_invalid', sheet(invalid(2), same(8)))).toBe(
      '2 of 10 rows are invalid (20.0 %), and --max-invalid is 10 %',
    );
    expect(messageOf('max_invalid', sheet(invalid(1), same(9)), { limits: { maxInvalid: 0 } })).toBe(
      '1 of 10 rows is invalid (10.0 %), and --max-invalid is 0 %',
    );
  });
});

describe('RunCheck: max_missing', () => {
  judgeAll('max_missing', [
    ['no limit unless one is given', sheet(missing(99), same(1)), false],
    ['ten rows: at the limit', sheet(missing(1), same(9)), false, { limits: { maxMissing: 10 } }],
    ['ten rows: above it', sheet(missing(2), same(8)), true, { limits: { maxMissing: 10 } }],
    ['a limit of 0', sheet(missing(1), same(9)), true, { limits: { maxMissing: 0 } }],
  ]);

  it('gives the figure, the limit and the flag', () => {
    const rows = sheet(missing(3), same(9));
    expect(messageOf('max_missing', rows, { limits: { maxMissing: 20 } })).toBe(
      '3 of 12 rows are not listed (25.0 %), and --max-missing is 20 %',
    );
  });
});

describe('RunCheck: max_updates', () => {
  const three = { kind: 'count', count: 3 } as const;
  const half = { kind: 'percent', percent: 50 } as const;
  const blocked = () => resolved({ cost: cents(60) });
  judgeAll('max_updates', [
    ['no limit unless one is given', updated(50), false],
    ['at a number', updated(3), false, { limits: { maxUpdates: three } }],
    ['above a number', updated(4), true, { limits: { maxUpdates: three } }],
    ['a number of 0', updated(1), true, { limits: { maxUpdates: { kind: 'count', count: 0 } } }],
    ['at a share', sheet(updated(5), same(5)), false, { limits: { maxUpdates: half } }],
    ['above a share', sheet(updated(6), same(4)), true, { limits: { maxUpdates: half } }],
    ['blocked rows are not sent', sheet(updated(3), [blocked()]), false, { limits: { maxUpdates: three } }],
  ]);

  it('gives the figure, the limit and the flag', () => {
    expect(messageOf('max_updates', updated(4), { limits: { maxUpdates: three } })).toBe(
      '4 listings would be updated, and --max-updates is 3',
    );
    expect(messageOf('max_updates', updated(4), { limits: { maxUpdates: half } })).toContain(
      '50 % of the rows',
    );
  });

  const ofNights = (count: number, maxUpdates: Limit, failed = 2) => {
    const check = new RunCheck(someLimits({ maxUpdates }), { waited: { failed, usual: 2 } });
    for (const entry of buildPlan(sheet(updated(count), same(20 - count)), { duplicates: 'error' }).entries)
      check.add(entry);
    return [...check.result().map(({ message }) => message), ...check.notices()].join('\n');
  };

  const ten = { kind: 'percent', percent: 10 } as const;
  const since = 'since 2 nights failed; a usual night has 2, and --max-updates is';
  const above = 'listings would be updated, and --max-updates is';
  const nights = '2 nights failed, and a usual night has 2';
  it.each([
    ['on a usual night', ofNights(3, three, 0), ''],
    ['above that on one', ofNights(4, three, 0), `4 ${above} 3`],
    ['at what one night may have', ofNights(3, three), ''],
    ['at what three may have', ofNights(9, three), `9 updates, ${since} 3 for each of 3 nights`],
    ['above that', ofNights(10, three), `10 ${above} 3 for each of 3 nights; ${nights}`],
    ['at a share', ofNights(6, ten), `6 updates, ${since} 10 % of the rows for each of 3 nights`],
    ['above a share', ofNights(7, ten), expect.stringMatching(/in 20 rows, .* of the rows for each of 3 n/)],
  ])('counts nights that failed: %s', (_, said, expected) => {
    expect(said).toEqual(expected);
  });
});

describe('RunCheck: max_clears', () => {
  const one = { kind: 'count', count: 1 } as const;
  const twoOfOne = () => resolved({ maximum_price: null, cost: null });
  judgeAll('max_clears', [
    ['a share, few rows: all of them', cleared(9), false],
    ['a share, ten rows: at the limit', sheet(cleared(1), same(9)), false],
    ['a share, ten rows: above it', sheet(cleared(2), same(8)), true],
    ['fields are counted, not rows', sheet([twoOfOne()], same(9)), true],
    ['fields that are empty already are not', sheet(many(5, { manual_price: null }), same(5)), false],
    ['a number: at the limit', cleared(1), false, { limits: { maxClears: one } }],
    ['a number: above it, however few rows', cleared(2), true, { limits: { maxClears: one } }],
    ['a number of 0', cleared(1), true, { limits: { maxClears: { kind: 'count', count: 0 } } }],
  ]);

  it('gives the figure, the limit and the flag', () => {
    expect(messageOf('max_clears', cleared(10))).toBe(
      '10 fields would be cleared in 10 rows, and --max-clears is 10 % of the rows',
    );
  });
});

describe('RunCheck: mixed_currencies', () => {
  const money = { cost: cents(610) };
  const inEuros = aListing({ currency: 'eur' });
  const usd = () => resolved(money);
  const eur = (desired: Desired = money, named?: string) => resolved(desired, { currency: 'eur' }, named);
  judgeAll('mixed_currencies', [
    ['one currency', [usd(), usd()], false],
    ['two, and nobody names any', [usd(), eur()], true],
    ['two, each row names its own', [resolved(money, {}, 'usd'), eur(money, 'eur')], false],
    ['two, and the rows of one name it', [usd(), eur(money, 'eur')], false],
    ['two, and --currency names one', [usd(), eur()], false, { currency: 'usd' }],
    ['two, but one row sets no money', [usd(), eur({ repricing: false })], false],
    ['two, but one row only clears money', [usd(), eur({ maximum_price: null })], false],
    ['two, one listing unchanged', [usd(), eur({ cost: cents(600) })], true],
    ['two, one row blocked', [usd(), eur({ cost: cents(1) })], true],
    ['two, one of several that a row may mean', [usd(), ...unresolved(1, 'ambiguous', inEuros)], true],
    ['two, one row doesn’t fit its listing', [usd(), ...unresolved(1, 'invalid', inEuros)], true],
    ['two, one SKU could not be looked up', [usd(), ...unresolved(1, 'failed')], false],
    ['two, one row says the same as another one', [usd(), eur()].flatMap((row) => [row, row]), true],
  ]);

  it('names the currencies and the ways out', () => {
    expect(messageOf('mixed_currencies', [usd(), eur()])).toMatch(
      /^rows that name no currency lead to listings in 2 currencies, first eur \(line \d+, sku "SKU-\d+"\), usd \(line \d+, sku "SKU-\d+"\); name the currency in a column "currency", or pass --currency with the rows of one currency$/,
    );
  });

  it('names the cells whose signs can mean several, and has them corrected first', () => {
    const row = aRow({ currencyOneOf: ['usd', 'cad'], currencySource: 'Min "$9.99"', requested: money });
    const signed = (currency = 'usd') => aResolved({ listing: aListing({ currency }), row, desired: money });
    expect(messageOf('mixed_currencies', [eur(), signed()])).toMatch(
      /^rows that name no currency, or with a sign that can mean several currencies lead to .*, usd \(line \d+, Min "\$9.99"\); correct the sign that is wrong, or name/,
    );
    expect(messageOf('mixed_currencies', [signed('cad'), signed()])).toMatch(
      /^rows with a sign that can mean/,
    );
  });

  it('names four of them, in order', () => {
    const inAll = (...codes: readonly string[]) => codes.map((currency) => resolved(money, { currency }));
    const namesOf = (rows: readonly Plannable[]) =>
      messageOf('mixed_currencies', rows).replace(/ \(line \d+, sku "SKU-\d+"\)/g, '');
    expect(namesOf(inAll('usd', 'eur', 'gbp', 'cad'))).toContain(
      'in 4 currencies, first cad, eur, gbp, usd;',
    );
    expect(namesOf(inAll('usd', 'eur', 'gbp', 'cad', 'aud'))).toContain(
      'in 5 currencies, first aud, cad, eur, gbp and 1 more;',
    );
  });

  it.each([
    ['add a column "currency" to', 'name the currency in a column "currency"', undefined],
    ['fill in the blank currencies of', 'fill in the blank cells of the column "Cur"', 'Cur'],
  ])('says how to repair the sheet: %s', (repair, naming, currencyColumn) => {
    const check = new RunCheck(someLimits(), { currencyColumn });
    for (const entry of buildPlan([usd(), eur()], { duplicates: 'error' }).entries) check.add(entry);
    expect(check.result()).toMatchObject([{ repair, message: expect.stringContaining(`; ${naming}, or`) }]);
  });
});

describe('RunCheck: mixed_currencies over nights', () => {
  const money = { cost: cents(610) };
  const inEur = (named?: string) => resolved(money, { currency: 'eur' }, named);
  function checkAfter(
    currencies: readonly string[] | undefined,
    rows: readonly Plannable[],
    currency?: string,
  ) {
    const figures = {
      size: 1,
      modified: null,
      skus: 1,
      sets: {},
      medians: {},
      ...(currencies && { currencies }),
    };
    const sheet = { path: 'costs.csv', sha256: 'a', rows: 1, columns: {}, figures };
    const counts = { outcomes: 1, attention: 0, by_status: { updated: 1 }, by_reason: {} };
    const run = aKeptRecord({ started_at: '2026-11-20T03:00:00.000Z', sheet, counts });
    const last = findLastPriced([run]);
    const check = new RunCheck(someLimits(), { last, currency });
    for (const entry of buildPlan(rows, { duplicates: 'error', currency }).entries) check.add(entry);
    return check;
  }

  it.each<[string, readonly Plannable[], readonly string[] | undefined, string | undefined]>([
    ['another one', [inEur()], ['usd'], 'run of 2026-11-20 03:00 UTC was in usd'],
    ['another one than both', [inEur()], ['gbp', 'usd'], 'was in gbp, usd'],
    ['one of both', [inEur()], ['eur', 'usd'], undefined],
    ['the same one', [inEur()], ['eur'], undefined],
    ['another one that the row names', [inEur('eur')], ['usd'], undefined],
    ['one, after no run that is known', [inEur()], undefined, undefined],
  ])('is about %s', (_name, rows, before, message) => {
    expect(checkAfter(before, rows).result()).toMatchObject(
      message === undefined
        ? []
        : [
            {
              message: expect.stringMatching(
                new RegExp(`lead to listings in eur, and the .*${message}; name the`),
              ),
              repair: 'add a column "currency" to',
              readAs: { '--currency': 'eur' },
            },
          ],
    );
  });

  it('is not about what --currency says', () => {
    expect(checkAfter(['usd'], [inEur()], 'eur').result()).toEqual([]);
  });

  it('keeps in order what the amounts were in, named or not', () => {
    const rows = [resolved(money), inEur('eur'), resolved({ repricing: true }, { currency: 'cad' })];
    expect(checkAfter(undefined, rows).currencies()).toEqual(['eur', 'usd']);
    expect(checkAfter(undefined, [inEur()], 'gbp').currencies()).toEqual(['gbp']);
  });
});

describe('RunCheck: scale_slip', () => {
  /** Costs of 6.00 to 15.00, each times a factor; the rows that move too far are blocked, and count all the same. */
  const scaled = (factor: number, count = 5) =>
    times(count, (line) => {
      const before = 600 + (line % 10) * 100;
      const values = { ...aListing().values, cost: cents(before), minimum_price: null, maximum_price: null };
      return resolved({ cost: cents(Math.round(before * factor)) }, { values });
    });
  const withoutAny = {
    values: { ...aListing().values, cost: null, minimum_price: null, maximum_price: null },
  };
  /** Minimum and maximum of five listings that sell at 14.99 and had none, around the price times a factor. */
  const firstBounds = (factor: number, listing: Partial<Listing> = {}) =>
    times(5, () =>
      resolved(
        { minimum_price: cents(Math.round(900 * factor)), maximum_price: cents(Math.round(2900 * factor)) },
        { ...withoutAny, ...listing },
      ),
    );
  /** Costs of listings that sell at 15.00 and had none. */
  const firstCosts = (
    costs: readonly number[],
    { count = 5, ...listing }: Partial<Listing> & { readonly count?: number } = {},
  ) =>
    Array.from({ length: count }, (_, index) =>
      resolved(
        { cost: cents(costs[index % costs.length] ?? 0) },
        { ...withoutAny, currentPrice: cents(1500), currentShipping: cents(0), ...listing },
      ),
    );
  const mayClear = { limits: { allow: allow('max_clears') } };
  const onWalmart = { platform: 'walmart', currentPrice: 150, currentShipping: 99_999 };
  judgeAll('scale_slip', [
    ['cents taken for units: × 100', scaled(100), true],
    ['a lost decimal place: × 10', scaled(10), true],
    ['÷ 10', scaled(1 / 10), true],
    ['units taken for cents: ÷ 100', scaled(1 / 100), true],
    ['nearly × 100, as prices moved too', sheet(scaled(95, 3), scaled(104, 3)), true],
    ['not near enough: × 11.5', scaled(11.5), false],
    ['not near enough: × 8.5', scaled(8.5), false],
    ['doubled', scaled(2), false],
    ['most of them', sheet(scaled(100, 4), scaled(1.05, 3)), true],
    ['half of them', sheet(scaled(100, 4), scaled(1.05, 4)), false],
    ['two slips that cancel out: no one factor', sheet(scaled(100, 3), scaled(10, 3)), false],
    ['clears have no factor', sheet(scaled(1.05, 6), many(20, { cost: null })), false, mayClear],
    ['rows without amounts don’t dilute it', sheet(scaled(100), many(50, { repricing: false })), true],
    ['though every row may', scaled(100), true, { limits: { allow: allow('max_change') } }],
    ['first bounds, × 100', firstBounds(100), true],
    ['first bounds, ÷ 100', firstBounds(1 / 100), true],
    ['first bounds around the price', firstBounds(1), false],
    ['first bounds, × 1000, which is no slip', firstBounds(1000), false],
    ['first bounds of listings without a price', firstBounds(100, { currentPrice: null }), false],
    ['first bounds, shipping too, × 100', firstBounds(10, { currentPrice: 10, currentShipping: 1489 }), true],
    ['first bounds, × 100 of the price alone, elsewhere than on Amazon', firstBounds(10, onWalmart), true],
    ['first costs of ten times the price', firstCosts([15_000]), true],
    ['first costs of less than ten times the price', firstCosts([14_999]), false],
    ['first costs of a hundredth of the price', firstCosts([15]), true],
    ['first costs of more than a hundredth of the price', firstCosts([16]), false],
    ['first costs of 0', firstCosts([0]), false],
    ['first costs, too few to tell', firstCosts([60_000], { count: 4 }), false],
    ['first costs, most of them', sheet(firstCosts([60_000], { count: 6 }), firstCosts([500])), true],
    ['first costs, half of them', sheet(firstCosts([60_000]), firstCosts([500])), false],
    ['first costs up and down', sheet(firstCosts([60_000]), firstCosts([6])), false],
    ['first costs, too few of all', sheet(firstCosts([60_000]), scaled(1.05, 6)), false],
    ['first costs beside others, × 10', sheet(firstCosts([24_000], { count: 3 }), scaled(10, 3)), true],
    ['first costs of listings without a price', firstCosts([60_000], { currentPrice: null }), false],
    ['first costs, mostly shipping', firstCosts([800], { currentPrice: 10, currentShipping: 990 }), false],
    ['first bounds × 100, sound costs', sheet(firstBounds(100), firstCosts([500], { count: 30 })), true],
    ['first bounds among others', sheet(firstBounds(100), scaled(1.05, 6)), true],
    ['first bounds, too few of all', sheet(firstBounds(100), scaled(1.05, 10)), false],
  ]);

  const IN_CENTS = 'if they are in cents, pass --money cents; if not, check --decimal';
  const IN_UNITS = 'check the decimal sign (--decimal), and --money if that is set to cents';
  const NOT_CENTS = 'check the decimal sign (--decimal) and the columns (--map)';

  it.each([
    [100, { '--money': 'cents' }],
    [10, undefined],
    [1 / 100, undefined],
  ])('offers to read amounts of %d times as cents where they may be: %o', (factor, readAs) => {
    expect(plan(scaled(factor)).violations.map((violation) => violation.readAs)).toEqual([readAs]);
  });

  it('says that the price was compared with, where it was', () => {
    expect(messageOf('scale_slip', firstBounds(100))).toBe(
      '10 of 10 amounts are about 100 times what the listings hold or sell for, and the limit is half of them; if they are in cents, pass --money cents; if not, check --decimal',
    );
  });

  it.each([
    [60_000, 'about 100 times what the listings hold or sell for (first costs: 10 times or more)', IN_CENTS],
    [24_000, 'about 10 times what the listings hold or sell for (first costs: 10 times or more)', NOT_CENTS],
    [9e6, 'about 100 times what the listings hold or sell for (first costs: 10 times or more)', IN_CENTS],
    [6, 'about 1/100 of what the listings hold or sell for (first costs: 1/100 or less)', IN_UNITS],
  ])('names the nearest factor of first costs of %i cents, if they count', (cost, said, todo) => {
    expect(messageOf('scale_slip', firstCosts([cost]))).toBe(
      `5 of 5 amounts are ${said}, and the limit is half of them; ${todo}`,
    );
  });

  it('gives the figures, the direction and the flags to check', () => {
    expect(messageOf('scale_slip', scaled(100))).toBe(
      '5 of 5 amounts are about 100 times what the listings hold, and the limit is half of them; if they are in cents, pass --money cents; if not, check --decimal',
    );
    expect(messageOf('scale_slip', scaled(1 / 100))).toContain('about 1/100 of what the listings hold');
  });
});

describe('RunCheck', () => {
  it('names every rule that fires', () => {
    const rows = sheet(invalid(5), cleared(5));
    expect(rulesOf(rows, { limits: { maxUpdates: { kind: 'count', count: 1 } } })).toEqual([
      'max_invalid',
      'max_updates',
      'max_clears',
    ]);
  });

  it('checks nothing where there are no limits, as for an undo', () => {
    expect(buildPlan([], { duplicates: 'error' }).violations).toEqual([]);
    expect(buildPlan(cleared(20), { duplicates: 'error' }).violations).toEqual([]);
  });

  /** Some are known before there is a plan, one is about the key, and some need earlier runs. */
  const isOfPlan = (rule: RunRule): rule is PlanRule =>
    !['sheet_age', 'unsettled', 'sheet_note', 'nothing_to_set', 'other_key', ...PAST_RULES].some(
      (other) => other === rule,
    );

  it.each(RUN_RULES.filter(isOfPlan))('%s fires for something, and not once it is allowed', (rule) => {
    const money = { cost: cents(610) };
    const strict = { maxMissing: 0, maxUpdates: { kind: 'count', count: 0 } } as const;
    const breaking: Readonly<Record<PlanRule, readonly Plannable[]>> = {
      empty_sheet: [],
      nothing_matched: missing(1),
      mixed_currencies: [resolved(money), resolved(money, { currency: 'eur' })],
      max_invalid: sheet(invalid(5), same(5)),
      max_missing: sheet(missing(5), same(5)),
      max_updates: updated(1),
      max_clears: cleared(10),
      implausible_column: many(20, { cost: cents(1499) }),
      scale_slip: many(5, { cost: cents(60_000) }),
    };
    expect(rulesOf(breaking[rule], { limits: strict })).toContain(rule);
    expect(rulesOf(breaking[rule], { limits: { ...strict, allow: allow(rule) } })).not.toContain(rule);
  });
});
