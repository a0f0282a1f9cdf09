import * as disk from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findBusyFolders } from '../../../src/run/lock/lock-file.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { someProbes, writeLock } from '../lock-support.ts';

describe('findBusyFolders', () => {
  const busyOf = (running: Readonly<Record<number, string>>) => {
    const folder = tempFolder();
    writeLock(join(folder, 'aaaa.lock'), { command: 'undo', subject: 'runs/taken-back' }, '/shop/runs/undo');
    writeLock(join(folder, 'bbbb.lock'), { pid: 4712, subject: 'costs.csv' }, '/shop/runs/sync');
    return findBusyFolders({ folder, probes: someProbes({ running }), now: 0, disk });
  };

  it.each([
    ['/shop/runs/undo', true],
    ['/shop/runs/sync', true],
    ['/shop/runs/taken-back', true],
    ['/shop/runs/other', false],
  ])('is what a live run writes into, and what it was given: %s', (path, isBusy) => {
    expect(busyOf({ 4711: '100', 4712: '100' })(path)).toBe(isBusy);
    expect(busyOf({})(path)).toBe(false);
  });

  it('is the second of several, too, and none without locks', () => {
    const isBusy = busyOf({ 4712: '100' });
    expect([isBusy('/shop/runs/sync'), isBusy('/shop/runs/undo')]).toEqual([true, false]);
    const nowhere = { folder: undefined, probes: someProbes(), now: 0, disk };
    expect(findBusyFolders(nowhere)('/shop/runs/sync')).toBe(false);
  });
});
