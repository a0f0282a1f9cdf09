import { describe, expect, it } from 'vitest';
import { jobNameOf } from '../../src/run/sheet-job.ts';

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
