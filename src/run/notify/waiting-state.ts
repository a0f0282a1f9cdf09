import { z } from 'zod';
import { systemCode } from '../../domain/describe-system-error.ts';
import type { Disk } from '../../domain/ports.ts';
import type { Waiting } from '../../report/notify/decide-waiting.ts';
import { readRegularFile } from '../disk/open-regular-file.ts';
import { replaceFile } from '../disk/replace-file.ts';

const stateSchema = z.object({
  version: z.literal(1),
  rows: z.int().positive(),
  told_at: z.iso.datetime().transform((text) => Date.parse(text)),
});

/** Beside the state of the job's failures. */
export function waitingStatePath(failing: string): string {
  return failing.replace(/\.json$/, '-waiting.json');
}

/** The last message about rows that wait; a missing or unreadable file counts as none. */
export function readWaiting(path: string, disk: Disk): Waiting | undefined {
  try {
    const { data } = stateSchema.safeParse(JSON.parse(String(readRegularFile(path, disk))));
    return data && { rows: data.rows, deliveredAt: data.told_at };
  } catch (error) {
    if (error instanceof SyntaxError || systemCode(error) !== undefined) return undefined;
    throw error;
  }
}

/** Saves that a message was delivered, or that no row waits any more. Errors: the system's own. */
export function writeWaiting(path: string, waiting: Waiting | undefined, disk: Disk): void {
  if (!waiting) {
    disk.rmSync(path, { force: true });
    return;
  }
  const told_at = new Date(waiting.deliveredAt).toISOString();
  replaceFile(path, `${JSON.stringify({ version: 1, rows: waiting.rows, told_at })}\n`, disk);
}
