import type { Disk } from '../domain/ports.ts';

/** Writes a text to its end: one call may take less than it was given. Errors: the system's own. */
export function writeAll(file: number, text: string, disk: Disk): void {
  const bytes = Buffer.from(text);
  for (let written = 0; written < bytes.length; ) written += disk.writeSync(file, bytes, written);
}
