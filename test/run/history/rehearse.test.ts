import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../../../src/domain/run-record.ts';
import type { HistoryLine } from '../../../src/run/history/history-lines.ts';
import { type RehearsedLimits, rehearse } from '../../../src/run/history/rehearse.ts';
import { aRecord, keepRun } from '../../support/a-history.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { idOf } from '../../support/test-sandbox.ts';

const LIMITS: RehearsedLimits = {
  maxChange: 50,
  maxClears: { kind: 'percent', percent: 10 },
  maxInvalid: 10,
  minRows: 70,
};

const nightAt = (day: number): string => `2026-11-${String(day).padStart(2, '0')}T02:15:00.000Z`;

/** A night whose sheet sets that many SKUs. */
function withSkus(day: number, skus: number): Partial<RunRecord> {
  const { sheet } = aRecord({ started_at: nightAt(day) });
  const figures = sheet?.figures && { ...sheet.figures, skus };
  return { started_at: nightAt(day), sheet: sheet && { ...sheet, figures: figures ?? null } };
}

function withStatuses(by_status: NonNullable<RunRecord['counts']>['by_status']): Partial<RunRecord> {
  return { counts: { outcomes: 100, attention: 0, by_reason: {}, by_status } };
}

function change(was: number | null, is: number | null, more: object = {}): HistoryLine {
  const line = {
    kind: 'change',
    at: null,
    line: 2,
    sku: 'MUG-01',
    listing_id: idOf(1),
    currency: 'usd',
    field: 'cost',
    was,
    is,
  };
  return { ...line, ...more } as HistoryLine;
}

type Night = Partial<RunRecord> & { readonly lines?: readonly HistoryLine[] };

function judge(nights: readonly Night[], limits: Partial<RehearsedLimits> = {}) {
  const folder = join(tempFolder(), '.history');
  for (const [index, night] of nights.entries())
    keepRun(folder, { started_at: nightAt(index + 1), ...night });
  return rehearse({ folder, job: undefined, limits: { ...LIMITS, ...limits }, disk: fs }).toReversed();
}

/** By night, the oldest first: the rules that would have stopped it, and those of which nothing is known, in brackets. */
function rulesOf(nights: readonly Night[], limits?: Partial<RehearsedLimits>): readonly string[] {
  return judge(nights, limits).map(({ violations, unknown }) =>
    [...violations.map(({ rule }) => rule), ...unknown.map(({ rule }) => `(${rule})`)].join(' '),
  );
}

