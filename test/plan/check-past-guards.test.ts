import { describe, expect, it } from 'vitest';
import type { RunRecord, SheetFigures } from '../../src/domain/documents/ledger.ts';
import type { PlanEntry } from '../../src/domain/stages.ts';
import { type JudgedSheet, judgeMoves, judgeSheet, MovedAmounts } from '../../src/plan/check-past-guards.ts';
import { goodRuns } from '../../src/plan/earlier-runs.ts';
import { aListing, aResolved, cents, listingId } from '../support/builders.ts';
import { aKeptRecord } from '../support/some-history.ts';

const FIGURES: SheetFigures = {
  size: 1000,
  modified: null,
  skus: 100,
  sets: { cost: 100 },
  medians: { cost: 600 },
};

/** The nth night, at half past two. */
function at(night: number): string {
  return new Date(Date.UTC(2026, 9, night, 2, 30)).toISOString();
}

interface Night extends Partial<SheetFigures> {
  readonly sha?: string;
  readonly run?: Partial<RunRecord>;
  readonly where?: string;
}

function recordOf(number: number, { sha = `sheet ${number}`, run, where, ...figures }: Night): RunRecord {
  const sheet = {
    path: 'costs.csv',
    sha256: sha,
    rows: 100,
    columns: {},
    figures: { ...FIGURES, ...figures },
  };
  const settings = where === undefined ? {} : { where };
  return aKeptRecord({ started_at: at(number), sheet, settings, ...run });
}

function sheetOf(number: number, { sha = `sheet ${number}`, where, ...figures }: Night): JudgedSheet {
  return {
    sha256: sha,
    where,
    figures: { ...FIGURES, ...figures },
    moves: {},
    startedAt: Date.parse(at(number)),
  };
}

/** Judges the last of these nights by those before it. */
function judge(nights: readonly Night[]) {
  const past = nights.slice(0, -1).map((each, index) => recordOf(index + 1, each));
  return judgeSheet(sheetOf(nights.length, nights.at(-1) ?? {}), past.reverse(), 70);
}

const rulesOf = (nights: readonly Night[]) => judge(nights).violations.map(({ rule }) => rule);
const times = (count: number, night: Night): readonly Night[] => Array.from({ length: count }, () => night);

describe('goodRuns', () => {
  it.each([
    ['a dry run', { dry_run: true }],
    ['an undo', { command: 'undo' }],
    ['a run that was stopped', { exit_code: 4 }],
    ['a run that was declined', { exit_code: 8 }],
    ['a run that was killed', { exit_code: null }],
    ['a run without a sheet', { sheet: null }],
  ] as const)('leaves out %s', (_, run) => {
    expect(goodRuns([recordOf(1, { run })])).toEqual([]);
  });

  it('leaves out a run that was cut short, though it has set something', () => {
    const counts = { outcomes: 9, attention: 0, by_status: { updated: 2, skipped: 7 }, by_reason: {} };
    const past = [recordOf(2, { run: { exit_code: 130, counts } }), recordOf(1, {})];
    expect(goodRuns(past).map(({ started_at }) => started_at)).toEqual([at(1)]);
  });

  it('takes seven', () => {
    const past = times(9, {}).map((each) => recordOf(1, each));
    expect(goodRuns(past)).toHaveLength(7);
  });

  it('leaves out what an undo took back', () => {
    const counts = { outcomes: 1, attention: 0, by_status: { updated: 1 }, by_reason: {} };
    const undo = recordOf(3, { run: { command: 'undo', counts, undone_runs: [at(1)] } });
    const good = goodRuns([undo, recordOf(2, {}), recordOf(1, {})]);
    expect(good.map(({ started_at }) => started_at)).toEqual([at(2)]);
  });

  it.each([
    ['an apply', { command: 'apply' }],
    ['rows that need attention', { exit_code: 3, verdict: 'attention' }],
  ] as const)('takes %s', (_, run) => {
    expect(goodRuns([recordOf(1, { run })])).toHaveLength(1);
  });
});

