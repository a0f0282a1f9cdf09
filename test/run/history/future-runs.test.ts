import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withoutFuture } from '../../../src/run/history/future-runs.ts';
import { partPath } from '../../../src/run/history/history-files.ts';
import { listingId } from '../../support/builders.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { addRun, agreedCost, anIssue, aRecord, filesIn, linesOf, night, open, PART } from './support.ts';

const AHEAD = '2031-01-01T02:30:00.000Z';
const ID = listingId(1);

/** A night, a run of a clock that was years ahead, and the night after it. */
async function afterAClockAhead() {
  const folder = tempFolder();
  await addRun(folder, { started_at: night(1) }, [agreedCost(1, 601), anIssue()]);
  await addRun(folder, { started_at: AHEAD }, [agreedCost(1, 699)]);
  const third = await open(folder, { startedAt: Date.parse(night(3)) });
  return { folder, third };
}

describe('withoutFuture', () => {
  const runs = ['2026-11-19', '2027-11-20', '2026-11-18'].map((day) => ({
    record: { id: `${day}T02-15-00Z-costs`, started_at: `${day}T02:15:00.000Z` },
  }));

  it('leaves out what began in the future, and names the first', () => {
    const { runs: left, notice } = withoutFuture(runs, Date.parse('2026-11-20T00:00:00Z'));
    expect(left.map(({ record }) => record.id)).toEqual([
      '2026-11-19T02-15-00Z-costs',
      '2026-11-18T02-15-00Z-costs',
    ]);
    expect(notice).toContain('1 run with a time in the future left out, first "2027-11-20T02-15-00Z-costs"');
  });

  it('takes a clock for wrong that all runs are ahead of, and bears half a day', () => {
    expect(withoutFuture(runs, Date.parse('2020-01-01T00:00:00Z'))).toEqual({ runs, notice: undefined });
    const soon = withoutFuture(runs.slice(0, 1), Date.parse('2026-11-18T20:00:00Z'));
    expect(soon.notice).toBeUndefined();
  });
});

describe('runs of a clock that was ahead', () => {
  it('are not what the next night is compared with, and it is said', async () => {
    const { third } = await afterAClockAhead();
    expect(third.past.runs.map(({ started_at }) => started_at)).toEqual([night(1)]);
    expect(third.past.attention).toEqual([anIssue()]);
    // What that run set is not known: it is no change by somebody else.
    expect(third.agreed.get(ID, 'cost')).toBeUndefined();
    expect(third.notices).toEqual([
      '1 run in the history begins in the future, the last is "2031-01-01T02-30-00Z-costs": the clock was ahead, or is behind now; this run is compared with earlier ones',
    ]);
  });

  it('do not hide later nights from each other', async () => {
    const { folder, third } = await afterAClockAhead();
    third.agreed.set(ID, 'cost', 603 as never);
    third.add(aRecord({ started_at: night(3) }), 'costs', () => [...third.agreed.freshLines()]);
    const fourth = await open(folder, { startedAt: Date.parse(night(4)) });
    expect(fourth.past.runs.map(({ started_at }) => started_at)).toEqual([night(3), night(1)]);
    expect(fourth.agreed.get(ID, 'cost')).toBe(603);
    const [, chained] = filesIn(folder);
    expect(linesOf(chained ?? '')[0]).toMatchObject({ previous: { id: '2026-10-01T02-30-00Z-costs' } });
  });

  it('count for no more than that once their time has come', async () => {
    const { folder, third } = await afterAClockAhead();
    third.agreed.set(ID, 'cost', 603 as never);
    third.add(aRecord({ started_at: night(3) }), 'costs', () => [...third.agreed.freshLines()]);
    const later = await open(folder, { startedAt: Date.parse('2031-01-02T02:30:00.000Z') });
    expect(later.agreed.get(ID, 'cost')).toBe(603);
  });

  it('leave what they did not set as it was', async () => {
    const folder = tempFolder();
    await addRun(folder, { started_at: night(1) }, [agreedCost(1, 601), agreedCost(2, 602)]);
    await addRun(folder, { started_at: AHEAD }, [agreedCost(1, 699)]);
    const third = await open(folder, { startedAt: Date.parse(night(3)) });
    expect([1, 2].map((number) => third.agreed.get(listingId(number), 'cost'))).toEqual([undefined, 602]);
  });

  it('leave no snapshot that later nights would take over', async () => {
    const folder = tempFolder();
    await addRun(folder, { started_at: night(1) }, [agreedCost(1, 601)]);
    const ahead = await open(folder, { startedAt: Date.parse(AHEAD) });
    for (let number = 1; number <= 2500; number++) ahead.agreed.set(listingId(number), 'cost', 699 as never);
    ahead.add(aRecord({ started_at: AHEAD }), 'costs', () => [...ahead.agreed.freshLines()]);
    expect(linesOf(join(partPath(folder, PART), 'agreed.ndjson'))[0]).toMatchObject({
      through: '2031-01-01T02-30-00Z-costs',
    });
    const third = await open(folder, { startedAt: Date.parse(night(3)) });
    expect([third.agreed.size, third.agreed.get(ID, 'cost')]).toEqual([1, undefined]);
  });

  it('are compared with where no other run is known, since then the clock is wrong today', async () => {
    const { folder } = await afterAClockAhead();
    rmSync(filesIn(folder)[0] ?? '');
    const { past, agreed, notices } = await open(folder, { startedAt: Date.parse(night(3)) });
    expect(past.runs.map(({ started_at }) => started_at)).toEqual([AHEAD]);
    expect(agreed.get(ID, 'cost')).toBe(699);
    expect(notices).toEqual([
      'Every run in the history began later than this one, the last is "2031-01-01T02-30-00Z-costs": check the clock of this machine',
    ]);
  });

  it('are nothing to speak of within half a day', async () => {
    const folder = tempFolder();
    await addRun(folder, { started_at: night(2) });
    const { past, notices } = await open(folder, { startedAt: Date.parse(night(2)) - 11.9 * 3_600_000 });
    expect([past.runs.length, notices]).toEqual([1, []]);
  });
});