describe('rehearse', () => {
  it.each<[string, readonly Night[], Partial<RehearsedLimits>, readonly string[]]>([
    ['nothing of quiet nights', [{}, {}, {}], {}, ['', '', '']],
    ['half a sheet', [withSkus(1, 100), withSkus(2, 100), withSkus(3, 50)], {}, ['', '', 'rows_dropped']],
    [
      'and not with a lower limit',
      [withSkus(1, 100), withSkus(2, 100), withSkus(3, 50)],
      { minRows: 40 },
      ['', '', ''],
    ],
    [
      'each night of half a sheet, since the one before would have been stopped too',
      [withSkus(1, 100), ...[2, 3, 4, 5, 6, 7, 8, 9, 10].map((day) => withSkus(day, 50))],
      {},
      ['', ...Array.from({ length: 9 }, () => 'rows_dropped')],
    ],
    [
      'an older sheet',
      [withSkus(2, 100), { ...withSkus(1, 100), started_at: nightAt(3) }],
      {},
      ['', 'older_sheet'],
    ],
    ['amounts that moved', [{}, { moves: { cost: 1.3 } }], {}, ['', 'totals_moved']],
    [
      'too many updates',
      [withStatuses({ updated: 21 })],
      { maxUpdates: { kind: 'count', count: 20 } },
      ['max_updates'],
    ],
    [
      'a share of updates',
      [withStatuses({ updated: 20 })],
      { maxUpdates: { kind: 'percent', percent: 20 } },
      [''],
    ],
    [
      'updates that may have been more',
      [withStatuses({ updated: 20, failed: 1 })],
      { maxUpdates: { kind: 'count', count: 20 } },
      ['(max_updates)'],
    ],
    [
      'cleared fields',
      [{ changes: { cost: { cleared: 8 }, minimum_price: { cleared: 3, up: 9 } } }],
      {},
      ['max_clears'],
    ],
    ['invalid rows', [withStatuses({ invalid: 11 }), withStatuses({ invalid: 10 })], {}, ['max_invalid', '']],
    ['missing SKUs', [withStatuses({ not_found: 3 })], { maxMissing: 2 }, ['max_missing']],
    ['and none without a limit', [withStatuses({ not_found: 90 })], {}, ['']],
    [
      'what a run without counts and figures does not say',
      [{ counts: null, sheet: null, drift: null }],
      {},
      ['(rows_dropped) (older_sheet) (totals_moved) (max_invalid) (max_missing) (max_updates) (max_clears)'],
    ],
    ['what a run that was added from its folder does not say', [{ drift: null }], {}, ['(totals_moved)']],
    [
      'what a run that was stopped does not say',
      [{ stopped: { code: 'guard', rules: ['max_updates'], message: '' }, exit_code: 4 }],
      { maxUpdates: { kind: 'count', count: 5 } },
      ['(max_updates) (max_clears)'],
    ],
  ])('finds %s', (_what, nights, limits, rules) => {
    expect(rulesOf(nights, limits)).toEqual(rules);
  });

  it('judges runs of sheets only, and not by a file of another job', () => {
    const other = { ...withSkus(1, 1000), job: 'minimums' };
    const nights = judge([other, withSkus(2, 100), { command: 'diff', dry_run: true }, { command: 'undo' }]);
    expect(nights.map(({ record, violations }) => [record.job, violations])).toEqual([
      ['minimums', []],
      ['costs', []],
    ]);
  });

  it.each<[string, HistoryLine, number]>([
    ['up by just the limit', change(600, 900), 0],
    ['up by a cent more', change(600, 901), 1],
    ['down by more', change(600, 299), 1],
    ['from nothing', change(null, 900), 0],
    ['from 0', change(0, 900), 0],
    ['to nothing', change(600, null), 0],
    ['by a strategy', change(600, 1900, { field: 'minimum_price', by: 'strategy' }), 0],
    ['of a switch', change(null, null, { field: 'repricing', was: false, is: true }), 0],
  ])('finds whether a change would have been blocked: %s', (_what, line, blocked) => {
    expect(judge([{ lines: [line] }])).toMatchObject([{ blocked, unknown: [] }]);
  });

  it('names the first changes, with how far they moved', () => {
    const lines = [change(600, 1000), change(600, 1200), change(600, 1300), change(600, 1400)];
    const [night] = judge([{ lines }], { maxChange: 20 });
    expect([night?.blocked, night?.first.length]).toEqual([4, 3]);
    expect(night?.first[0]).toEqual({
      sku: 'MUG-01',
      line: 2,
      field: 'cost',
      was: 600,
      is: 1000,
      move: '+66.7 %',
    });
  });

  it('says that it cannot know of first manual prices, and of a damaged file', () => {
    const [first] = judge([{ lines: [change(null, 900, { field: 'manual_price' })] }]);
    expect(first?.unknown).toMatchObject([{ rule: 'max_change' }]);
    const folder = join(tempFolder(), '.history');
    const { path } = keepRun(folder, { lines: [change(600, 900)] });
    fs.writeFileSync(path, fs.readFileSync(path, 'utf8').replace('900', '901'));
    const [night] = rehearse({ folder, job: undefined, limits: LIMITS, disk: fs });
    expect([night?.blocked, night?.violations]).toEqual([0, []]);
    expect(night?.unknown.map(({ rule }) => rule)).toContain('rows_dropped');
    expect(new Set(night?.unknown.map(({ why }) => why))).toEqual(
      new Set(['the file of the run is damaged']),
    );
  });

  it('compares no sheet with that of a run whose file is damaged', () => {
    const folder = join(tempFolder(), '.history');
    const [first] = [1, 2].map((day) => keepRun(folder, withSkus(day, 1000)));
    const path = first?.path ?? '';
    fs.writeFileSync(path, fs.readFileSync(path, 'utf8').replace('"skus":1000', '"skus":9000'));
    const nights = rehearse({ folder, job: undefined, limits: LIMITS, disk: fs });
    expect(nights.map(({ violations }) => violations)).toEqual([[], []]);
  });

  it('has nothing to say of an empty history', () => {
    expect(rehearse({ folder: '/nowhere', job: undefined, limits: LIMITS, disk: fs })).toEqual([]);
  });
});
