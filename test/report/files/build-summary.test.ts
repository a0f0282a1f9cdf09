import { describe, expect, it } from 'vitest';
import { buildSummary } from '../../../src/report/files/build-summary.ts';
import { summarizeChanges } from '../../../src/report/tally/summarize-changes.ts';
import { summarizePrices } from '../../../src/report/tally/summarize-prices.ts';
import { aReport, EVERY_STATUS } from '../support.ts';

const BUILD = { version: '1.2.3', files: { results: 'results.csv' } };

describe('buildSummary', () => {
  it('says everything that there is to say about a run', () => {
    const outcomes = EVERY_STATUS.slice(0, 1);
    const lookup = { by: 'scan', why: 'there are few listings', reads_expected: 3 } as const;
    const drift = { drifted: 3, contested: 2, recomputed: 1 };
    const freshRows = [{ line: 2, sku: 'A' }];
    const news = {
      fresh: 3,
      still: 2,
      since: '2024-05-03T01:15:00.000Z',
      latest: undefined,
      well: 1,
      freshRows,
    };
    const notices = ['Columns ignored: "note"'];
    const report = aReport({ outcomes, notices, lookup, rereadsExpected: 12, drift, news });
    expect(buildSummary(report, BUILD)).toEqual({
      version: 1,
      pricesheet: '1.2.3',
      command: 'sync',
      dry_run: false,
      declined: false,
      exit_code: 0,
      letter: [
        'The cost of SKU-1 rose by 8.3 %, from 6.00 to 6.50.',
        'The maximum of SKU-1 rose by 6072.8 %, from 20.00 to 1234.56.',
        'The manual price of SKU-1 was set to 0.05, repricing was switched off for SKU-1, the minimum of SKU-1 was cleared and 1 other change was made.',
        '1 row that needed attention is well again.',
        'Somebody else had changed 5 fields.',
      ],
      sheet: { path: 'in/prices.csv', sha256: 'ab12', rows: 1, job: null, reading: null },
      shard: null,
      account: { base_url: 'https://api.example.com/v1', key_fingerprint: 'f00d' },
      settings: { rate: 10 },
      strategies: {},
      counts: { outcomes: 1, attention: 0, by_status: report.digest.byStatus, by_reason: {} },
      changes: summarizeChanges(report.digest.changes),
      price_outcome: summarizePrices(report.digest.prices),
      follow_up: null,
      approval: null,
      drift,
      attention_news: { new: 3, still: 2, since: '2024-05-03T01:15:00.000Z', well: 1, new_rows: freshRows },
      notices: ['Columns ignored: "note"'],
      stopped: null,
      lookup,
      ramp: null,
      rereads_expected: 12,
      requests: { reads: 3, writes: 1, retries: 0, throttled: 0 },
      rate: { setting: 10, learned_per_second: null, refused: 0, held_by_concurrency: false },
      times: {
        started_at: '2024-05-06T07:08:00.090Z',
        finished_at: '2024-05-06T07:08:12.490Z',
        seconds: 12.4,
        phases: [],
      },
      trace: null,
      folder: '/home/me/runs/r1',
      files: { results: 'results.csv' },
    });
  });

  it.each([
    [
      { code: 'guard', rules: ['max_clears'], message: 'Too many', hint: 'Pass --max-clears' },
      { code: 'guard', rules: ['max_clears'], message: 'Too many', hint: 'Pass --max-clears' },
    ],
    [
      { code: 'interrupted', rules: [], message: 'Interrupted by SIGINT' },
      { code: 'interrupted', rules: [], message: 'Interrupted by SIGINT', hint: null },
    ],
  ] as const)('says what stopped the run', (stop, stopped) => {
    const report = aReport({ outcomes: EVERY_STATUS, stop, exitCode: 4 });
    expect(buildSummary(report, BUILD)).toMatchObject({
      exit_code: 4,
      stopped,
      counts: { outcomes: 14, attention: 8 },
    });
  });

  it('says null of what was not compared', () => {
    expect(buildSummary(aReport(), BUILD)).toMatchObject({ drift: null, attention_news: null });
    const freshRows = [{ line: 2, sku: 'A' }];
    const news = { fresh: 1, still: 0, since: undefined, latest: undefined, well: 0, freshRows };
    expect(buildSummary(aReport({ news }), BUILD)).toMatchObject({
      attention_news: { new: 1, still: 0, since: null, well: 0, new_rows: freshRows },
    });
  });

  it('is the same before and after JSON', () => {
    const summary = buildSummary(aReport({ outcomes: EVERY_STATUS }), BUILD);
    expect(JSON.parse(JSON.stringify(summary))).toEqual(summary);
  });
});
