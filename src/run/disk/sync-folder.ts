import type { Disk } from '../../domain/ports.ts';

/** Makes a rename survive a power cut. Windows can't open a folder, and keeps its own order. */
export function syncFolder(path: string, disk: Disk): void {
  if (process.platform === 'win32') return;
  const folder = disk.openSync(path, 'r');
  try {
    disk.fsyncSync(folder);
  } finally {
    disk.closeSync(folder);
  }
}
