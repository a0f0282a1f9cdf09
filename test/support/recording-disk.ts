import * as fs from 'node:fs';
import { basename } from 'node:path';
import type { Disk } from '../../src/domain/ports.ts';

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
