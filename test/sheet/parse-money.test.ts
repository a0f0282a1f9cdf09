import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCents } from '../../src/domain/cents.ts';
import { formatShare } from '../../src/domain/fees.ts';
import type { DecimalSign } from '../../src/sheet/amount-text.ts';
import { type MoneyFormat, parseMoney, parseShare, type Rounding } from '../../src/sheet/parse-money.ts';
import { cents } from '../support/builders.ts';
import { pairsOf } from '../support/listed.ts';
import { runs } from '../support/runs.ts';

const POINT: MoneyFormat = { unit: 'major', decimalSign: '.', rounding: 'error' };
const COMMA: MoneyFormat = { ...POINT, decimalSign: ',' };
const IN_CENTS: MoneyFormat = { ...POINT, unit: 'cents' };
const HALF_UP: MoneyFormat = { ...POINT, rounding: 'half-up' };

/** An answer in short: the cents, with `~` before them where they were rounded, or the reason of the problem. */
function parse(text: string, format: MoneyFormat): string {
  const parsed = parseMoney(text, format);
  return parsed.kind === 'money' ? `${parsed.rounded ? '~' : ''}${parsed.cents}` : parsed.reason;
}

describe('parseMoney', () => {
  const HALF_EVEN: MoneyFormat = { ...POINT, rounding: 'half-even' };
  const MOST = '9007199254740991';

  it.each<readonly [name: string, format: MoneyFormat, pairs: string]>([
    ['point', POINT, '12 = 1200 | .9 = 90 | 12.990 = 1299 | +12.99 = 1299 | 1,299.00 = 129900 | 1.250 = 125'],
    ['comma', COMMA, '12 = 1200 | ,99 = 99 | 1.299 = 129900 | 1,250 = 125 | +1.234.567,8 = 123456780'],
    ['cents', IN_CENTS, '1299 = 1299 | 0 = 0 | 0001299 = 1299 | +5 = 5'],
    ['the most cents', IN_CENTS, `${MOST} = ${MOST}`],
    ['cents for ten', { ...IN_CENTS, divisor: 10n, rounding: 'half-up' }, '1299 = ~130 | 1300 = 130'],
    ['the most', POINT, `90071992547409.91 = ${MOST}`],
    ['the most, down', { ...POINT, rounding: 'down' }, `90071992547409.919 = ~${MOST}`],
    ['half up', HALF_UP, '1.005 = ~101 | 0.285 = ~29 | 8.345 = ~835 | 70368744177.665 = ~7036874417767'],
    ['half even', HALF_EVEN, '12.985 = ~1298 | 12.995 = ~1300 | 12.9850001 = ~1299'],
    ['half even, at the ends', HALF_EVEN, '0.005 = ~0 | 12.9900 = 1299'],
    ['for 100 pieces', { ...HALF_UP, divisor: 100n }, '100.00 = 100 | 12.50 = ~13 | 0 = 0'],
    ['for many pieces, up', { ...POINT, rounding: 'up', divisor: 999_999_999n }, '0.000001 = ~1'],
    ['above the most, for 1000', { ...POINT, divisor: 1000n }, `90071992547409910 = ${MOST} | 10 = 1`],
  ])('reads amounts, %s', (_name, format, pairs) => {
    for (const [text, expected] of pairsOf(pairs))
      expect([text, parse(text, format)]).toEqual([text, expected]);
  });

  it.each<readonly [reason: string, format: MoneyFormat, texts: string]>([
    ['money_word', POINT, ''],
    ['money_unreadable', POINT, '12. | 12,99 | 1.299.000'],
    ['money_currency_unknown', POINT, '5 pcs'],
    ['money_too_fine', COMMA, '0,005000'],
    ['money_negative', POINT, '-5 | -.5 | -0 | (100.20) | 5 CR'],
    ['money_negative', IN_CENTS, '-5'],
    ['money_unreadable', IN_CENTS, '12.99 | 1,299'],
    ['money_unreadable', { ...IN_CENTS, decimalSign: ',' }, '1.299 | 1299.0 | '],
    ['money_too_large', IN_CENTS, '9007199254740992'],
    ['money_too_large', POINT, '90071992547409.92'],
    ['money_too_large', { ...POINT, rounding: 'up' }, '90071992547409.911'],
    ['money_too_fine', { ...POINT, divisor: 1000n }, '1'],
  ])('refuses as %s, number %#', (reason, format, texts) => {
    for (const text of texts.split(' | ')) expect([text, parse(text, format)]).toEqual([text, reason]);
  });

  it('has the currencies that may be meant', () => {
    const parsed = parseMoney('$12.99', POINT);
    expect(parsed.kind === 'money' && [...(parsed.currencies ?? [])]).toEqual(
      expect.arrayContaining(['usd', 'cad']),
    );
  });

  it.each([
    ['12.99', COMMA, 'has a point where this sheet has decimal commas: write 12,99'],
    ['1,250,000.5', COMMA, 'has a point where this sheet has decimal commas: write 1.250.000,5'],
    ['12,99', POINT, 'has a comma where this sheet has decimal points: write 12.99'],
    ['-12,99', POINT, 'is not an amount of money (decimal sign ".")'],
    ['12.99', IN_CENTS, 'is not a whole number of cents'],
  ])('says of %s what is wrong, and what to write', (text, format, detail) => {
    expect(parseMoney(text, format)).toEqual({ kind: 'problem', reason: 'money_unreadable', detail });
  });

  it.each([
    ['twenty thousand digits', '9'.repeat(20_000), 'error', 'money_too_large'],
    ['twenty thousand leading zeros', `${'0'.repeat(20_000)}12.99`, 'error', '1299'],
    ['twenty thousand zeros behind', `12.99${'0'.repeat(20_000)}`, 'error', '1299'],
    ['a grain, twenty thousand digits down, rounded up', `12.99${'0'.repeat(20_000)}1`, 'up', '~1300'],
    ['a grain, twenty thousand digits down', `12.99${'0'.repeat(20_000)}1`, 'error', 'money_too_fine'],
  ] as const)('keeps every digit of %s', (_name, text, rounding, expected) => {
    expect(parse(text, { ...POINT, rounding })).toBe(expected);
  });

  const signs = fc.constantFrom<DecimalSign>('.', ',');
  const otherSign = (sign: DecimalSign) => (sign === '.' ? ',' : '.');

  /** Sets thousands apart from the right, character by character. */
  function group(digits: string, separator: string): string {
    return [...digits]
      .map((d, at) => ((digits.length - at) % 3 === 0 && at > 0 ? separator + d : d))
      .join('');
  }

  it('reads back every amount that is written, with either sign and with thousands set apart or not', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), signs, fc.boolean(), (whole, decimalSign, grouped) => {
        const amount = cents(Math.abs(whole));
        const [integer = '', fraction = ''] = formatCents(amount, decimalSign).split(decimalSign);
        const text = `${grouped ? group(integer, otherSign(decimalSign)) : integer}${decimalSign}${fraction}`;
        expect(parseMoney(text, { ...POINT, decimalSign })).toEqual({
          kind: 'money',
          cents: amount,
          rounded: false,
        });
      }),
      { numRuns: runs(1000) },
    );
  });

  /** Rounds a fraction of non-negative whole numbers by the textbook definition of each mode. */
  function roundFraction(numerator: bigint, denominator: bigint, rounding: Rounding): bigint | undefined {
    const below = numerator / denominator;
    const above = (numerator + denominator - 1n) / denominator;
    const toBelow = numerator - below * denominator;
    const toAbove = above * denominator - numerator;
    if (below === above) return below;
    if (rounding === 'error') return undefined;
    if (rounding === 'down') return below;
    if (rounding === 'up') return above;
    if (toBelow !== toAbove) return toBelow < toAbove ? below : above;
    if (rounding === 'half-up') return above;
    return below % 2n === 0n ? below : above;
  }

  const decimals = fc.record({
    integer: fc.stringMatching(/^[0-9]{1,12}$/),
    fraction: fc.oneof(
      fc.stringMatching(/^[0-9]{0,2}$/),
      fc.stringMatching(/^[0-9]{2}[05]0?$/),
      fc.stringMatching(/^[0-9]{0,9}$/),
    ),
    decimalSign: signs,
    divisor: fc.oneof(
      fc.constant(1),
      fc.constantFrom(2, 4, 8, 10, 100, 1000),
      fc.integer({ min: 1, max: 999_999_999 }),
    ),
    rounding: fc.constantFrom<Rounding>('error', 'half-up', 'half-even', 'up', 'down'),
  });

  it('rounds every amount like exact fractions do', () => {
    fc.assert(
      fc.property(decimals, ({ integer, fraction, decimalSign, divisor, rounding }) => {
        const text = fraction === '' ? integer : `${integer}${decimalSign}${fraction}`;
        const numerator = BigInt(integer + fraction) * 100n;
        const denominator = BigInt(divisor) * 10n ** BigInt(fraction.length);
        const expected = roundFraction(numerator, denominator, rounding);
        const parsed = parseMoney(text, { unit: 'major', decimalSign, rounding, divisor: BigInt(divisor) });
        if (expected === undefined) expect(parsed).toMatchObject({ reason: 'money_too_fine' });
        else {
          expect(parsed).toEqual({
            kind: 'money',
            cents: Number(expected),
            rounded: expected * denominator !== numerator,
          });
        }
      }),
      { numRuns: runs(5000) },
    );
  });
});

