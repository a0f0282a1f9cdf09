import type { Disk } from '../../domain/ports.ts';

/**
 * Opens a run's file for reading. Opening a pipe without a writer would block the whole process, even against signals.
 *
 * Errors: the system's own; `ENOTFILE` if a pipe or a device has the name of the file.
 */
export function openRegularFile(path: string, disk: Disk): number {
  refuseOthers(path, disk);
  return disk.openSync(path, 'r');
}

/** Reads a run's file as a whole. Errors: as `openRegularFile`. */
export function readRegularFile(path: string, disk: Disk): Uint8Array {
  refuseOthers(path, disk);
  return disk.readFileSync(path);
}

/** For a folder the system's own error follows. */
function refuseOthers(path: string, disk: Disk): void {
  const found = disk.statSync(path);
  if (found.isFile() || found.isDirectory()) return;
  throw Object.assign(new Error('ENOTFILE: it is a pipe or a device, open'), { code: 'ENOTFILE' });
}
