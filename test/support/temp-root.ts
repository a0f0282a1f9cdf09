import { readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import process from 'node:process';

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
  try {
    const mounted = /^\S+ \/dev\/shm tmpfs (\S+)/m.exec(readFileSync('/proc/self/mounts', 'utf8'));
    const { bavail, bsize } = statfsSync(MEMORY);
    return mounted !== null && !mounted[1]?.split(',').includes('noexec') && bavail * bsize >= MIN_ROOM;
  } catch {
    return false;
  }
}
