import * as disk from 'node:fs';
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/domain/secret.ts';
import type { ProcessMark } from '../../../src/run/job/run.ts';
import {
  type Attempt,
  findLockedFolders,
  type Holder,
  judgeHolder,
  lockNameOf,
  type OwnLock,
  parseHolder,
  refreshHeartbeat,
  releaseLock,
  tryLock,
} from '../../../src/run/lock/with-lock.ts';
import { recordingDisk } from '../../support/dying-disk.ts';
import { listed } from '../../support/listed.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { aHolder, HERE, someProbes, writeLock } from '../lock-support.ts';

const NOW = 1_800_000_000_000;

function toolsOf({ pid = HERE.pid, now = NOW, running = {} } = {}) {
  const probes = someProbes({ self: { pid }, running });
  const since = '2026-11-20T03:00:00.000Z';
  const holder = { version: 1 as const, ...probes.self, since, command: 'sync', subject: 'a.csv' };
  return { holder, probes, now, disk };
}

function take(path: string, tools = toolsOf()): OwnLock {
  return takenOf(tryLock(path, tools)).lock;
}

function takenOf(attempt: Attempt): Extract<Attempt, { kind: 'taken' }> {
  if (attempt.kind !== 'taken') return expect.fail('The lock is held');
  return attempt;
}

const OTHER_ID = '00000000-0000-4000-8000-000000000002';

function scene() {
  const folder = tempFolder();
  return { folder, path: join(folder, 'abc.lock') };
}

describe('tryLock', () => {
  it('takes over a stale one, and takes a free one, only with what outlasts a power cut', () => {
    for (const isFree of [true, false]) {
      const { path } = scene();
      if (!isFree) writeLock(path);
      const steps: string[] = [];
      const watched = recordingDisk((step) => steps.push(step));
      const linkSync = (from: string, to: string): void => {
        disk.linkSync(from, to);
        steps.push(`link ${basename(from)} to ${basename(to)}`);
      };
      const { lock } = takenOf(tryLock(path, { ...toolsOf(), disk: { ...watched, linkSync } }));
      const draft = `abc.lock.${lock.id}.new`;
      const placed = isFree ? `link ${draft} to abc.lock` : `rename ${draft} to abc.lock`;
      expect(steps.filter((step) => step.includes(draft))).toEqual([
        `open ${draft}`,
        `sync ${draft}`,
        placed,
      ]);
    }
  });

  it.each([
    ['nothing', ''],
    ['garbage', 'x\ny\n'],
  ])('takes over one that says %s only once it has been silent', (_name, text) => {
    const { path } = scene();
    writeFileSync(path, text);
    const { mtimeMs } = disk.statSync(path);
    expect(tryLock(path, toolsOf({ now: mtimeMs + 120_000 }))).toMatchObject({
      kind: 'held',
      by: { holder: undefined },
    });
    expect(tryLock(path, toolsOf({ now: mtimeMs + 120_001 })).kind).toBe('taken');
  });

  it('does not take over what somebody alive is taking over', () => {
    const { path } = scene();
    const stale = writeLock(path);
    const other = writeLock(`${path}.${stale.id}`, { id: OTHER_ID, pid: 5000, start: '7' });
    const attempt = tryLock(path, toolsOf({ running: { 5000: '7' } }));
    expect(attempt).toMatchObject({ kind: 'held', by: { holder: other } });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(stale);
  });

  it('goes on where somebody died while taking over, however many did', () => {
    const { folder, path } = scene();
    const stale = writeLock(path);
    const second = writeLock(`${path}.${stale.id}`, { id: OTHER_ID, pid: 5000 });
    writeLock(`${path}.${stale.id}.${second.id}`, { id: '00000000-0000-4000-8000-000000000003', pid: 5001 });
    const { lock, tookOver } = takenOf(tryLock(path, toolsOf()));
    expect(tookOver).toMatchObject({ from: { holder: stale }, why: 'its process is gone' });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ id: lock.id, pid: HERE.pid });
    expect(readdirSync(folder)).toEqual(['abc.lock']);
  });

  it('leaves alone what took the place of a stale lock before it had the right to end that', () => {
    const { path } = scene();
    writeLock(path);
    const fresh = aHolder({ id: OTHER_ID, pid: 5000, start: '7' });
    const tools = toolsOf({ running: { 5000: '7' } });
    let asked = 0;
    const find: typeof tools.probes.find = (pid) => {
      // Somebody else takes over between the look at the lock and the right to end it.
      if (asked++ === 0) writeLock(path, fresh);
      return tools.probes.find(pid);
    };
    const attempt = tryLock(path, { ...tools, probes: { ...tools.probes, find } });
    expect(attempt).toMatchObject({ kind: 'held', by: { holder: fresh } });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(fresh);
  });

  it('is the system’s error where nothing can be written, or a link leads nowhere', () => {
    const { folder, path } = scene();
    expect(() => tryLock(join(folder, 'none', 'abc.lock'), toolsOf())).toThrow(/ENOENT/);
    symlinkSync(join(folder, 'nowhere'), path);
    expect(() => tryLock(path, toolsOf())).toThrow(/EAGAIN/);
    expect(readdirSync(folder)).toEqual(['abc.lock']);
  });
});

