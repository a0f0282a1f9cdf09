import { describe, expect, it } from 'vitest';
import { currenciesOf } from '../../src/domain/currency.ts';
import { currenciesBeside } from '../../src/domain/currency-words.ts';
import { listed, withResults } from '../support/listed.ts';

function codesOf(text: string): string {
  return [...(currenciesBeside(text) ?? [])].join(' ');
}

describe('currenciesBeside', () => {
  it.each(
    withResults({
      eur: 'EUR, EUR., €, Euro, EUROS',
      gbp: 'Pounds Sterling',
      try: 'TL',
      'aed mad': 'Dhs.',
      pen: 'S/, S/.',
      ves: 'Bs.S.',
      sar: 'ر.س.',
      inr: 'रु.',
      krw: '원',
    }),
  )('knows "%s" as %s', (text, codes) => {
    expect(codesOf(text)).toBe(codes);
  });

  it.each(['', 'EUR,', ...listed('., €., 円., 원., Rs.., .EUR, XYZ, L, km, kg, pcs')])(
    'does not know "%s"',
    (text) => {
      expect(currenciesBeside(text)).toBeUndefined();
    },
  );

  it.each(['pounds', 'won', 'real', 'din', 'dollars'])('leaves the word %s to amounts', (word) => {
    expect(currenciesBeside(word)).toBeDefined();
    // In a header, it may be a measure, or any word.
    expect(currenciesOf(word)).toBeUndefined();
  });
});
