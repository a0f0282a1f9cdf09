import { describe, expect, it } from 'vitest';
import { jobNameOf } from '../../../src/run/sheet/sheet-job.ts';

describe('jobNameOf', () => {
  it.each([
    ['costs.csv', 'costs'],
    ['exports/costs.csv', 'costs'],
    ['/srv/exports/costs.txt', 'costs'],
    ['costs.csv.gz', 'costs'],
    ['costs.TSV', 'costs'],
    ['costs.tab', 'costs'],
    ['costs', 'costs'],
    ['costs-2026-11-20.csv', 'costs'],
    ['costs_20261120.csv', 'costs'],
    ['costs 20.11.2026.csv', 'costs'],
    ['costs.2026_11_20.csv.gz', 'costs'],
    ['costs-2026-11-20T0315.csv', 'costs'],
    ['costs-2026-11-20T03-15-59Z.csv', 'costs'],
    ['costs-20261120-0315.csv', 'costs'],
    ['2026-11-19 costs.csv', 'costs'],
    ['20261119-costs.csv', 'costs'],
    ['20261119_0315_costs.csv', 'costs'],
    ['19.11.2026_costs.csv', 'costs'],
    ['2026-11 costs.csv', 'costs'],
    ['costs.2026-11.csv', 'costs'],
    ['costs.2026-11.csv.gz', 'costs'],
    ['costs_11-20-2026.csv', 'costs'],
    ['export 11-20-26.csv', 'export'],
    ['export 20.11.26.csv', 'export'],
    ['export 26-11-20.csv', 'export'],
    ['costs (1).csv', 'costs'],
    ['costs-2026-11-20 (12).csv', 'costs'],
    ['costs 20261120(2).csv', 'costs'],
    ['costs-1732060800.csv', 'costs'],
    ['costs-1732060800123.csv', 'costs'],
    ['1732060800_costs.csv', 'costs'],
    ['costs-173206080012.csv', 'costs-173206080012'],
    ['costs-20261320.csv', 'costs-20261320'],
    ['costs-20261132.csv', 'costs-20261132'],
    ['costs-2026-13-20.csv', 'costs-2026-13-20'],
    ['costs-99999999.csv', 'costs-99999999'],
    ['costs 41-42-43.csv', 'costs 41-42-43'],
    ['costs-4711-2026-11.csv', 'costs-4711-2026-11'],
    ['costs-120261120.csv', 'costs-120261120'],
    ['4711-costs.csv', '4711-costs'],
    ['supplier-202611.csv', 'supplier-202611'],
    ['costs-v2-2026-11-20.csv', 'costs-v2'],
    ['store-12-20261120.csv', 'store-12'],
    ['20261120-4711-costs.csv', '4711-costs'],
    ['4711-11-20-26.csv', '4711-11-20-26'],
    ['price list 2026.csv', 'price list 2026'],
    ['costs-v2.csv', 'costs-v2'],
    ['costs.2.csv', 'costs.2'],
    ['2026-11-20.csv', '2026-11-20'],
    ['item-4711.csv', 'item-4711'],
    ['costs.xlsx', 'costs.xlsx'],
  ])('of %s is %s', (path, job) => {
    expect(jobNameOf(path)).toBe(job);
  });

  it.each(['-', 'runs/20261120-costs/retry.csv', 'undo.csv'])('%s has none', (path) => {
    expect(jobNameOf(path)).toBeUndefined();
  });
});
