import * as disk from 'node:fs';
import { mkdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  judgeAge,
  type SeenFile,
  type SheetIntake,
  settleSheet,
  takeSheet,
} from '../../../src/run/sheet/take-sheet.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const NOW = Date.UTC(2026, 10, 22, 3);
const PATTERN = 'drop/costs-*.csv';

function scene() {
  const cwd = tempFolder();
  mkdirSync(join(cwd, 'drop'));
  const clock = createFakeClock(NOW);
  const waits: string[] = [];
  const { signal } = new AbortController();
  return {
    cwd,
    clock,
    waits,
    /** A file that was modified that long ago. */
    put: (name: string, secondsAgo: number) => {
      const path = join(cwd, 'drop', name);
      const time = (clock.now() - secondsAgo * 1000) / 1000;
      writeFileSync(path, 'sku,cost\n');
      utimesSync(path, time, time);
    },
    take: (sheet: string, intake: SheetIntake) =>
      takeSheet(sheet, intake, { cwd, disk, clock, signal, onWait: (text) => waits.push(text) }),
  };
}

describe('takeSheet', () => {
  it('takes a sheet as it is if nothing else was asked for, and looks for nothing', async () => {
    const { take } = scene();
    await expect(take('not/there.csv', {})).resolves.toEqual({ path: 'not/there.csv', notices: [] });
    await expect(take('-', { settleMs: 5000 })).resolves.toMatchObject({ path: '-' });
  });

  it.each(['not/there.csv', 'drop'])('does not wait for %s, which is no file', async (sheet) => {
    const { take, waits } = scene();
    await expect(take(sheet, { settleMs: 5000 })).resolves.toMatchObject({ path: sheet });
    expect(waits).toEqual([]);
  });

  it('takes the file that becomes the newest while it waits', async () => {
    const { clock, put, take, waits } = scene();
    put('costs-2026-11-20.csv', 4);
    const work = take('drop/costs-2026-11-20.csv', { pattern: PATTERN, job: 'costs', settleMs: 5000 });
    await clock.advance(500);
    put('costs-2026-11-21.csv', 0);
    await expect(clock.runUntilDone(work)).resolves.toMatchObject({ path: 'drop/costs-2026-11-21.csv' });
    expect(clock.monotonic()).toBe(5500);
    expect(waits).toEqual(['Waiting until "drop/costs-2026-11-20.csv" has been unchanged for 5 seconds']);
  });

  it('refuses a file of another job, whose settings the run does not have', async () => {
    const { put, take } = scene();
    put('costs-2026-11-20.csv', 90);
    put('costs-eu-2026-11-21.csv', 60);
    await expect(take('drop/costs-2026-11-20.csv', { pattern: PATTERN, job: 'costs' })).rejects.toMatchObject(
      { code: 'sheet', message: expect.stringContaining('"drop/costs-eu-2026-11-21.csv" appeared') },
    );
    await expect(take('drop/costs-2026-11-20.csv', { pattern: PATTERN })).resolves.toMatchObject({
      path: 'drop/costs-eu-2026-11-21.csv',
    });
  });

  it('takes no older file after another run has moved the newest away', async () => {
    const { cwd, put, take } = scene();
    put('costs-2026-11-20.csv', 90);
    put('costs-2026-11-21.csv', 60);
    mkdirSync(join(cwd, 'done'));
    renameSync(join(cwd, 'drop/costs-2026-11-21.csv'), join(cwd, 'done/costs-2026-11-21.csv'));
    const intake = { pattern: PATTERN, job: 'costs', doneTo: 'done' };
    await expect(take('drop/costs-2026-11-21.csv', intake)).rejects.toMatchObject({
      message: expect.stringContaining('which was read before'),
    });
  });
});

const SETTLE_MS = 10_000;

interface Scene {
  /** The file as it is after that time, in milliseconds. */
  readonly seen: (elapsedMs: number) => Partial<SeenFile>;
  readonly signal?: AbortSignal;
}

function settle({ seen, signal = new AbortController().signal }: Scene) {
  const clock = createFakeClock(NOW);
  const waits: string[] = [];
  const look = (): SeenFile => ({
    path: 'costs.csv',
    size: 1,
    mtimeMs: NOW - 60_000,
    ...seen(clock.monotonic()),
  });
  const work = settleSheet(look, { settleMs: SETTLE_MS, clock, signal, onWait: (text) => waits.push(text) });
  return { clock, waits, work };
}

