import { describe, expect, it } from 'vitest';
import { explainBadDivisor, needsDecimalSign, numberIn } from '../../src/sheet/divisor-text.ts';

describe('numberIn', () => {
  it.each([
    ['100 ST', '100'],
    ['100ST', '100'],
    ['per 100', '100'],
    ['/100', '100'],
    ['je 1.000 Stk.', '1.000'],
    ['1,000 EA', '1,000'],
    ['100', '100'],
  ])('finds the number in "%s": %s', (text, number) => {
    expect(numberIn(text)).toBe(number);
  });

  it.each(['100 KG', '100 CTN', 'C', '', '100 ST 5', 'about 100 ST', '-100', `${'1'.repeat(40)} ST`])(
    'leaves "%s" as it is',
    (text) => {
      expect(numberIn(text)).toBe(text);
    },
  );
});

it.each([
  ['1.000', true],
  ['1,000 EA', true],
  ['1000', false],
  ['1.000,00', false],
  ['100 ST', false],
])('needsDecimalSign: %s, %s', (text, expected) => {
  expect(needsDecimalSign(text)).toBe(expected);
});

it.each([
  ['', 'the cell is blank'],
  ['h', 'it may mean a hundred pieces or a unit, so write the number'],
  ['HU', 'it may mean a hundred pieces or a unit, so write the number'],
  ['cen', 'it may mean a hundred pieces or a unit, so write the number'],
  ['C', 'it may mean a hundred pieces or a unit, so write the number'],
  ['hun', 'it may mean a hundred pieces or a unit, so write the number'],
  ['M', 'it may mean a thousand pieces or a unit, so write the number'],
  ['k', 'it may mean a thousand pieces or a unit, so write the number'],
  ['t', 'it may mean a thousand pieces or a unit, so write the number'],
  ['th', 'it may mean a thousand pieces or a unit, so write the number'],
  ['ts', 'it may mean a thousand pieces or a unit, so write the number'],
  ['tsd.', 'it may mean a thousand pieces or a unit, so write the number'],
  ['mil', 'it may mean a thousand pieces or a unit, so write the number'],
  ['dz', 'it may mean a dozen or a unit, so write the number'],
  ['doz', 'it may mean a dozen or a unit, so write the number'],
  ['gro', 'it may mean twelve dozen or a unit, so write the number'],
  ['box', 'it is a word, not a number'],
  ['1.000', 'the costs show no decimal sign, so it may be 1 or 1000'],
  ['100 KG', 'the word beside the number is not one for a single piece'],
  ['0', 'it has to be a whole number from 1 to 999999999'],
])('explainBadDivisor: "%s"', (text, expected) => {
  expect(explainBadDivisor(text)).toBe(expected);
});
