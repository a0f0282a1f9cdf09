import { describe, expect, it } from 'vitest';
import {
  findSkuDamage,
  mayBeRewritten,
  mayHaveLostPart,
  skuClass,
  skuGroup,
} from '../../src/domain/rewritten-sku.ts';
import { sku } from '../support/builders.ts';
import { pairsOf, withResult } from '../support/listed.ts';

describe('skuClass', () => {
  it.each([
    ...pairsOf('00000611 = 611 | 4006381333931 = 4,00638E+12 | 4006381333931 = 4.01E+12'),
    ...pairsOf('4006381333931 = 4E+12 | 1E5 = 1,00E+05 | 12E3 = 12000 | 1-2 = 02. Jan | 3/4 = 03.04.2026'),
    ...pairsOf('MAR12 = Mar 12 | SEP-1 = 01-Sep | 2026-01 = Jan 26 |  A-1  = A-1 | a  b = A B'),
    ...pairsOf('1.50 = 1.5 | 12:30 = 12:30:00 | 0:30 = 12:30:00 AM | 13:05 = 01:05:00 PM'),
  ])('is the same for "%s" and "%s"', (sku, cell) => {
    expect(skuClass(cell)).toBe(skuClass(sku));
  });

  it.each([
    ...pairsOf('611 = 612 | 611 = 6110 | A-1 = A-2 | 0 =  | MUG-1 = MUG1 | 4006381333931 = 40063813339'),
    ...pairsOf('1E5 = 1E6 | A1 = text a1 | 12:30 = 12:30:30 | 1:30 = 01:30 PM'),
  ])('tells "%s" from "%s"', (one, other) => {
    expect(skuClass(one)).not.toBe(skuClass(other));
  });
});

describe('findSkuDamage', () => {
  const ZEROS = { isExact: true, how: 'a spreadsheet took its zeros' };
  const NUMBER = { isExact: true, how: 'a spreadsheet wrote the number in its own way' };
  const SHORTENED = { isExact: false, how: 'a spreadsheet shortened the number' };
  const TIME = { isExact: false, how: 'a spreadsheet made a time of it' };
  const DATE = { isExact: false, how: 'a spreadsheet made a date of it' };

  const of = (damage: object, pairs: string) =>
    pairsOf(pairs).map(([written, listed]) => [written, listed, damage] as const);

  it.each([
    ...of(ZEROS, '611 = 00000611 | 4006381333931 = 04006381333931 | 0 = 000'),
    ...of(NUMBER, '100000 = 1E5 | 1,00E+05 = 1E5 | 12.5 = 12.50 | 12,5 = 12.50 | 49301234 = +49301234'),
    ...of(NUMBER, '-77 = -077 | 77.00 = 77'),
    ...of(SHORTENED, '4.01E+12 = 4006381333931 | 4,00638E+12 = 4006381333931'),
    ...of(SHORTENED, '4.00638E+12 = 04006381333931 | 1.00E+13 = 9999999999999'),
    ...of(SHORTENED, '1.23456789012346E+019 = 12345678901234567890'),
    ...of(SHORTENED, '1234567890123450000 = 1234567890123456789 | 4.00E+12 = 4000000000000'),
    ...of(SHORTENED, '1E+05 = 100000 | 1234567890123450000 = 01234567890123450000'),
    ...of(DATE, '04. Mrz = 3-4 | 2026-03-12 = MAR-12 | 03/12/2026 = MAR-12'),
    ...of(TIME, '12:30:00 = 12:30 | 12:30:00 PM = 12:30 | 1:30 = 0:90 | 1:30 = 01:30:00'),
  ])('of "%s" for "%s"', (written, listed, damage) => {
    expect(findSkuDamage(written, listed)).toEqual(damage);
  });

  it.each([
    ['another number', '611', '00000612'],
    ['ten times as much', '6110', '00000611'],
    ['another beginning', '4.02E+12', '4006381333931'],
    ['another length', '4.01E+12', '40063813339310'],
    ['a SKU that no spreadsheet changes', 'MUG-1', 'MUG-2'],
    ['a SKU that no spreadsheet takes for a number', '611', 'A611'],
    ['a date, where none was', '04. Mrz', 'MUG-1'],
    ['a time of other seconds', '1:30:15', '1:30:45'],
    ['a time of another hour', '1:30', '2:30'],
    ['a time of another minute', '1:30', '1:31'],
    ['zeros, which no spreadsheet adds', '0077', '77'],
    ['more zeros than are listed', '000077', '0077'],
    ['a plus sign, which no spreadsheet adds', '+49301234', '49301234'],
    ['an exponent as no spreadsheet writes one', '1E5', '100000'],
    ['a number with the other sign', '-77', '77'],
    ['a shortened number with the other sign', '-1234567890123450000', '1234567890123456789'],
  ])('is not seen in %s', (_name, written, listed) => {
    expect(findSkuDamage(written, listed)).toBeUndefined();
  });

  it('is only looked for in what a spreadsheet may have written', () => {
    expect(['611', '4.01E+12', '04. Mrz', 'MUG-1', '1E5'].map(mayBeRewritten)).toEqual([
      true,
      true,
      true,
      false,
      true,
    ]);
  });
});

describe('skuGroup', () => {
  it.each([
    ...pairsOf('611 = 00000611 | 1E5 = 100000 | Mug-1 = MUG-1 | 12.50 = 12.5 | +12 = 12 | +12 = 012'),
  ])('is the same for "%s" and "%s", which a row may mean the same listing by', (one, other) => {
    expect(skuGroup(sku(one))).toBe(skuGroup(sku(other)));
  });

  it.each([...pairsOf('611 = 612 | 611 = 6110 | A-1 = A-01 | 3-4 = 4-3 | -12 = 12 | :12 = 12 | /12 = 12')])(
    'keeps "%s" and "%s" apart',
    (one, other) => {
      expect(skuGroup(sku(one))).not.toBe(skuGroup(sku(other)));
    },
  );
});

describe('mayHaveLostPart', () => {
  it.each([
    ...withResult(true, [
      ...['4.00638E+12', '02. Jan', '3/4/2026', '2026-01-02', '2026-01-02 00:00:00'],
      ...['12:30', '1:30PM', '1:30 PM', '1234567890123450'],
    ]),
    ...withResult(false, [
      ...['123456789012345', '1234567890123ABCD', '123', 'A-12:30', '12:30-B', 'A 3/4/2026'],
      ...['3/4/2026 B', 'A2026-01-02', '2026-01-02B', 'A4.00638E+12', '4.00638E+12A', 'MUG-01'],
    ]),
  ])('"%s": %s', (text, expected) => {
    expect(mayHaveLostPart(text)).toBe(expected);
  });
});
