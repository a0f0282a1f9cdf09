import { describe, expect, it } from 'vitest';
import {
  currenciesBeside,
  currenciesOf,
  HUNDREDTHS,
  hasHundredths,
  nameCurrencies,
} from '../../src/domain/currency.ts';
import { listed, withResults } from '../support/listed.ts';

describe('hasHundredths', () => {
  it.each(listed('usd, eur, gbp, cad, mxn, pln, sek, inr, brl, try, aud, chf'))('accepts %s', (code) => {
    expect(hasHundredths(code)).toBe(true);
  });

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
      dop: 'RD$',
      jmd: 'J$',
      ttd: 'TT$',
      xcd: 'EC$',
      nad: 'N$',
      clp: 'CL$',
      ars: 'AR$',
      pkr: 'PKRs',
      dkk: 'dkr',
      sek: 'skr',
      nok: 'nkr',
      isk: 'ikr',
      ron: 'leu',
      mkd: 'ден',
      'rub byn': 'р',
      amd: '֏',
      mad: 'د.م',
      omr: 'ر.ع',
      lyd: 'د.ل',
      iqd: 'د.ع',
      syp: 'ل.س',
      dzd: 'د.ج',
      hnl: 'lempiras',
      khr: '៛',
      lak: '₭',
      mnt: '₮',
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

  it.each(['GBp', 'ZAc', 'ILa', '(GBp)', 'in GBp'])('takes %s for hundredths, and no currency', (text) => {
    expect(HUNDREDTHS.test(text)).toBe(true);
    expect(currenciesOf(text)).toBeUndefined();
  });

  it.each(['GBP', 'gbp', 'GBps', 'xGBp', 'ZAC'])('does not take %s for hundredths', (text) => {
    expect(HUNDREDTHS.test(text)).toBe(false);
  });

  it.each(['pounds', 'won', 'real', 'din', 'dollars'])('leaves the word %s to amounts', (word) => {
    expect(currenciesBeside(word)).toBeDefined();
    // In a header, it may be a measure, or any word.
    expect(currenciesOf(word)).toBeUndefined();
  });
});

it('nameCurrencies names one by its code, and several by their sign or one by one', () => {
  const names = ['eur', 'jpy cny', 'usd eur'].map((codes) => nameCurrencies(codes.split(' ')));
  expect(names).toEqual(['eur', '¥', 'usd or eur']);
});
