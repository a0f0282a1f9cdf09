import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCents } from '../../src/domain/cents.ts';
import { type MoneyFormat, parseMoney, type Rounding } from '../../src/sheet/parse-money.ts';
import type { DecimalSign } from '../../src/sheet/plain-amount.ts';
import { cents } from '../support/builders.ts';
import { runs } from '../support/runs.ts';

const POINT: MoneyFormat = { unit: 'major', decimalSign: '.', rounding: 'error' };
const COMMA: MoneyFormat = { ...POINT, decimalSign: ',' };
const IN_CENTS: MoneyFormat = { ...POINT, unit: 'cents' };

/** An answer in short: the cents, with `~` before them where they were rounded, or the reason of the problem. */
function parse(text: string, format: MoneyFormat): string {
  const parsed = parseMoney(text, format);
  return parsed.kind === 'money' ? `${parsed.rounded ? '~' : ''}${parsed.cents}` : parsed.reason;
}

describe('parseMoney', () => {
  it.each([
    ['12.99', '1299'],
    ['12', '1200'],
    ['0', '0'],
    ['0.00', '0'],
    ['.99', '99'],
    ['.9', '90'],
    ['12.9', '1290'],
    ['12.990', '1299'],
    ['12.9900000000000000000000', '1299'],
    ['0012.99', '1299'],
    ['000', '0'],
    ['+12.99', '1299'],
    ['1,299.00', '129900'],
    ['1,299', '129900'],
    ['1,299,000.50', '129900050'],
    ['1.250', '125'],
    ['1234567.89', '123456789'],
    ['90071992547409.91', '9007199254740991'],
  ])('reads %s with a decimal point as %s cents', (text, expected) => {
    expect(parse(text, POINT)).toBe(expected);
  });

  it.each([
    ['12,99', '1299'],
    ['12', '1200'],
    [',99', '99'],
    ['1.299,00', '129900'],
    ['1.299', '129900'],
    ['1.299.000', '129900000'],
    ['1,250', '125'],
    ['0,005000', 'money_too_fine'],
    ['+1.234.567,8', '123456780'],
  ])('reads %s with a decimal comma as %s', (text, expected) => {
    expect(parse(text, COMMA)).toBe(expected);
  });

  it.each([
    ['', 'money_word'],
    ['12.', 'money_unreadable'],
    ['12,99', 'money_unreadable'],
    ['1.299,000', 'money_unreadable'],
    ['1.299.000', 'money_unreadable'],
    ['12%', 'money_percent'],
    ['1e3', 'money_exponent'],
    ['12.05.2024', 'money_date'],
    ['#N/A', 'money_error_value'],
    ['5 pcs', 'money_currency_unknown'],
  ])('refuses %j: %s', (text, reason) => {
    expect(parse(text, POINT)).toBe(reason);
  });

  it.each([
    ['$12.99', ['usd', 'cad'], 'a sign leaves several'],
    ['12.99 EUR', ['eur'], 'a code says one'],
  ])('tells the currencies of %s', (text, currencies) => {
    const parsed = parseMoney(text, POINT);
    expect(parsed.kind === 'money' && [...(parsed.currencies ?? [])]).toEqual(
      expect.arrayContaining(currencies),
    );
  });

  it('says what to write where the other decimal sign would do', () => {
    expect(parseMoney('12.99', COMMA)).toMatchObject({
      reason: 'money_unreadable',
      detail: 'has a point where this sheet has decimal commas: write 12,99',
    });
    expect(parseMoney('12,99', POINT)).toEqual({
      kind: 'problem',
      reason: 'money_unreadable',
      detail: 'has a comma where this sheet has decimal points: write 12.99',
    });
  });

  it.each(['-5', '-0.01', '-1,299.00', '-.5', '-0', '-0.001', '(100.20)', '100.20 CR'])(
    'refuses the negative amount %s',
    (text) => {
      expect(parseMoney(text, POINT)).toEqual({
        kind: 'problem',
        reason: 'money_negative',
        detail: 'is negative',
      });
    },
  );

  it.each([
    ['one more than the largest', '90071992547409.92', 'error', 'money_too_large'],
    ['the largest, rounded up beyond it', '90071992547409.911', 'up', 'money_too_large'],
    ['the largest, rounded down to it', '90071992547409.919', 'down', '~9007199254740991'],
    ['twenty thousand digits', '9'.repeat(20_000), 'error', 'money_too_large'],
    ['twenty thousand leading zeros', `${'0'.repeat(20_000)}12.99`, 'error', '1299'],
    ['twenty thousand zeros behind', `12.99${'0'.repeat(20_000)}`, 'error', '1299'],
    ['a grain, twenty thousand digits down, rounded up', `12.99${'0'.repeat(20_000)}1`, 'up', '~1300'],
    ['a grain, twenty thousand digits down', `12.99${'0'.repeat(20_000)}1`, 'error', 'money_too_fine'],
  ] as const)('keeps every digit of %s', (_name, text, rounding, expected) => {
    expect(parse(text, { ...POINT, rounding })).toBe(expected);
  });

  it.each([
    [
      '12.991',
      { error: 'money_too_fine', 'half-up': '~1299', 'half-even': '~1299', up: '~1300', down: '~1299' },
    ],
    [
      '12.995',
      { error: 'money_too_fine', 'half-up': '~1300', 'half-even': '~1300', up: '~1300', down: '~1299' },
    ],
    [
      '12.985',
      { error: 'money_too_fine', 'half-up': '~1299', 'half-even': '~1298', up: '~1299', down: '~1298' },
    ],
    [
      '12.9850001',
      { error: 'money_too_fine', 'half-up': '~1299', 'half-even': '~1299', up: '~1299', down: '~1298' },
    ],
    [
      '12.9849999',
      { error: 'money_too_fine', 'half-up': '~1298', 'half-even': '~1298', up: '~1299', down: '~1298' },
    ],
    ['0.005', { error: 'money_too_fine', 'half-up': '~1', 'half-even': '~0', up: '~1', down: '~0' }],
    ['0.015', { error: 'money_too_fine', 'half-up': '~2', 'half-even': '~2', up: '~2', down: '~1' }],
    ['0.0001', { error: 'money_too_fine', 'half-up': '~0', 'half-even': '~0', up: '~1', down: '~0' }],
    ['12.9900', { error: '1299', 'half-up': '1299', 'half-even': '1299', up: '1299', down: '1299' }],
  ] as const)('rounds %s as it is told', (text, expected) => {
    for (const [rounding, answer] of Object.entries(expected)) {
      expect([rounding, parse(text, { ...POINT, rounding: rounding as Rounding })]).toEqual([
        rounding,
        answer,
      ]);
    }
  });

  it.each([
    ['1.005', '~101'],
    ['0.285', '~29'],
    ['4.995', '~500'],
    ['8.345', '~835'],
    ['10.075', '~1008'],
    ['70368744177.665', '~7036874417767'],
  ])('reads %s half up as %s, where floating point would slip', (text, expected) => {
    expect(parse(text, { ...POINT, rounding: 'half-up' })).toBe(expected);
  });

  it.each([
    ['100.00', 100n, 'error', '100'],
    ['12.50', 100n, 'half-up', '~13'],
    ['12.50', 100n, 'half-even', '~12'],
    ['13.50', 100n, 'half-even', '~14'],
    ['10', 3n, 'error', 'money_too_fine'],
    ['10', 3n, 'half-up', '~333'],
    ['20', 3n, 'half-up', '~667'],
    ['10', 3n, 'up', '~334'],
    ['20', 3n, 'down', '~666'],
    ['0', 7n, 'error', '0'],
    ['0.000001', 999_999_999n, 'up', '~1'],
    ['90071992547409910', 1000n, 'error', '9007199254740991'],
  ] as const)(
    'divides a cost of %s for %d pieces, rounding %s, to %s',
    (text, divisor, rounding, expected) => {
      expect(parse(text, { ...POINT, rounding, divisor })).toBe(expected);
    },
  );

  it.each([
    ['1299', '1299'],
    ['0', '0'],
    ['0001299', '1299'],
    ['+5', '5'],
    ['9007199254740991', '9007199254740991'],
    ['9007199254740992', 'money_too_large'],
    ['-5', 'money_negative'],
    ['12.99', 'money_unreadable'],
    ['1299.0', 'money_unreadable'],
    ['1,299', 'money_unreadable'],
    ['1.299', 'money_unreadable'],
    ['', 'money_unreadable'],
  ])('in cents reads %s as %s', (text, expected) => {
    expect(parse(text, IN_CENTS)).toBe(expected);
    expect(parse(text, { ...IN_CENTS, decimalSign: ',' })).toBe(expected);
  });

  it('in cents says what is wrong in those terms, and divides too', () => {
    expect(parseMoney('12.99', IN_CENTS)).toMatchObject({ detail: 'is not a whole number of cents' });
    expect(parse('1299', { ...IN_CENTS, divisor: 10n, rounding: 'half-up' })).toBe('~130');
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

  /**
   * The amount that text stands for as hundredths with their own decimals, read by hand: an optional plus, an optional
   * dollar on one side, digits that are together or in groups, a decimal sign with digits or dashes behind it. What has a
   * minus is no money here, but for the zero of accounting formats: a dash behind a dollar, or before one and a blank.
   */
  function readByHand(text: string, sign: DecimalSign): { cents: bigint; fraction: string } | undefined {
    let rest = text.trim().replace(/\s+/g, ' ');
    if (['$-', '$ -', '- $'].includes(rest)) return { cents: 0n, fraction: '00' };
    if (rest.startsWith('+')) rest = rest.slice(1).trim();
    if (rest.startsWith('$')) rest = rest.slice(1).trim();
    else if (rest.endsWith('$')) rest = rest.slice(0, -1).trim();
    const dashed = /^(.*\d) ?([.,])--?$/.exec(rest);
    if (dashed?.[1]) return readWholeByHand(dashed[1], dashed[2] === sign ? sign : undefined);
    return rest.includes('-') ? undefined : readDigitsByHand(rest, sign);
  }

  /** Dashes stand for the cents. A sign among the digits needs the other sign before the dashes. */
  function readWholeByHand(
    text: string,
    sign: DecimalSign | undefined,
  ): { cents: bigint; fraction: string } | undefined {
    const isPlain = !/[.,-]/.test(text);
    if (!isPlain && (sign === undefined || text.includes(sign) || text.includes('-'))) return undefined;
    return readDigitsByHand(text, sign ?? '.');
  }

  function readDigitsByHand(
    rest: string,
    sign: DecimalSign,
  ): { cents: bigint; fraction: string } | undefined {
    const isDigits = (part: string) => part !== '' && [...part].every((c) => '0123456789'.includes(c));
    const [integer = '', fraction, ...others] = rest.split(sign);
    if (others.length > 0 || (fraction !== undefined && !isDigits(fraction))) return undefined;
    const bare = integer === '' && fraction !== undefined;
    const groupings = [otherSign(sign), "'", ' '].some((separator) => isGrouped(integer.split(separator)));
    const indian = sign === '.' && isIndian(integer.split(','));
    if (!bare && !isDigits(integer) && !groupings && !indian) return undefined;
    const behind = (fraction ?? '').padEnd(2, '0');
    return {
      cents: BigInt(`${integer.replace(/\D/g, '')}${behind.slice(0, 2)}`),
      fraction: behind.slice(2),
    };
  }

  function isGrouped([first = '', ...others]: readonly string[]): boolean {
    return (
      others.length > 0 && /^[1-9]\d{0,2}$/.test(first) && others.every((other) => /^\d{3}$/.test(other))
    );
  }

  function isIndian(groups: readonly string[]): boolean {
    const [first = '', ...others] = groups.slice(0, -1);
    return (
      groups.length > 2 &&
      /^[1-9]\d?$/.test(first) &&
      others.every((other) => /^\d{2}$/.test(other)) &&
      /^\d{3}$/.test(groups.at(-1) ?? '')
    );
  }

  /** Among what reads as ASCII are wide digits and signs, as spreadsheets of the Far East have them. */
  function withoutWidth(text: string): string {
    return text.replace(/[０-９．，－＋＇（）＄]/g, (wide) => wide.normalize('NFKC'));
  }

  const amountLike = fc
    .array(fc.constantFrom(..."00123456789..,,+- e$'"), { maxLength: 10 })
    .map((characters) => characters.join(''));
  const anyText = fc.oneof(
    { weight: 8, arbitrary: amountLike },
    // Digits of other scripts have tests of their own.
    {
      weight: 1,
      arbitrary: fc.string({ unit: 'binary' }).filter((text) => !/[^\0-\x7f]/.test(text.normalize('NFKC'))),
    },
    {
      weight: 4,
      arbitrary: fc.stringMatching(/^[+-]?[0-9]{0,3}([.,' ][0-9]{2,3}){0,3}([.,][0-9]{0,3})?$/),
    },
  );

  it('never throws, and finds money only in text that a reader by hand accepts, and then the same money', () => {
    fc.assert(
      fc.property(anyText, signs, (text, decimalSign) => {
        const parsed = parseMoney(text, { ...POINT, decimalSign });
        const byHand = readByHand(withoutWidth(text), decimalSign);
        const isMoney =
          byHand &&
          [...byHand.fraction].every((digit) => digit === '0') &&
          byHand.cents <= Number.MAX_SAFE_INTEGER;
        const expected = isMoney ? byHand.cents : undefined;
        expect(parsed.kind === 'money' ? BigInt(parsed.cents) : undefined).toBe(expected);
      }),
      { numRuns: runs(4000) },
    );
  });
});
