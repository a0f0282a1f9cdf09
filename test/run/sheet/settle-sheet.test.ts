import { describe, expect, it } from 'vitest';
import { type SeenFile, settleSheet } from '../../../src/run/sheet/take-sheet.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

const NOW = 1_700_000_000_000;
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
  it('does not wait for a file that has been unchanged for long', async () => {
    const { clock, waits, work } = settle({ seen: () => ({ mtimeMs: NOW - SETTLE_MS }) });
    await expect(work).resolves.toMatchObject({ path: 'costs.csv' });
    expect(clock.sleeps).toEqual([]);
    expect(waits).toEqual([]);
  });

  it('waits for the rest of the time, and says so', async () => {
    const { clock, waits, work } = settle({ seen: () => ({ mtimeMs: NOW - 4000 }) });
    await clock.runUntilDone(work);
    expect(clock.sleeps).toEqual([6000]);
    expect(waits).toEqual(['Waiting until "costs.csv" has been unchanged for 10 seconds']);
  });

  it('waits again if the file was written to meanwhile, and announces it once', async () => {
    const seen = (ms: number) => (ms < 6000 ? { mtimeMs: NOW - 4000 } : { mtimeMs: NOW + 5000, size: 2 });
    const { clock, waits, work } = settle({ seen });
    expect(await clock.runUntilDone(work)).toMatchObject({ size: 2 });
    expect(clock.monotonic()).toBe(16_000);
    expect(waits).toHaveLength(1);
  });

  it('does not believe the time of a file that grows under it', async () => {
    const seen = (ms: number) => ({ mtimeMs: ms === 0 ? NOW - 9000 : NOW - 60_000, size: ms === 0 ? 1 : 2 });
    const { clock, work } = settle({ seen });
    await clock.runUntilDone(work);
    expect(clock.monotonic()).toBe(11_000);
  });

  it('observes a file from the future for the whole time', async () => {
    const { clock, work } = settle({ seen: () => ({ mtimeMs: NOW + 3_600_000 }) });
    await clock.runUntilDone(work);
    expect(clock.monotonic()).toBe(SETTLE_MS);
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
