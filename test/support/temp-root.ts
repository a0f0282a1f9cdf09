import { readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import process from 'node:process';
import { tryTo } from '../../src/domain/try-to.ts';

const MEMORY = '/dev/shm';

/** Enough for all suites side by side, the large sheets included. Units: bytes. */
const MIN_ROOM = 4 * 1024 ** 3;

/**
 * Where tests make their folders: in memory on a Linux that has room there, since runs sync every file, and to wait for a
 * disk takes half of their time. `TMPDIR` says otherwise.
 */
export const TEMP_ROOT = process.env['TMPDIR'] === undefined && hasRoom() ? MEMORY : tmpdir();

/** Programs have to start from there too, which some systems forbid. */
function hasRoom(): boolean {
  const mounts = tryTo(() => readFileSync('/proc/self/mounts', 'utf8')) ?? '';
  const [, options] = /^\S+ \/dev\/shm tmpfs (\S+)/m.exec(mounts) ?? [];
  const { bavail = 0, bsize = 0 } = tryTo(() => statfsSync(MEMORY)) ?? {};
  return options !== undefined && !options.split(',').includes('noexec') && bavail * bsize >= MIN_ROOM;
}
