import { describe, expect, it } from 'vitest';
import { createProgress } from '../../../src/cli/terminal/create-progress.ts';
import type { Progress, RequestCounts, Requests, Traffic } from '../../../src/domain/ports.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createSink } from '../support.ts';

/** What the client of the service would say. */
function someRequests(counts: Partial<RequestCounts> = {}, traffic: Partial<Traffic> = {}): Requests {
  return {
    counts: { reads: 0, writes: 0, retries: 0, throttled: 0, ...counts },
    traffic: () => ({ perSecond: 1_000_000, isHeld: false, pauseMs: 0, ...traffic }),
    pacedMs: () => 0,
  };
}

const CLEAR = '\u001b[K';

function start(columns?: number) {
  const clock = createFakeClock();
  const { stream, text } = createSink({ isTTY: true });
  Object.assign(stream, { columns });
  const view = createProgress({ stream, clock, folder: () => 'runs/r1' });
  const { onProgress } = view;
  return {
    ...view,
    clock,
    text,
    /** Each line that was drawn in the place of the last. */
    lines: () =>
      text()
        .split('\r')
        .slice(1)
        .map((line) => line.replace(CLEAR, '')),
    wait: (ms: number) => clock.advance(ms),
    /** So many are done, so many milliseconds after the last time. */
    step: async (
      ms: number,
      done: number,
      total: number | undefined,
      phase: Progress['phase'] = 'lookup',
    ) => {
      await clock.advance(ms);
      onProgress({ phase, done, total });
    },
  };
}

describe('createProgress', () => {
  it('says nothing of reading, planning and writing that are over at once', async () => {
    const { step, lines } = start();
    await step(0, 10_000, undefined, 'read');
    await step(50, 50, 50, 'plan');
    await step(50, 50, 50, 'account');
    expect(lines()).toEqual(['', '']);
  });

  it.each<[string, Partial<Traffic>, string]>([
    ['waits as the service asked', { pauseMs: 20_000 }, '0:30 left, waiting for the service, 20 s, 10/s'],
    ['goes no faster than the pace allows by now', { perSecond: 5 }, '0:20 left, 10/s'],
    ['is refused more', { perSecond: 5, isHeld: true }, '0:20 left, held to 5.0/s by the service, 10/s'],
    ['pauses for a moment', { pauseMs: 1000 }, '0:11 left, 10/s'],
  ])('says why, where a run %s', async (_name, traffic, said) => {
    const { step, onRequests, lines } = start(200);
    onRequests(someRequests({}, traffic));
    await step(0, 0, 200);
    await step(9_950, 100, 200);
    expect(lines().at(-1)).toBe(`[############------------] Looking up SKUs: 100 of 200, ${said}`);
  });

  it('counts what failed, and gives hours where it takes hours', async () => {
    const { clock, onProgress, lines } = start(200);
    onProgress({ phase: 'update', done: 0, total: 100_000 });
    await clock.advance(9_950);
    onProgress({ phase: 'update', done: 100, total: 100_000, failed: 3 });
    expect(lines().at(-1)).toContain('Sending updates: 100 of 100,000, 3 failed, 2:45:41 left, 10/s');
  });

  it('leaves nothing behind when all is done', async () => {
    const { step, stop, text } = start();
    await step(0, 3, 4);
    await step(1, 4, 4);
    stop();
    expect(text()).toBe(`\r[${'#'.repeat(24)}] Looking up SKUs: 4 of 4, 1,000/s\u001b[K\r\u001b[K`);
  });

  it.each([
    [120, '[##############----------] Sending updates: 123,456 of 200,000, 12:25 left, 1,234 retries, 103/s'],
    [80, 'Sending updates: 123,456 of 200,000, 12:25 left, 1,234 retries, 103/s'],
    [64, 'Sending updates: 123,456 of 200,000, 12:25 left, 1,234 retries'],
    [50, 'Sending updates: 123,456 of 200,000, 12:25 left'],
    [40, 'Sending updates: 123,456 of 200,000'],
    [20, 'Sending ...'],
  ])('leaves out what matters least in %d columns, and never fills the last', async (columns, line) => {
    const { step, onRequests, text } = start(columns);
    const counts = { reads: 0, writes: 0, retries: 0, throttled: 0 };
    onRequests({ ...someRequests(), counts });
    await step(0, 0, 200_000, 'update');
    counts.retries = 1234;
    await step(1_200_500, 123_456, 200_000, 'update');
    expect(text().split('\r').at(-1)).toBe(`${line}\u001b[K`);
    expect(line.length).toBeLessThan(columns);
  });

  it('goes on where nothing gets done: once a second, with the retries of the phase', async () => {
    const { step, wait, onRequests, lines } = start();
    const counts = { reads: 0, writes: 0, retries: 0, throttled: 0 };
    onRequests({ ...someRequests(), counts });
    counts.retries = 2;
    await step(0, 4, 4);
    await step(0, 0, 2, 'update');
    counts.retries = 3;
    await wait(1000);
    counts.retries = 5;
    await wait(1000);
    expect(lines().slice(-2)).toEqual([
      '[------------------------] Sending updates: 0 of 2, 1 retry',
      '[------------------------] Sending updates: 0 of 2, 3 retries',
    ]);
  });

  it('leaves the screen alone while somebody is asked, and when all is over', async () => {
    const { step, wait, pause, stop, text } = start();
    await step(0, 1, 4);
    await step(100, 2, 4);
    pause();
    const asked = text();
    expect(asked.endsWith('\r\u001b[K')).toBe(true);
    await wait(60_000);
    expect(text()).toBe(asked);
    await step(0, 0, 4, 'update');
    await step(100, 1, 4, 'update');
    stop();
    const ended = text();
    expect(ended.endsWith('\r\u001b[K')).toBe(true);
    await wait(60_000);
    expect(text()).toBe(ended);
  });
});