describe('judgeSheet', () => {
  it('has nothing to say on the first night', () => {
    expect(judge([{}])).toEqual({ violations: [], warnings: [], notices: [] });
  });

  it.each([
    ['70 of 100', [{}, { skus: 70 }], []],
    ['69 of 100', [{}, { skus: 69 }], ['rows_dropped']],
    ['1 of 9, of which shares say nothing', [{ skus: 9 }, { skus: 1 }], []],
    ['1 of 10, of which they say something', [{ skus: 10 }, { skus: 1 }], ['rows_dropped']],
    ['a file as old as that of the night before', [{ modified: at(1) }, { modified: at(1) }], []],
    ['one odd night does not count', [...times(3, {}), { skus: 20 }, { skus: 100 }], []],
    ['one odd night does not count', [...times(3, {}), { skus: 900 }, { skus: 100 }], []],
    ['one odd night does not count', [...times(3, {}), { skus: 20 }, { skus: 50 }], ['rows_dropped']],
    ['few on the second of three nights', [{}, { skus: 50 }, {}, { skus: 50 }], ['rows_dropped']],
    ['few on two of three nights', [{ skus: 50 }, {}, { skus: 50 }, { skus: 40 }], []],
    ['half, by a new --where', [{}, { skus: 50, where: 'Lager=Nord' }], []],
    ['fewer, by the same --where', [{ where: 'A=B' }, {}, { skus: 50, where: 'A=B' }], ['rows_dropped']],
    ['half, where half is usual by now', [...times(3, {}), ...times(4, { skus: 50 }), { skus: 50 }], []],
  ] as const)('rows: %s', (_, nights, rules) => {
    expect(rulesOf(nights)).toEqual(rules);
  });

  it('gives figure, usual figure, limit and flag', () => {
    expect(judge([{}, {}, { skus: 40 }]).violations[0]?.message).toBe(
      'the sheet sets 40 SKUs, and usually 100 (median of 2 runs): 40.0 %, and --min-rows is 70 %',
    );
    expect(judge([{}, { skus: 40 }]).violations[0]?.message).toContain('usually 100 (the last run)');
  });

  /** Of the month before the runs. */
  const day = (number: number) => ({ modified: new Date(Date.UTC(2026, 8, number)).toISOString() });
  /** A sheet a day, by its letter. */
  const daily = (shas: string) => [...shas].map((sha, index) => ({ ...day(index + 1), sha }));

  it.each([
    ['an older file', [day(5), day(4)], ['older_sheet']],
    ['a newer file', [day(4), day(5)], []],
    ['a file after one of a clock that was ahead', [{ modified: at(20) }, { modified: at(2) }], []],
    ['older than one before the last', [day(6), day(4), day(5)], []],
    ['the same sheet with an older date', [5, 4].map((n) => ({ ...day(n), sha: 'a' })), []],
    ['an earlier sheet without its date, where sheets come back', [...daily('aab'), { sha: 'a' }], []],
    ['no dates', [{}, {}], []],
    ['a date where there was none', [{}, day(1)], []],
    ['last week again', [...times(7, {}), { sha: 'sheet 2' }], ['older_sheet']],
    ['last week, new file', [...[1, 2, 3, 4, 5].map(day), { ...day(6), sha: 'sheet 2' }], ['older_sheet']],
    ['an old sheet with its old date', [day(1), day(2), { ...day(1), sha: 'sheet 1' }], ['older_sheet']],
    ['prices as before a clearance', daily('aaabba'), []],
    ['the first of three sheets', daily('abca'), ['older_sheet']],
  ] as const)('dates: %s', (_, nights, rules) => {
    expect(rulesOf(nights)).toEqual(rules);
  });

  it('says which sheet came again, and when a newer one came', () => {
    const said = (nights: readonly Night[]) => judge(nights).violations.map(({ message }) => message);
    expect(said(daily('abca'))).toEqual([
      'this is the sheet of 2026-10-01 02:30 UTC again; a newer one came at 2026-10-03 02:30 UTC',
    ]);
    const today = ['2026-10-04T17:05:00.000Z', '2026-10-04T17:06:00.000Z', '2026-10-04T17:07:00.000Z'];
    const nights = daily('bac').map((night, n) => ({ ...night, run: { started_at: today[n] ?? '' } }));
    expect(said([...nights, ...daily('a')])).toEqual([
      'this is the sheet of 17:06 UTC again; a newer one came at 17:07 UTC',
    ]);
  });

  const sentInPart = (by_status: object) => ({
    counts: { outcomes: 100, attention: 0, by_status, by_reason: {} },
  });

  it.each<[string, Partial<RunRecord>, readonly string[]]>([
    ['was interrupted', { exit_code: 130, ...sentInPart({ updated: 21, skipped: 19 }) }, ['older_sheet']],
    ['was killed', { exit_code: null, verdict: 'killed' }, ['older_sheet']],
    ['lost an answer', { exit_code: 6, ...sentInPart({ unconfirmed: 1 }) }, ['older_sheet']],
    ['sent nothing', { exit_code: 4, ...sentInPart({ skipped: 40 }) }, []],
    ['was declined', { exit_code: 8, ...sentInPart({ planned: 40 }) }, []],
  ])('dates: a sheet older than that of a run that %s', (_, run, rules) => {
    expect(rulesOf([day(4), { ...day(6), run }, day(5)])).toEqual(rules);
    expect(rulesOf([{ ...day(6), run }, day(5)])).toEqual(rules);
  });

  it('compares the number of rows with those of whole runs', () => {
    const run = { exit_code: 130, ...sentInPart({ updated: 21, skipped: 19 }) };
    expect(rulesOf([{ skus: 10 }, { skus: 100, run }, { skus: 10 }])).toEqual([]);
  });

  const same = (...shas: readonly string[]) => judge(shas.map((sha) => ({ sha })));

  it.each([
    ['never before', ['a', 'b', 'c'], 'no'],
    ['the second night', ['a', 'a'], 'warning'],
    ['the third night', ['a', 'a', 'a'], 'notice'],
    ['the ninth night', ['b', ...'aaaaaaaaa'], 'notice'],
    ['a later sheet, where the first was the same for days', ['a', 'a', 'a', 'b', 'b'], 'warning'],
  ] as const)('the same sheet: %s', (_, shas, what) => {
    const { warnings, notices } = same(...shas);
    expect([warnings.length, notices.length]).toEqual({ no: [0, 0], notice: [0, 1], warning: [1, 0] }[what]);
  });

  it('says since when the sheet is the same', () => {
    expect(same('a', ...'bbbbbbbbbbb').notices).toEqual([
      'The sheet is the same as in the run of 2026-10-02 02:30 UTC: nothing in it has changed since',
    ]);
  });

  it('says nothing of a second run in the same night', () => {
    const sheet = { ...sheetOf(1, { sha: 'a' }), startedAt: Date.parse(at(1)) + 5 * 3600 * 1000 };
    const judged = judgeSheet(sheet, [recordOf(1, { sha: 'a' })], 70);
    expect(judged).toEqual({ violations: [], warnings: [], notices: [] });
  });

  it.each([
    ['sets nothing any more', [{}, { sets: {} }], 1],
    ['sets nothing any more, and never did', [{ sets: {} }, { sets: {} }], 0],
    ['was set in one odd night', [...times(3, { sets: {} }), {}, { sets: {} }], 0],
    ['has not set anything since yesterday either', [...times(3, {}), { sets: {} }, { sets: {} }], 0],
  ] as const)('a column that %s', (_, nights, count) => {
    expect(judge(nights).warnings.filter((each) => each.startsWith('No row sets cost'))).toHaveLength(count);
  });
});

