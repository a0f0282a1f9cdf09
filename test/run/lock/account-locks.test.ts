import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LockedError } from '../../../src/domain/errors.ts';
import type { Shard } from '../../../src/domain/shard.ts';
import { describeAccount } from '../../../src/run/job/account.ts';
import { withLock } from '../../../src/run/lock/with-lock.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { type aHolder, someProbes, writeLock } from '../lock-support.ts';
import { someHost, someSettings } from '../support.ts';

const URL = 'https://api.example.com';
const RUNNING = { running: { 4711: '100' } };

function scene(machine: Parameters<typeof someProbes>[0] = {}) {
  const folder = join(tempFolder(), 'locks');
  mkdirSync(folder);
  const clock = createFakeClock();
  const host = someHost(tempFolder(), {
    clock,
    locks: { folder, probes: someProbes(machine) },
  });
  const account = describeAccount(someSettings(URL).service).key_fingerprint;
  const pathOf = (name: string): string => join(folder, `${account}${name}.lock`);
  return {
    clock,
    names: () =>
      readdirSync(folder)
        .map((name) => name.replace(account, 'account'))
        .sort(),
    pathOf,
    /** Another process holds a lock, or left one behind. */
    leave: (name: string, fields: Parameters<typeof aHolder>[0] = {}, runFolder?: string) =>
      writeLock(pathOf(name), fields, runFolder),
    run: <T>(shard: Shard | undefined, work: Parameters<typeof withLock<T>>[2], waitLockMs = 0) =>
      withLock(
        { command: 'sync', subject: 'costs.csv', shard, settings: someSettings(URL, { waitLockMs }) },
        host,
        work,
      ),
  };
}

const [FIRST, SECOND, OTHER] = [
  { index: 1, of: 2 },
  { index: 2, of: 2 },
  { index: 1, of: 3 },
];
/** What came of a run: nothing, or whose lock was in the way. */
const outcome = (run: Promise<unknown>): Promise<string> =>
  run.then(
    () => 'ran',
    (error: unknown) => (error instanceof LockedError ? 'locked' : Promise.reject(error)),
  );

describe('withLock over shards', () => {
  it.each([
    ['another shard of the same number', FIRST, SECOND, 'ran'],
    ['the same shard', FIRST, FIRST, 'locked'],
    ['a shard of another number', FIRST, OTHER, 'locked'],
    ['a run over everything', FIRST, undefined, 'locked'],
  ] as const)('a shard and %s', async (_name, one, other, expected) => {
    const { run, names } = scene();
    expect(await run(one, () => outcome(run(other, async () => {})))).toBe(expected);
    expect(await run(other, () => outcome(run(one, async () => {})))).toBe(expected);
    expect(names()).toEqual([]);
  });

  it('holds the lock of its own shard alone, which says whose it is', async () => {
    const { run, names } = scene();
    expect(await run(SECOND, async () => names())).toEqual(['account.2of2.lock']);
    const error = await run(SECOND, () => run(SECOND, async () => {})).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      message: expect.stringContaining('sync "costs.csv", shard 2/2, process 1234'),
    });
  });

  it.each([
    ['the same shard', FIRST, '.1of2'],
    ['a shard of another number', OTHER, '.1of2'],
    ['a run over everything', undefined, '.1of2'],
    ['a shard, of a run over everything', FIRST, ''],
  ] as const)(
    'what a killed run leaves behind is taken over by %s, which says so',
    async (_name, shard, left) => {
      const { run, leave, names } = scene();
      leave(left, left === '' ? {} : { shard: '1of2' });
      const taken = await run(shard, async (lock) => lock?.notices);
      const whose = left === '' ? 'sync "costs.csv"' : 'sync "costs.csv", shard 1/2';
      expect(taken).toEqual([
        expect.stringContaining(
          `Took over the lock of an unfinished run, because its process is gone: ${whose}, process 4711`,
        ),
      ]);
      expect(names()).toEqual([]);
    },
  );

  it('leaves alone what another shard of the same number left behind: that shard takes it over itself', async () => {
    const { run, leave, names } = scene();
    leave('.1of2', { shard: '1of2' });
    expect(await run(SECOND, async (lock) => lock?.notices)).toEqual([]);
    expect(names()).toEqual(['account.1of2.lock']);
  });

  it('leaves the locks of other accounts alone, and other files', async () => {
    const { run, pathOf, names } = scene(RUNNING);
    const other = pathOf('').replace(/[0-9a-f]{12}\.lock$/, 'abcdefabcdef.1of2.lock');
    writeLock(other);
    writeFileSync(pathOf('.1of2').replace('.lock', '.lock.bak'), '');
    expect(await run(undefined, async () => names().length)).toBe(3);
  });

  it('is refused while a run over everything holds the account, and waits for as long as it is told to', async () => {
    const { run, leave, clock } = scene(RUNNING);
    leave('');
    const waiting = outcome(run(FIRST, async () => {}, 2000));
    await clock.advance(1999);
    await clock.advance(1);
    expect(await waiting).toBe('locked');
  });

  it('lets pass who is just coming in, without counting that as waiting', async () => {
    const { run, leave, clock, pathOf } = scene(RUNNING);
    leave('', { shard: '2of2', entering: true });
    const waiting = outcome(run(FIRST, async () => {}));
    await clock.advance(100);
    rmSync(pathOf(''));
    await clock.advance(100);
    expect(await waiting).toBe('ran');
  });

  it('does not wait for ever for one that came half in and was paused', async () => {
    const { run, leave, clock } = scene(RUNNING);
    leave('', { shard: '2of2', entering: true });
    const waiting = outcome(run(FIRST, async () => {}));
    for (let second = 0; second < 31; second++) await clock.advance(1000);
    expect(await waiting).toBe('locked');
  });

  it.each([
    ['a shard, while a run over everything', undefined, '.1of2', { shard: '1of2' }, undefined],
    ['a shard of another number, while a shard', FIRST, '.1of3', { shard: '1of3' }, undefined],
    ['a run over everything, while a shard', FIRST, '', {}, '/srv/runs/2'],
  ] as const)('stops where %s was paused, has come in', async (_name, shard, left, fields, runFolder) => {
    const { run, leave, clock } = scene(RUNNING);
    const error = await run(shard, async (lock, { ports: { signal } }) => {
      leave(left, fields, runFolder);
      expect(() => lock?.assertHeld()).toThrow(LockedError);
      await clock.advance(10_000);
      return signal.reason;
    });
    expect(error).toBeInstanceOf(LockedError);
  });

  it.each([
    ['another shard', '.1of2', { shard: '1of2' }, undefined],
    ['another shard that is coming in', '', { shard: '1of2', entering: true }, undefined],
    ['a run over everything that finds it can’t come in', '', {}, undefined],
  ] as const)('goes on beside %s', async (_name, left, fields, runFolder) => {
    const { run, leave, clock } = scene(RUNNING);
    const aborted = await run(SECOND, async (lock, { ports: { signal } }) => {
      leave(left, fields, runFolder);
      lock?.assertHeld();
      await clock.advance(10_000);
      return signal.aborted;
    });
    expect(aborted).toBe(false);
  });
});
