import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { LockedError } from '../../../src/domain/errors.ts';
import { describeAccount } from '../../../src/run/job/account.ts';
import type { RunSettings } from '../../../src/run/job/run.ts';
import { withLock } from '../../../src/run/lock/with-lock.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { modeOf, tempFolder } from '../../support/temp-folder.ts';
import { HERE, someProbes, writeLock } from '../lock-support.ts';
import { type HostFields, KEY, someHost, someSettings } from '../support.ts';

const URL = 'https://api.example.com';
const RUNNING = { running: { 4711: '100' } };

function scene(machine: Parameters<typeof someProbes>[0] = {}, fields: HostFields = {}) {
  const folder = join(tempFolder(), 'state', 'locks');
  const clock = createFakeClock();
  const host = someHost(tempFolder(), { clock, locks: { folder, probes: someProbes(machine) }, ...fields });
  const name = `${describeAccount(someSettings(URL).service).key_fingerprint}.lock`;
  const path = join(folder, name);
  return {
    host,
    folder,
    clock,
    name,
    path,
    /** Somebody left a lock behind. */
    leave: (...what: Parameters<typeof writeLock> extends [string, ...infer R] ? R : never) => {
      fs.mkdirSync(folder, { recursive: true });
      return writeLock(path, ...what);
    },
    run: <T>(work: Parameters<typeof withLock<T>>[2], settings: Partial<Omit<RunSettings, 'service'>> = {}) =>
      withLock({ command: 'sync', subject: 'costs.csv', settings: someSettings(URL, settings) }, host, work),
  };
}

/** What a run is told about its lock. */
const notices: Parameters<typeof withLock<readonly string[] | undefined>>[2] = async ({ lock }) =>
  lock?.notices;

describe('withLock', () => {
  it('holds the account while the work lasts, and gives it back', async () => {
    const { run, folder, path, name } = scene();
    const [holder, ...seen] = await run(async () => [
      JSON.parse(fs.readFileSync(path, 'utf8')),
      modeOf(path),
      modeOf(folder),
      fs.readdirSync(folder),
    ]);
    expect(holder).toMatchObject({ ...HERE, command: 'sync', subject: 'costs.csv' });
    expect(seen).toEqual([0o600, 0o700, [name]]);
    expect(name).toMatch(/^[0-9a-f]{12}\.lock$/);
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  it('says which file to remove where only the heartbeat speaks for the other run', async () => {
    const { run, leave, path, clock } = scene();
    leave({ host: 'other' });
    await clock.advance(Date.now() - clock.now());
    await expect(run(notices)).rejects.toMatchObject({
      message: expect.stringContaining('process 4711 on "other"'),
      hint: expect.stringContaining(`if it no longer runs, remove "${path}"`),
    });
  });

  it('waits for as long as it was told to, and says once what for', async () => {
    const onWait = vi.fn();
    const { run, leave, clock } = scene(RUNNING, { onMessage: onWait });
    leave();
    const began = clock.now();
    await expect(clock.runUntilDone(run(notices, { waitLock: 60.2 }))).rejects.toMatchObject({
      message: expect.stringContaining('holds the lock after 60.2 seconds of waiting'),
      hint: 'Wait until it is done, or set a larger "wait-lock" in pricesheet.json',
    });
    expect(clock.now() - began).toBe(60_200);
    expect(onWait.mock.calls).toEqual([
      [expect.stringContaining('Waiting for another run on this account: sync "costs.csv"')],
    ]);
  });

  it('begins as soon as the other run is done', async () => {
    const running: Record<number, string> = { 4711: '100' };
    const { run, leave, clock } = scene({ running });
    leave();
    const waiting = run(async ({ lock, startedAt }) => ({ ...lock, startedAt }), { waitLock: 3600 });
    await clock.advance(10_000);
    delete running[4711];
    await clock.advance(500);
    // The order of runs is that in which they have the account, so waiting comes before the run.
    expect(await waiting).toMatchObject({ notices: [expect.any(String)], startedAt: clock.now() });
  });

  it('gives a sign of life every 10 seconds, and none once it is done', async () => {
    const { run, path, clock } = scene();
    const began = clock.now();
    let kept = 0;
    await run(async () => {
      kept = fs.openSync(path, 'r');
      expect(fs.statSync(path).mtimeMs).toBe(began);
      await clock.advance(9999);
      expect(fs.statSync(path).mtimeMs).toBe(began);
      await clock.advance(1);
      expect(fs.statSync(path).mtimeMs).toBe(began + 10_000);
      await clock.advance(10_000);
    });
    await clock.advance(60_000);
    expect(fs.fstatSync(kept).mtimeMs).toBe(began + 20_000);
    fs.closeSync(kept);
  });

  it('ends the run where another one has taken the lock over: it could not see this process, and heard nothing', async () => {
    const { run, leave, clock, folder, name } = scene();
    const error = await run(async ({ lock, ports: { signal } }) => {
      expect(() => lock?.assertHeld()).not.toThrow();
      await clock.advance(10_000);
      expect(signal.aborted).toBe(false);
      fs.rmSync(join(folder, name));
      leave({}, '/srv/runs/2');
      expect(() => lock?.assertHeld()).toThrow(LockedError);
      await clock.advance(10_000);
      signal.throwIfAborted();
    }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(LockedError);
    expect(error).toMatchObject({
      message: expect.stringMatching(
        /^Cannot go on: another run on this account has taken over the lock: sync "costs\.csv", process 4711 on "here".*\/srv\/runs\/2/,
      ),
      hint: 'Once no other one runs, apply this run to send what is left of its plan',
    });
    expect(fs.readdirSync(folder)).toEqual([name]);
  });

  it('goes on where somebody removed the whole folder under it', async () => {
    const { run, folder } = scene();
    expect(
      await run(async ({ lock }) => {
        fs.rmSync(folder, { recursive: true });
        lock?.nameFolder('/srv/runs/1');
        return 'done';
      }),
    ).toBe('done');
  });

  it('writes the key nowhere', async () => {
    const { host, path } = scene();
    const claim = { command: 'apply', subject: `/in/${KEY}/run`, settings: someSettings(URL) } as const;
    const text = await withLock(claim, host, async ({ lock }) => {
      lock?.nameFolder(`/srv/${KEY}/runs`);
      return fs.readFileSync(path, 'utf8');
    });
    expect(text).not.toContain(KEY);
    expect(text).toMatch(/\/in\/.*\/run[\s\S]*\/srv\//);
  });
});
