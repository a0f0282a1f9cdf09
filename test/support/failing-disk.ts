import * as disk from 'node:fs';
import type { Disk } from '../../src/domain/ports.ts';

/** The disk, on which one call fails with this code every time. Its message says that a name is too long, whatever the code. */
export function failingDisk(call: keyof Disk, code: string): Disk {
  const fail = () => {
    throw Object.assign(new Error(`${code}: name too long, ${call}`), { code });
  };
  return { ...disk, [call]: fail };
}