/** What a sheet says of listings that were at 10.00 when sheet and service last agreed. */
function movesOf(
  costs: readonly (number | null)[],
  kind: PlanEntry['kind'] = 'unchanged',
  agreed: number | null = 1000,
) {
  const before = agreed === null ? null : cents(agreed);
  const moved = new MovedAmounts(() => (field) => (field === 'cost' ? before : undefined));
  for (const [index, cost] of costs.entries()) {
    const listing = aListing({ id: listingId(index) });
    const desired = { cost: cost === null ? null : cents(cost) };
    moved.add({
      kind,
      resolved: aResolved({ listing, desired }),
      changes: [],
      notices: [],
      pins: [],
    } as never);
  }
  return moved.moves();
}

const ten = (cost: number) => Array.from({ length: 10 }, () => cost);

describe('MovedAmounts', () => {
  it('is the median ratio, whatever single amounts do', () => {
    expect(movesOf([...ten(1000), 5, 90_000]).cost).toBe(1);
    expect(movesOf(ten(1050)).cost).toBeCloseTo(1.05, 3);
    expect(movesOf(ten(500)).cost).toBeCloseTo(0.5, 3);
  });

  it('says nothing of few amounts, of clears, and of fields that were never agreed on', () => {
    expect(movesOf(ten(2000).slice(1))).toEqual({});
    expect(movesOf([...ten(2000).slice(1), null])).toEqual({});
    expect(movesOf(ten(2000), 'unchanged', 0)).toEqual({});
    expect(movesOf(ten(2000), 'unchanged', null)).toEqual({});
  });

  it.each([
    ['update', 2],
    ['blocked', 2],
    ['held', 2],
    ['unchanged', 2],
    ['unresolved', undefined],
  ] as const)('counts rows that are %s', (kind, move) => {
    const { cost } = movesOf(ten(2000), kind);
    if (move === undefined) expect(cost).toBeUndefined();
    else expect(cost).toBeCloseTo(move, 2);
  });
});

