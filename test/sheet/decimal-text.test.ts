import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalEvidence, parseDecimalText } from '../../src/sheet/decimal-text.ts';

describe('parseDecimalText', () => {
  it.each([
    ['12.99', '.', { negative: false, integer: '12', fraction: '99' }],
    ['-1,299.50', '.', { negative: true, integer: '1299', fraction: '50' }],
    ['+007', '.', { negative: false, integer: '7', fraction: '' }],
    ['000.10', '.', { negative: false, integer: '0', fraction: '10' }],
    ['.5', '.', { negative: false, integer: '0', fraction: '5' }],
    ['1.299.000,00', ',', { negative: false, integer: '1299000', fraction: '00' }],
    ['1.250', ',', { negative: false, integer: '1250', fraction: '' }],
    ['1.250', '.', { negative: false, integer: '1', fraction: '250' }],
  ] as const)('reads %s with the sign %s', (text, sign, expected) => {
    expect(parseDecimalText(text, sign)).toEqual(expected);
  });

  it.each([
    ['12.', '.'],
    ['12.99', ','],
    ['1,29.00', '.'],
    ['0,299', '.'],
    ['', '.'],
    ['.', '.'],
    ['1.2.3', ','],
  ] as const)('finds no number in "%s" with the sign %s', (text, sign) => {
    expect(parseDecimalText(text, sign)).toBeUndefined();
  });
});

describe('decimalEvidence', () => {
  it.each([
    ['12.99', '.'],
    ['12.9', '.'],
    ['.99', '.'],
    ['.999', '.'],
    ['0.250', '.'],
    ['1234.567', '.'],
    ['1.2500', '.'],
    ['1,299.00', '.'],
    ['1,299,000', '.'],
    ['-12.99', '.'],
    ['12,99', ','],
    ['0,250', ','],
    ['1.299,00', ','],
    ['1.299.000', ','],
    ['1.250', 'either'],
    ['1,250', 'either'],
    ['999.999', 'either'],
    ['-1.250', 'either'],
    ['12', 'none'],
    ['1250', 'none'],
    ['', 'none'],
    ['12.', 'none'],
    ['n/a', 'none'],
    ['$12.99', 'none'],
    ['1.2.3', 'none'],
  ])('takes %s for %s', (text, evidence) => {
    expect(decimalEvidence(text)).toBe(evidence);
  });

  it('says a sign only where the other one makes no number of the text, or the same number', () => {
    const text = fc.stringMatching(/^-?[0-9]{0,4}([.,][0-9]{0,4}){0,3}$/);
    fc.assert(
      fc.property(text, (text) => {
        const point = parseDecimalText(text, '.');
        const comma = parseDecimalText(text, ',');
        const said = {
          '.': point !== undefined && comma === undefined,
          ',': comma !== undefined && point === undefined,
          either: point !== undefined && comma !== undefined && point.integer !== comma.integer,
          none: point?.integer === comma?.integer && point?.fraction === comma?.fraction,
        };
        expect(said[decimalEvidence(text)]).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });
});
