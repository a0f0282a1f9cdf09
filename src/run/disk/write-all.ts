import type { Disk } from '../../domain/ports.ts';

/** Writes to the end of a text, or of bytes: one call may take less than it was given. Errors: the system's own. */
export function writeAll(file: number, text: string | Uint8Array, disk: Disk): void {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  for (let written = 0; written < bytes.length; ) written += disk.writeSync(file, bytes, written);
}
