import { describe, expect, it } from 'vitest';
import { dateInName, isLater } from '../../../src/run/sheet/file-names.ts';
import { listed, withResults } from '../../support/listed.ts';

describe('dateInName', () => {
  it.each(
    withResults({
      '20261120': `costs-2026-11-20.csv, costs_20261120.csv, costs.2026_11_20.csv.gz, 2026.11.20 costs.csv,
        costs-2026-11-20 (2).csv, costs-2026-11-20-v2.csv, export_20261120_prices.csv, 4711-2026-11-20.csv`,
      '202611200315': 'costs-2026-11-20T0315.csv, costs-20261120-0315.csv, costs_2026-11-20 03.15.csv',
      '20261120031559': 'costs-2026-11-20T03-15-59Z.csv, costs-20261120031559.csv',
      '202611': 'costs-2026-11.csv, 2026_11 costs.csv',
    }),
  )('of %s is %s', (name, digits) => {
    expect(dateInName(name)).toEqual({ kind: 'calendar', digits });
  });

  it.each(['costs-1732060800.csv', 'costs-1732060800123.csv', '1732060800_costs.csv'])(
    'of %s is a number of seconds or milliseconds',
    (name) => {
      expect(dateInName(name)).toMatchObject({ kind: 'epoch' });
    },
  );

  it.each(
    listed(`costs.csv, costs-05-06-2026.csv, costs 20.11.2026.csv, costs_11-20-2026.csv, costs-20-11-26.csv,
      costs-26-11-20.csv, costs-2026-13-20.csv, costs-20261332.csv, costs-2026.csv, costs-120261120.csv,
      costs-261120.csv, 2026-11-20_2026-11-27.csv, costs-4711-2026-11.csv, costs-2026-47-1.csv`),
  )('of %s is in doubt', (name) => {
    expect(dateInName(name)).toBeUndefined();
  });
});

describe('isLater', () => {
  const compare = (one: string, other: string) => isLater(dateInName(one), dateInName(other));

  it.each([
    ['2026-11-21.csv', '2026-11-20.csv'],
    ['costs_20270101.csv', 'costs-2026-12-31.csv'],
    ['2026-11-20T0316.csv', '2026-11-20T0315.csv'],
    ['2026-12.csv', '2026-11-30.csv'],
    ['1732060801.csv', '1732060800123.csv'],
  ])('is so for %s and %s, and not the other way round', (later, earlier) => {
    expect(compare(later, earlier)).toBe(true);
    expect(compare(earlier, later)).toBe(false);
  });

  it.each([
    ['2026-11-20.csv', '2026-11-20T0315.csv'],
    ['2026-11.csv', '2026-11-20.csv'],
    ['2026-11-20.csv', '1732060800.csv'],
    ['2026-11-20.csv', 'costs.csv'],
    ['2026-11-20.csv', '20261120 (1).csv'],
  ])('decides nothing for %s and %s', (one, other) => {
    expect(compare(one, other)).toBe(false);
    expect(compare(other, one)).toBe(false);
  });
});
