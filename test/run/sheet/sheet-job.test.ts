import { describe, expect, it } from 'vitest';
import { jobNameOf } from '../../../src/run/sheet/file-names.ts';
import { listed, withResults } from '../../support/listed.ts';

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