describe('judgeMoves', () => {
  const nights = (usual: number, count: number) =>
    Array.from({ length: count }, () => aKeptRecord({ moves: { cost: usual } }));

  it.each([
    ...[1, 1.05, 1.149, 0.9, 0.871].map((cost) => [cost, false] as const),
    ...[1.151, 0.868, 1.19, 1 / 1.19, 100, 0.5].map((cost) => [cost, true] as const),
  ])('a move of %d', (cost, isFound) => {
    expect(judgeMoves({ cost }, nights(1, 7)) !== undefined).toBe(isFound);
    expect(judgeMoves({ minimum_price: cost }, nights(1, 7)) !== undefined).toBe(isFound);
  });

  it.each([
    ['up or down', 1 / 1.2],
    ['in the same way', 1.2],
  ])('grows with how far the amounts usually move, %s', (_, usual) => {
    expect(judgeMoves({ cost: 1.5 }, nights(usual, 7))).toBeUndefined();
    expect(judgeMoves({ cost: 2 }, nights(usual, 7))?.rule).toBe('totals_moved');
  });

  it('does not grow with one odd night', () => {
    const good = [...nights(1, 3), ...nights(3, 1)];
    expect(judgeMoves({ cost: 1.2 }, good)).toBeDefined();
  });

  it.each([
    [1.19, 'up by 19.0 %', '15.0 %'],
    [0.86, 'down by 14.0 %', '13.0 %'],
  ])('gives figure, usual figure and limit in one measure: %d', (cost, moved, limit) => {
    expect(judgeMoves({ cost }, nights(1.02, 7))?.message).toBe(
      `cost: half of the amounts went ${moved} or more since the last run (usually by 2.0 %), and the limit is ${limit}`,
    );
  });

  it('names each field', () => {
    expect(judgeMoves({ cost: 2, minimum_price: 2, maximum_price: 1 }, [])?.message.split('; ')).toHaveLength(
      2,
    );
  });
});
