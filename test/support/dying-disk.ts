import * as fs from 'node:fs';
import { basename } from 'node:path';
import type { Disk } from '../../src/domain/ports.ts';

/** What a process that was killed throws from then on. */
class Killed extends Error {}

/**
 * The real disk of a process that is killed instead of its call number `at` of those that change something, or in the middle
 * of it if it is a write.
 */
function dyingDisk(at: number): Disk & { readonly isDead: () => boolean } {
  let calls = 0;
  const isDead = (): boolean => calls >= at;
  function pass<T>(call: () => T): T {
    calls++;
    if (isDead()) throw new Killed(`at call ${calls}`);
    return call();
  }
  return {
    ...fs,
    isDead,
    openSync: (path, flags, mode) =>
      flags === 'r' ? fs.openSync(path, flags) : pass(() => fs.openSync(path, flags, mode)),
    writeSync: (file, bytes, offset) => {
      if (calls + 1 === at)
        fs.writeSync(file, bytes.subarray(offset, offset + Math.ceil((bytes.length - offset) / 2)));
      return pass(() => fs.writeSync(file, bytes, offset));
    },
    fsyncSync: (file) => pass(() => fs.fsyncSync(file)),
    mkdirSync: (path, options) => pass(() => void fs.mkdirSync(path, options)),
    linkSync: (from, to) => pass(() => fs.linkSync(from, to)),
    renameSync: (from, to) => pass(() => fs.renameSync(from, to)),
    rmSync: (path, options) => pass(() => fs.rmSync(path, options)),
    rmdirSync: (path) => pass(() => fs.rmdirSync(path)),
  };
}

/** Does something with a disk that dies ever later, until it lives to the end. Returns how often it died. */
export function killEverywhere(
  work: (disk: Disk, at: number) => void,
  afterwards: (at: number) => void,
): number {
  for (let at = 1; ; at++) {
    const disk = dyingDisk(at);
    try {
      work(disk, at);
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
    afterwards(at);
    if (!disk.isDead()) return at - 1;
  }
}

/** The real disk, on which nothing can be written any more from the write number `at` on. */
export function fullDisk(at: number): Disk {
  let writes = 0;
  return {
    ...fs,
    writeSync: (file, bytes, offset) => {
      if (++writes < at) return fs.writeSync(file, bytes, offset);
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    },
  };
}

/** The disk, on which one call fails with this code every time. Its message says that a name is too long, whatever the code. */
export function failingDisk(call: keyof Disk, code: string): Disk {
  const fail = () => {
    throw Object.assign(new Error(`${code}: name too long, ${call}`), { code });
  };
  return { ...fs, [call]: fail };
}

/** The real disk, which notes what a power cut asks about: `open x`, `sync x`, `link x to y`, `rename x to y`, by the names of files. */
export function recordingDisk(note: (step: string) => void): Disk {
  const names = new Map<number, string>();
  return {
    ...fs,
    openSync: (path, flags, mode) => {
      const file = fs.openSync(path, flags, mode);
      names.set(file, basename(path));
      if (flags !== 'r') note(`open ${basename(path)}`);
      return file;
    },
    fsyncSync: (file) => {
      fs.fsyncSync(file);
      note(`sync ${names.get(file)}`);
    },
    linkSync: (from, to) => {
      fs.linkSync(from, to);
      note(`link ${basename(String(from))} to ${basename(String(to))}`);
    },
    renameSync: (from, to) => {
      fs.renameSync(from, to);
      note(`rename ${basename(from)} to ${basename(to)}`);
    },
  };
}

/** A disk that is full for one file of the run folder. */
export function fullFor(name: string): Disk {
  const files = new Set<number>();
  return {
    ...fs,
    openSync: (path, flags, mode) => {
      const file = fs.openSync(path, flags, mode);
      if (path.endsWith(name)) files.add(file);
      return file;
    },
    closeSync: (file) => {
      files.delete(file);
      fs.closeSync(file);
    },
    writeSync: (file: number, bytes: Uint8Array, offset: number) => {
      if (files.has(file)) throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
      return fs.writeSync(file, bytes, offset);
    },
  };
}
