import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCents, toCents } from '../../src/domain/cents.ts';
import { cents } from '../support/builders.ts';

const anyCents = fc.maxSafeInteger().map(cents);

describe('toCents', () => {
  it.each([0, 1, -1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])('takes %d', (value) => {
    expect(toCents(value)).toBe(value);
  });

  it.each([0.5, 1299.0000001, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('refuses %d', (value) => {
    expect(() => toCents(value)).toThrow(new TypeError(`Not a whole number of cents: ${value}`));
  });
});

describe('formatCents', () => {
  it.each([
    [0, '0.00'],
    [5, '0.05'],
    [1299, '12.99'],
    [-5, '-0.05'],
    [Number.MAX_SAFE_INTEGER, '90071992547409.91'],
  ])('writes %d as %s', (value, text) => {
    expect(formatCents(cents(value))).toBe(text);
  });

  it('writes the decimal sign that it is given', () => {
    expect(formatCents(cents(123_456), ',')).toBe('1234,56');
  });

  it('writes the digits of the cents with two of them behind the sign, whatever the amount', () => {
    fc.assert(
      fc.property(anyCents, fc.constantFrom('.' as const, ',' as const), (amount, sign) => {
        const text = formatCents(amount, sign);
        expect(text).toMatch(sign === '.' ? /^-?(0|[1-9]\d*)\.\d\d$/ : /^-?(0|[1-9]\d*),\d\d$/);
        expect(BigInt(text.replace(sign, ''))).toBe(BigInt(amount));
      }),
    );
  });
});
