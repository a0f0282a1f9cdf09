import { describe, expect, it } from 'vitest';
import { STATUSES } from '../../src/domain/status.ts';
import { buildSummary, countOutcomes } from '../../src/report/build-summary.ts';
import { aReport, EVERY_STATUS } from './support.ts';

describe('countOutcomes', () => {
  it('counts every status, those that did not occur too, and every reason', () => {
    expect(countOutcomes(aReport({ outcomes: [...EVERY_STATUS, ...EVERY_STATUS.slice(0, 2)] }))).toEqual({
      by_status: {
        updated: 2,
        planned: 2,
        unchanged: 1,
        duplicate: 1,
        invalid: 1,
        ignored: 1,
        not_found: 1,
        ambiguous: 1,
        blocked: 1,
        conflict: 1,
        failed: 1,
        unconfirmed: 1,
        skipped: 1,
      },
      by_reason: {
        answer_lost: 1,
        blank: 1,
        changed_since: 1,
        http_402: 1,
        interrupted: 1,
        max_change: 1,
        money_unreadable: 1,
        no_listing: 1,
        repeats: 1,
        repricing_unreadable: 1,
        several_listings: 1,
      },
    });
  });

  it('counts nothing as nothing', () => {
    const { by_status, by_reason } = countOutcomes(aReport());
    expect(by_status).toEqual(Object.fromEntries(STATUSES.map((status) => [status, 0])));
    expect(Object.keys(by_status)).toEqual([...STATUSES]);
    expect(by_reason).toEqual({});
  });
});

const BUILD = { version: '1.2.3', files: { results: 'results.csv' } };

describe('buildSummary', () => {
  it('says everything that there is to say about a run', () => {
    const outcomes = EVERY_STATUS.slice(0, 1);
    const report = aReport({ outcomes, notices: ['Columns ignored: "note"'] });
    expect(buildSummary(report, BUILD)).toEqual({
      version: 1,
      pricesheet: '1.2.3',
      command: 'sync',
      dry_run: false,
      declined: false,
      exit_code: 0,
      sheet: { path: 'in/prices.csv', sha256: 'ab12', rows: 1, job: null, reading: null },
      shard: null,
      account: { base_url: 'https://api.example.com/v1', key_fingerprint: 'f00d' },
      settings: { rate: 10 },
      counts: { outcomes: 1, attention: 0, ...countOutcomes(report) },
      notices: ['Columns ignored: "note"'],
      stopped: null,
      requests: { reads: 3, writes: 1, retries: 0, throttled: 0 },
      times: {
        started_at: '2024-05-06T07:08:00.090Z',
        finished_at: '2024-05-06T07:08:12.490Z',
        seconds: 12.4,
      },
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
  ])('says what stopped the run', (stop, stopped) => {
    const report = aReport({ outcomes: EVERY_STATUS, stop, exitCode: 4 });
    expect(buildSummary(report, BUILD)).toMatchObject({
      exit_code: 4,
      stopped,
      counts: { outcomes: 13, attention: 8 },
    });
  });

  it('is the same before and after JSON', () => {
    const summary = buildSummary(aReport({ outcomes: EVERY_STATUS }), BUILD);
    expect(JSON.parse(JSON.stringify(summary))).toEqual(summary);
  });
});
