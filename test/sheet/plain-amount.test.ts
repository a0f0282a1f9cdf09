import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countPlainDecimals,
  type DecimalSign,
  isAmount,
  readAmountText,
  readPlainCents,
} from '../../src/sheet/amount-text.ts';
import { runs } from '../support/runs.ts';

const signs = fc.constantFrom<DecimalSign>('.', ',');
const units = fc.constantFrom('major' as const, 'cents' as const);

/** Amounts in their plainest form and near to it, and texts of what amounts are made of. */
const texts = fc.oneof(
  fc
    .tuple(
      fc.string({ unit: fc.constantFrom(...'0129'), maxLength: 17 }),
      fc.constantFrom('', '.', ','),
      fc.string({ unit: fc.constantFrom(...'059'), maxLength: 4 }),
    )
    .map((parts) => parts.join('')),
  fc.string({ unit: fc.constantFrom(..."0123456789.,'+-eE x$\u0660\uff11/:;"), maxLength: 8 }),
  fc.string({ unit: 'binary', maxLength: 4 }),
);

describe('readPlainCents', () => {
  it.each([
    ['0', 'major', '.', 0],
    ['12', 'major', ',', 1200],
    ['0012.5', 'major', '.', 1250],
    ['4.35', 'major', '.', 435],
    ['1,15', 'major', ',', 115],
    ['1299', 'cents', '.', 1299],
    ['9999999999.99', 'major', '.', 999_999_999_999],
  ] as const)('reads %s (%s, sign %s) as %d cents', (text, unit, decimalSign, cents) => {
    expect(readPlainCents(text, { unit, decimalSign })).toBe(cents);
  });

  it.each([
    ['', 'major'],
    ['.', 'major'],
    ['.5', 'major'],
    ['5.', 'major'],
    ['1.2.3', 'major'],
    ['1,50', 'major'],
    ['1.250', 'major'],
    ['-5', 'major'],
    [' 5', 'major'],
    ['5 EUR', 'major'],
    ['1/2', 'major'],
    ['1:2', 'major'],
    ['12.99', 'cents'],
    ['9007199254740993', 'cents'],
    ['90071992547409.93', 'major'],
  ] as const)('leaves %j (%s) to others', (text, unit) => {
    expect(readPlainCents(text, { unit, decimalSign: '.' })).toBeUndefined();
  });

  it('reads nothing that the reader of all amounts reads otherwise', () => {
    fc.assert(
      fc.property(texts, units, signs, (text, unit, decimalSign) => {
        const cents = readPlainCents(text, { unit, decimalSign });
        if (cents === undefined) return;
        const read = readAmountText(text);
        if (!isAmount(read)) return expect.fail(`${text} is no amount`);
        expect([read.negative, read.currencies]).toEqual([false, undefined]);
        const digits = read.readings[decimalSign];
        const places = unit === 'cents' ? 0 : 2;
        expect(digits?.fraction.length).toBeLessThanOrEqual(places);
        expect(BigInt(cents)).toBe(BigInt(`${digits?.integer}${digits?.fraction.padEnd(places, '0')}`));
      }),
      { numRuns: runs(5000) },
    );
  });

  it('reads every amount of up to twelve digits with two places or none', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 - 1 }), signs, (cents, decimalSign) => {
        const text = String(cents).padStart(3, '0');
        const major = `${text.slice(0, -2)}${decimalSign}${text.slice(-2)}`;
        expect(readPlainCents(major, { unit: 'major', decimalSign })).toBe(cents);
        expect(readPlainCents(String(cents), { unit: 'cents', decimalSign })).toBe(cents);
        expect(readPlainCents(String(cents), { unit: 'major', decimalSign })).toBe(cents * 100);
      }),
    );
  });
});

describe('countPlainDecimals', () => {
  const FITS = { '.': /^\d+(?:\.(\d+))?$/, ',': /^\d+(?:,(\d+))?$/ };

  it('tells what an expression tells of any text', () => {
    fc.assert(
      fc.property(texts, fc.option(signs, { nil: undefined }), (text, sign) => {
        const match = (sign === undefined ? /^\d+$/ : FITS[sign]).exec(text);
        expect(countPlainDecimals(text, sign)).toBe(match ? (match[1] ?? '').length : -1);
      }),
      { numRuns: runs(5000) },
    );
  });
});
