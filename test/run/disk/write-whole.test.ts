import { describe, expect, it } from 'vitest';
import { renameFile } from '../../../src/run/disk/write-whole.ts';

/** A disk on which the file is open elsewhere for a time. Units: renames. */
function busyDisk(code: string, refusals: number) {
  const tries: string[] = [];
  const renameSync = (from: string, to: string): void => {
    tries.push(`${from} to ${to}`);
    if (tries.length <= refusals) throw Object.assign(new Error(`${code}: no, rename`), { code });
  };
  return { disk: { renameSync }, tries };
}

function rename(code: string, refusals: number, platform: NodeJS.Platform) {
  const { disk, tries } = busyDisk(code, refusals);
  let waitedMs = 0;
  const pause = (delayMs: number): void => {
    waitedMs += delayMs;
  };
  let failed: unknown;
  try {
    renameFile('a.unfinished', 'a', { disk, platform, pause });
  } catch (error) {
    failed = Object(error).code;
  }
  return { tries: tries.length, waitedMs, failed };
}

describe('renameFile', () => {
  it.each(['EPERM', 'EACCES', 'EBUSY'])('waits on Windows until others have closed the file: %s', (code) => {
    expect(rename(code, 3, 'win32')).toEqual({ tries: 4, waitedMs: 70, failed: undefined });
  });

  // Windows says EPERM of a file that is open, which would read as a lack of rights.
  it.each(['EPERM', 'EACCES', 'EBUSY'])('gives up after some time: the file is in use: %s', (code) => {
    expect(rename(code, 100, 'win32')).toEqual({ tries: 8, waitedMs: 1270, failed: 'EINUSE' });
  });

  it.each([
    ['EPERM', 'linux'],
    ['EBUSY', 'darwin'],
    ['ENOSPC', 'win32'],
    ['ENOENT', 'win32'],
  ] as const)('does not wait for %s on %s', (code, platform) => {
    expect(rename(code, 1, platform)).toEqual({ tries: 1, waitedMs: 0, failed: code });
  });

  it('really waits, and no longer than it says', () => {
    const { disk, tries } = busyDisk('EBUSY', 2);
    renameFile('a.unfinished', 'a', { disk, platform: 'win32' });
    expect(tries).toEqual(Array(3).fill('a.unfinished to a'));
  });
});
