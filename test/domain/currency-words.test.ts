import { describe, expect, it } from 'vitest';
import { currenciesOf } from '../../src/domain/currency.ts';
import { currenciesBeside } from '../../src/domain/currency-words.ts';

function codesOf(text: string): string {
  return [...(currenciesBeside(text) ?? [])].join(' ');
}

describe('currenciesBeside', () => {
  it.each([
    ['a code', 'EUR', 'eur'],
    ['a code with a point', 'EUR.', 'eur'],
    ['a sign', '€', 'eur'],
    ['a word', 'Euro', 'eur'],
    ['a word in capitals', 'EUROS', 'eur'],
    ['a word of several parts', 'Pounds Sterling', 'gbp'],
    ['letters', 'TL', 'try'],
    ['letters with a point', 'Dhs.', 'aed mad'],
    ['letters with a slash', 'S/', 'pen'],
    ['letters with a slash and a point', 'S/.', 'pen'],
    ['letters with points among them', 'Bs.S.', 'ves'],
    ['Arabic letters', 'ر.س.', 'sar'],
    ['Devanagari letters', 'रु.', 'inr'],
    ['a syllable', '원', 'krw'],
  ])('knows %s: "%s"', (_name, text, codes) => {
    expect(codesOf(text)).toBe(codes);
  });

  it.each([
    ['nothing', ''],
    ['a point', '.'],
    ['a sign with a point', '€.'],
    ['an ideograph with a point', '円.'],
    ['a syllable with a point', '원.'],
    ['two points', 'Rs..'],
    ['a comma', 'EUR,'],
    ['a point in front', '.EUR'],
    ['other letters', 'XYZ'],
    ['a litre', 'L'],
    ['a kilometre', 'km'],
    ['a kilogram', 'kg'],
    ['a number of pieces', 'pcs'],
  ])('does not know %s: "%s"', (_name, text) => {
    expect(currenciesBeside(text)).toBeUndefined();
  });

  it.each(['pounds', 'won', 'real', 'din', 'dollars'])('leaves the word %s to amounts', (word) => {
    expect(currenciesBeside(word)).toBeDefined();
    // In a header, it may be a measure, or any word.
    expect(currenciesOf(word)).toBeUndefined();
  });
});
