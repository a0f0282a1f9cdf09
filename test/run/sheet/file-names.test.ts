import { describe, expect, it } from 'vitest';
import { dateInName, isLater, jobNameOf } from '../../../src/run/sheet/find-newest.ts';
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

describe('jobNameOf', () => {
  it.each(
    withResults({
      costs: `costs.csv, exports/costs.csv, /srv/exports/costs.txt, costs.csv.gz, costs.TSV,
        costs.tab, costs, costs-2026-11-20.csv, costs_20261120.csv, costs 20.11.2026.csv,
        costs.2026_11_20.csv.gz, costs-2026-11-20T0315.csv, costs-2026-11-20T03-15-59Z.csv,
        costs-20261120-0315.csv, 2026-11-19 costs.csv, 20261119-costs.csv, 20261119_0315_costs.csv,
        19.11.2026_costs.csv, 2026-11 costs.csv, costs.2026-11.csv, costs.2026-11.csv.gz,
        costs_11-20-2026.csv, costs (1).csv, costs-2026-11-20 (12).csv, costs 20261120(2).csv,
        costs-1732060800.csv, costs-1732060800123.csv, 1732060800_costs.csv`,
      export: 'export 11-20-26.csv, export 20.11.26.csv, export 26-11-20.csv',
      'costs-v2': 'costs-v2-2026-11-20.csv',
      'store-12': 'store-12-20261120.csv',
      '4711-costs': '20261120-4711-costs.csv',
      'costs.xlsx': 'costs.xlsx',
    }),
  )('of %s is %s', (path, job) => {
    expect(jobNameOf(path)).toBe(job);
  });

  it.each(
    listed(`costs-173206080012, costs-20261320, costs-20261132, costs-2026-13-20, costs-99999999,
      costs 41-42-43, costs-4711-2026-11, costs-120261120, 4711-costs, supplier-202611, 4711-11-20-26,
      price list 2026, costs-v2, costs.2, 2026-11-20, item-4711`),
  )('of %s.csv is all before the ending', (job) => {
    expect(jobNameOf(`${job}.csv`)).toBe(job);
  });

  it.each(['-', 'runs/20261120-costs/retry.csv', 'undo.csv'])('%s has none', (path) => {
    expect(jobNameOf(path)).toBeUndefined();
  });
});