describe('refreshHeartbeat', () => {
  it('is a sign of life at the time of the clock, and none for whoever took over', () => {
    const { path } = scene();
    const mine = take(path);
    refreshHeartbeat(mine, NOW + 10_000, disk);
    expect(disk.statSync(path).mtimeMs).toBe(NOW + 10_000);
    const theirs = takenOf(tryLock(path, toolsOf({ pid: 9, now: NOW }))).lock;
    refreshHeartbeat(mine, NOW + 20_000, disk);
    expect(disk.statSync(path).mtimeMs).toBe(NOW);
    releaseLock(theirs, toolsOf({ pid: 9 }));
  });
});

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
    ['its process is gone, whose start was not known', { holder: { start: null }, running: {} }, 'gone'],
    ['another process has its number', { running: { 4711: '200' } }, 'its id was reused'],
    ['the machine was started anew', { holder: { boot: 'boot-0' } }, 'restarted'],
    ['the machine was, the container kept its name', { holder: { boot: '0', namespace: 'x' } }, 'restarted'],
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

const apiKey = new Secret('key-1');
const nameOf = (baseUrl: string, key = apiKey) => lockNameOf({ baseUrl, apiKey: key });

describe('lockNameOf', () => {
  it.each(
    listed(`http://localhost:4010, http://LOCALHOST:4010/, http://localhost.:4010, http://[::1]:4010,
      http://[0:0::1]:4010/, http://[::ffff:127.0.0.1]:4010, http://127.1:4010, http://127.0.0.1:4010//`),
  )('is the same for %s as for this machine by its number', (baseUrl) => {
    expect(nameOf(baseUrl)).toBe(nameOf('http://127.0.0.1:4010'));
  });

  it.each(['https://api.example.com:443', 'https://API.example.com/', 'https://api.example.com.'])(
    'is the same for %s as for that host without port, dot and slash',
    (baseUrl) => {
      expect(nameOf(baseUrl)).toBe(nameOf('https://api.example.com'));
    },
  );

  it.each(
    listed(`http://127.0.0.1:4011, https://127.0.0.1:4010, http://127.0.0.1:4010/v2, http://127.0.0.2:4010,
      https://localhost.example.com:4010`),
  )('is another one for %s', (baseUrl) => {
    expect(nameOf(baseUrl)).not.toBe(nameOf('http://127.0.0.1:4010'));
  });

  it('is another one for another key', () => {
    expect(nameOf('http://localhost:4010', new Secret('key-2'))).not.toBe(nameOf('http://localhost:4010'));
  });
});

describe('findLockedFolders', () => {
  const foldersOf = (running: Readonly<Record<number, string>>) => {
    const folder = tempFolder();
    writeLock(join(folder, 'aaaa.lock'), { command: 'undo', subject: 'runs/taken-back' }, '/shop/runs/undo');
    writeLock(join(folder, 'bbbb.lock'), { pid: 4712, subject: 'costs.csv' }, '/shop/runs/sync');
    return findLockedFolders({ folder, probes: someProbes({ running }), now: 0, disk });
  };

  it.each([
    ['/shop/runs/undo', true, true],
    ['/shop/runs/sync', true, true],
    ['/shop/runs/taken-back', true, undefined],
    ['/elsewhere/runs/sync', true, undefined],
    ['/shop/runs/other', false, undefined],
  ])('knows who writes into a folder, and who was given it: %s', (path, isBusy, isAlive) => {
    const live = foldersOf({ 4711: '100', 4712: '100' });
    expect([live.isBusy(path), live.isAlive(path)]).toEqual([isBusy, isAlive]);
    const stale = foldersOf({});
    expect([stale.isBusy(path), stale.isAlive(path)]).toEqual([false, isAlive && false]);
  });

  it('knows it of each of several locks, and nothing without locks', () => {
    const { isBusy } = foldersOf({ 4712: '100' });
    expect([isBusy('/shop/runs/sync'), isBusy('/shop/runs/undo')]).toEqual([true, false]);
    const nowhere = { folder: undefined, probes: someProbes(), now: 0, disk };
    expect(findLockedFolders(nowhere).isBusy('/shop/runs/sync')).toBe(false);
  });
});
