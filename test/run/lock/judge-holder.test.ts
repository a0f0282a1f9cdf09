import { describe, expect, it } from 'vitest';
import type { ProcessMark } from '../../../src/run/job/job.ts';
import { type Holder, judgeHolder, parseHolder } from '../../../src/run/lock/lock-file.ts';
import { aHolder, HERE, someProbes } from '../lock-support.ts';

const NOW = 1_800_000_000_000;
const SECOND = 1000;

interface Case {
  readonly holder?: Partial<Holder> | 'unreadable';
  readonly silentMs?: number;
  /** Start of each process that runs. */
  readonly running?: Readonly<Record<number, string | null>>;
  readonly self?: Partial<ProcessMark>;
}

function judge({ holder = {}, silentMs = 0, running = { 4711: '100' }, self = {} }: Case) {
  return judgeHolder(
    { holder: holder === 'unreadable' ? undefined : aHolder(holder), heartbeatAt: NOW - silentMs },
    { probes: someProbes({ running, self }), now: NOW },
  );
}

const HOURS = 3_600_000;

describe('judgeHolder', () => {
  it.each<readonly [string, Case]>([
    ['its process runs', {}],
    ['its process runs, and the machine slept for hours', { silentMs: 8 * HOURS }],
    ['boot and namespace are known to neither', { holder: { boot: null, namespace: null } }],
  ])('is certain that a lock is live where %s', (_name, scene) => {
    expect(judge(scene)).toEqual({ kind: 'live', certain: true });
  });

  it.each<readonly [string, Case]>([
    ['on another machine', { holder: { host: 'other' }, running: {} }],
    ['on another machine that was started at another time', { holder: { host: 'other', boot: 'boot-0' } }],
    ['in another container of this host', { holder: { namespace: 'pid:[2]' }, running: {} }],
    ['by nobody who could be read', { holder: 'unreadable' }],
    ['by a process that didn’t know when it began', { holder: { start: null } }],
    ['by a process of which nobody knows when it began', { running: { 4711: null } }],
  ])('goes by the heartbeat where a lock is held %s', (_name, scene) => {
    const live = { kind: 'live', certain: false };
    expect(judge({ ...scene, silentMs: 0 })).toEqual(live);
    expect(judge({ ...scene, silentMs: 120 * SECOND })).toEqual(live);
    expect(judge({ ...scene, silentMs: -HOURS })).toEqual(live);
    expect(judge({ ...scene, silentMs: 120 * SECOND + 1 })).toEqual({
      kind: 'stale',
      why: 'its heartbeat is more than 2 minutes old',
    });
  });

  it.each<readonly [string, Case, string]>([
    ['its process is gone', { running: {} }, 'its process is gone'],
    [
      'its process is gone, of which the start was not known',
      { holder: { start: null }, running: {} },
      'gone',
    ],
    ['another process has its number', { running: { 4711: '200' } }, 'its id was reused'],
    ['the machine was started anew', { holder: { boot: 'boot-0' } }, 'restarted'],
    [
      'the machine was started anew, and gave the container its old name',
      { holder: { boot: 'boot-0', namespace: 'pid:[2]' } },
      'restarted',
    ],
  ])('knows a lock for stale at once where %s', (_name, scene, why) => {
    expect(judge(scene)).toEqual({ kind: 'stale', why: expect.stringContaining(why) });
  });

  it('knows its own process for live', () => {
    expect(judge({ holder: HERE, running: { [HERE.pid]: HERE.start } })).toEqual({
      kind: 'live',
      certain: true,
    });
  });
});

describe('parseHolder', () => {
  it('reads what was written', () => {
    expect(parseHolder(JSON.stringify(aHolder()))).toEqual(aHolder());
  });

  it.each([
    ['nothing', ''],
    ['half a line', JSON.stringify(aHolder()).slice(0, 40)],
    ['another version', JSON.stringify({ ...aHolder(), version: 2 })],
    ['an id that would lead elsewhere', JSON.stringify({ ...aHolder(), id: '../../x' })],
    ['a process that would be a group of them', JSON.stringify({ ...aHolder(), pid: -1 })],
    ['every process', JSON.stringify({ ...aHolder(), pid: 0 })],
  ])('does not take %s for a holder', (_name, text) => {
    expect(parseHolder(text)).toBeUndefined();
  });
});