describe('settleSheet', () => {
  const old = NOW - 60_000;
  it.each<[string, (ms: number) => Partial<SeenFile>, waitedMs: number]>([
    ['not for a file that has been unchanged for long', () => ({ mtimeMs: NOW - SETTLE_MS }), 0],
    ['for the rest of the time', () => ({ mtimeMs: NOW - 4000 }), 6000],
    ['again if it was written to', (ms) => ({ mtimeMs: ms < 6000 ? NOW - 4000 : NOW + 5000 }), 16_000],
    ['for one that grows', (ms) => (ms === 0 ? { mtimeMs: NOW - 9000 } : { mtimeMs: old, size: 2 }), 11_000],
    ['for a file from the future, the whole time', () => ({ mtimeMs: NOW + 3_600_000 }), SETTLE_MS],
  ])('waits %s, and announces it once', async (_name, seen, waitedMs) => {
    const { clock, waits, work } = settle({ seen });
    expect(await clock.runUntilDone(work)).toMatchObject({ path: 'costs.csv', ...seen(waitedMs) });
    expect(clock.monotonic()).toBe(waitedMs);
    const said = 'Waiting until "costs.csv" has been unchanged for 10 seconds';
    expect(waits).toEqual(waitedMs === 0 ? [] : [said]);
  });

  it('gives up a file that is written to without end', async () => {
    const { clock, work } = settle({ seen: (ms) => ({ mtimeMs: NOW + ms, size: ms }) });
    await expect(clock.runUntilDone(work)).rejects.toMatchObject({
      code: 'sheet',
      message: 'Cannot use the sheet "costs.csv": it was still being written after 610 seconds of waiting',
    });
  });

  it('ends at once if the run is stopped', async () => {
    const stop = new AbortController();
    const { clock, work } = settle({ seen: () => ({ mtimeMs: NOW }), signal: stop.signal });
    const ended = expect(work).rejects.toThrow('stopped');
    await clock.advance(1000);
    stop.abort(new Error('stopped'));
    await ended;
  });
});

const MODIFIED = Date.UTC(2026, 10, 20, 3, 15, 59);
const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000] as const;

function judge(ageMs: number, maxAgeMs: number): string | undefined {
  return judgeAge({ mtimeMs: MODIFIED, now: MODIFIED + ageMs, maxAgeMs });
}

describe('judgeAge', () => {
  it.each([
    [31 * HOUR, 30 * HOUR, '31 hours old', '30h'],
    [30 * HOUR + 20 * MINUTE, 30 * HOUR, '30 hours 20 minutes old', '30h'],
    [3 * DAY + 2 * HOUR, 2 * DAY, '3 days 2 hours old', '48h'],
    [8 * DAY, 7 * DAY, '8 days old', '7d'],
    [91 * MINUTE, 90 * MINUTE, '1 hour 31 minutes old', '90m'],
    [11 * SECOND, 10 * SECOND, '11 seconds old', '10s'],
    [HOUR + 1, HOUR, '1 hour old', '1h'],
  ])('gives the age of %d ms and the limit of %d ms', (ageMs, maxAgeMs, age, limit) => {
    expect(judge(ageMs, maxAgeMs)).toBe(
      `the sheet is ${age} (modified 2026-11-20 03:15:59 UTC), and --max-age is ${limit}`,
    );
  });

  it.each([
    [30 * HOUR, 'as old as the limit'],
    [0, 'new'],
    [-HOUR, 'from the future'],
  ])('lets pass what is %d ms old', (ageMs) => {
    expect(judge(ageMs, 30 * HOUR)).toBeUndefined();
  });

  it('knows no age by a time that is still to come, beyond what clocks differ', () => {
    expect(judge(-12 * HOUR, 30 * HOUR)).toBeUndefined();
    expect(judge(-13 * HOUR, 30 * HOUR)).toBe(
      'the sheet has a modification time in the future (2026-11-20 03:15:59 UTC), so that its age is unknown, and --max-age is 30h: correct its time (touch), or the clock that is wrong',
    );
  });

  it.each([
    // 2026-11-19 03:15:59 UTC
    ['costs-1795058159.csv', 24 * HOUR, false],
    ['costs-1795058159.csv', 23 * HOUR, true],
    ['costs-1795058159000.csv', 23 * HOUR, true],
    ['costs-1000012345.csv', HOUR, false],
    ['costs-2026-11-18.csv', 16 * HOUR, false],
    ['costs-2026-11-18.csv', 15 * HOUR, true],
  ])('counts the date in the name %s with a limit of %d ms', (name, maxAgeMs, isOld) => {
    const message = judgeAge({ mtimeMs: MODIFIED, now: MODIFIED, maxAgeMs, name });
    expect(message !== undefined).toBe(isOld);
    if (isOld) expect(message).toContain('the name of the sheet says 2026-11-1');
  });
});