describe('parseShare', () => {
  it('reads percentages', () => {
    const pairs =
      '15 = 15000 | 15% = 15000 | 15 % = 15000 | 15\u00a0% = 15000 | 015 = 15000 | 7.5 = 7500 | 7,5 = 7500 | 12.345 = 12345 | 12.3450000 = 12345 | 15,00 % = 15000 | 1,250 = 1250 | 1 = 1000 | 0.35 % = 350 | 0,35% = 350 | 0.001% = 1 | 0 = 0 | 0.00 = 0 | 99.999 = 99999';
    for (const [text, share] of pairsOf(pairs))
      expect([text, parseShare(text)]).toEqual([text, { kind: 'share', share: Number(share) }]);
  });

  it('refuses what is not below 100, or not a percentage', () => {
    const texts = '100|100 %|150|1.250.000|12.3456|-5|15 pct|15 EUR|15 %%|1e1|15-20|.5|5.|%|none|';
    for (const text of [...texts.split('|'), '９'.repeat(400)])
      expect([text, parseShare(text)]).toEqual([
        text,
        { kind: 'problem', detail: expect.stringContaining('below 100') },
      ]);
  });

  it.each(['0.15', '0,15', '0.99', '0.001', '00.5'])('asks what "%s" is a part of', (text) => {
    expect(parseShare(text)).toEqual({ kind: 'problem', detail: expect.stringContaining('may be') });
  });

  it('reads what it writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999 }), (share) => {
        expect(parseShare(`${formatShare(share)} %`)).toEqual({ kind: 'share', share });
      }),
      { numRuns: runs(1000) },
    );
  });
});
