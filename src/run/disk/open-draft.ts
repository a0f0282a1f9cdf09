import { systemCode } from '../../domain/describe-system-error.ts';
import type { Disk } from '../../domain/ports.ts';

/**
 * Opens a file that is written before it gets its name. Replaces a draft that a killed run left, and a link in its
 * place, whose target stays as it is.
 *
 * Errors: those of the system.
 */
export function openDraft(path: string, mode: number, disk: Pick<Disk, 'openSync' | 'rmSync'>): number {
  try {
    return disk.openSync(path, 'ax', mode);
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
  }
  disk.rmSync(path, { force: true });
  return disk.openSync(path, 'ax', mode);
}
