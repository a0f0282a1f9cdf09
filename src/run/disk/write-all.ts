import type { Disk } from '../../domain/ports.ts';

/** Writes a text or bytes to the end: one call may write less than it was given. Errors: the system's own. */
export function writeAll(file: number, text: string | Uint8Array, disk: Disk): void {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  for (let written = 0; written < bytes.length; ) written += disk.writeSync(file, bytes, written);
}
