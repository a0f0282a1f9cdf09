import process from 'node:process';
import { systemCode } from '../../domain/describe-system-error.ts';
import type { Disk } from '../../domain/ports.ts';

interface Renaming {
  readonly disk: Pick<Disk, 'renameSync'>;
  readonly platform?: NodeJS.Platform;
  /** Units: milliseconds. */
  readonly pause?: (delayMs: number) => void;
}

/** What Windows says while a virus scanner, an indexer or a backup has one of the two files open. */
const BUSY: ReadonlySet<string> = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** About a second and a quarter in all. */
const PAUSES_MS = [10, 20, 40, 80, 160, 320, 640] as const;

/**
 * Gives a file another name, and on Windows waits a little for others to close it. Elsewhere an open file is in nobody's way.
 *
 * Errors: those of the system; `EINUSE` if Windows still refuses it then, since it calls an open file one without permission.
 */
export function renameFile(
  from: string,
  to: string,
  { disk, platform = process.platform, pause = sleep }: Renaming,
): void {
  if (platform !== 'win32') {
    disk.renameSync(from, to);
    return;
  }
  for (const delayMs of PAUSES_MS) {
    if (!tryToRename(from, to, disk)) return;
    pause(delayMs);
  }
  const cause = tryToRename(from, to, disk);
  if (cause) throw Object.assign(new Error(cause.message, { cause }), { code: 'EINUSE' });
}

/** The refusal, if others may have the file open. */
function tryToRename(from: string, to: string, disk: Renaming['disk']): Error | undefined {
  try {
    disk.renameSync(from, to);
    return undefined;
  } catch (error) {
    if (error instanceof Error && BUSY.has(systemCode(error) ?? '')) return error;
    throw error;
  }
}

function sleep(delayMs: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, delayMs);
}
