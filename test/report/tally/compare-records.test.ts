import { describe, expect, it } from 'vitest';
import { compareRecords } from '../../../src/report/tally/compare-records.ts';
import { aRecord } from '../../support/some-history.ts';

describe('compareRecords', () => {
  it('finds nothing between a run and itself at another time', () => {
    expect(compareRecords(aRecord(), aRecord({ started_at: '2026-11-21T02:15:00.000Z' }))).toEqual([]);
  });

  it('names what differs, the run first and the settings last', () => {
    const { sheet } = aRecord();
    if (!sheet?.figures) throw new Error('A record has a sheet');
    const one = aRecord({ settings: { rate: '20', 'min-rows': '50' } });
    const other = aRecord({
      exit_code: 4,
      stopped: { code: 'guard', rules: ['rows_dropped'], message: '' },
      sheet: {
        ...sheet,
        rows: 2411,
        figures: { ...sheet.figures, medians: { cost: 650, manual_price: 900 } },
      },
      changes: { cost: { up: 200 } },
      settings: { rate: '30' },
      requests: null,
      drift: { drifted: 2, contested: 0, recomputed: 0 },
    });
    const found = compareRecords(one, other).map((each) => [
      each.group,
      each.name,
      each.one,
      each.other,
      each.unit,
    ]);
    expect(found).toEqual([
      ['run', 'exit code', 0, 4, null],
      ['run', 'stopped by', null, 'rows_dropped', null],
      ['sheet', 'rows', 5000, 2411, null],
      ['sheet', 'median cost', 612, 650, 'cents'],
      ['sheet', 'median manual_price', null, 900, 'cents'],
      ['changes', 'cost down', 12, 0, null],
      ['requests', 'reads', 51, null, null],
      ['requests', 'writes', 212, null, null],
      ['drift', 'drifted', 0, 2, null],
      ['settings', '--rate', '20', '30', null],
      ['settings', '--min-rows', '50', null, null],
    ]);
  });

  it('says nothing of counts of 0 beside a run that counted nothing, and keeps an exit code of 0', () => {
    const killed = aRecord({ exit_code: null, counts: null, requests: null, drift: null, changes: {} });
    const idle = aRecord({
      counts: { outcomes: 0, attention: 0, by_status: {}, by_reason: {} },
      requests: { reads: 0, writes: 0, retries: 0, throttled: 0 },
      changes: {},
    });
    expect(compareRecords(killed, idle).map(({ name, one, other }) => [name, one, other])).toEqual([
      ['exit code', null, 0],
    ]);
  });

  it('copes with runs that have no sheet and no counts', () => {
    const bare = aRecord({ sheet: null, counts: null, requests: null, drift: null });
    expect(compareRecords(bare, bare)).toEqual([]);
    expect(compareRecords(bare, aRecord()).every(({ one }) => one === null)).toBe(true);
  });
});
