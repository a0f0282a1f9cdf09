import { describe, expect, it } from 'vitest';
import { hasHundredths } from '../../src/domain/currency.ts';

describe('hasHundredths', () => {
  it.each(['usd', 'eur', 'gbp', 'cad', 'mxn', 'pln', 'sek', 'inr', 'brl', 'try', 'aud', 'chf'])(
    'says yes to %s',
    (code) => {
      expect(hasHundredths(code)).toBe(true);
    },
  );

  it.each(['huf', 'idr', 'cop', 'mga', 'rsd', 'all', 'irr', 'lbp', 'pkr', 'twd', 'uzs', 'mru'])(
    'says yes to %s, whatever a locale database rounds it to',
    (code) => {
      expect(hasHundredths(code)).toBe(true);
    },
  );

  it.each([
    ['no minor unit', ['jpy', 'krw', 'isk', 'clp', 'vnd', 'pyg', 'ugx', 'xaf', 'xof', 'xpf', 'kmf', 'rwf']],
    ['thousandths', ['kwd', 'bhd', 'omr', 'jod', 'tnd', 'iqd', 'lyd']],
    ['four places', ['clf', 'uyw']],
    ['no meaning in ISO 4217', ['zzz', 'xau', 'xxx', 'btc', '', 'us', 'usdx']],
    ['a meaning in JavaScript', ['constructor', '__proto__', 'toString']],
  ])('says no to codes with %s', (_what, codes) => {
    expect(codes.filter(hasHundredths)).toEqual([]);
  });
});
