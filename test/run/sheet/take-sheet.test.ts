import * as disk from 'node:fs';
import { mkdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type SheetIntake, takeSheet } from '../../../src/run/sheet/take-sheet.ts';
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

  it('waits for a sheet without a pattern too', async () => {
    const { clock, put, take } = scene();
    put('costs.csv', 2);
    await clock.runUntilDone(take('drop/costs.csv', { settleMs: 5000 }));
    expect(clock.monotonic()).toBe(3000);
  });

  it('takes the file that has become the newest since it was chosen', async () => {
    const { put, take } = scene();
    put('costs-2026-11-20.csv', 90);
    put('costs-2026-11-21.csv', 60);
    const intake = { pattern: PATTERN, job: 'costs' };
    await expect(take('drop/costs-2026-11-20.csv', intake)).resolves.toMatchObject({
      path: 'drop/costs-2026-11-21.csv',
    });
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
      {
        code: 'sheet',
        message: expect.stringContaining('"drop/costs-eu-2026-11-21.csv" appeared'),
      },
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
