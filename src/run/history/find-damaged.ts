import { join } from 'node:path';
import type { z } from 'zod';
import type { Disk } from '../../domain/ports.ts';
import { readFirstJson } from '../disk/read-first-json.ts';
import { listParts, listRecords } from './history-files.ts';
import { SNAPSHOT, snapshotSchema } from './load-agreed.ts';
import { DamagedHistoryError, readHistoryFile } from './read-history-file.ts';
import { recordSchema } from './record-schema.ts';

/**
 * The files of a history that are not as they were written, or have a line that no version writes: all of each file is read. One that a
 * newer version has written is none of them.
 *
 * Errors: those of the system; `DiskError`.
 */
export function findDamaged(folder: string, disk: Disk): readonly string[] {
  return listParts(folder, disk).flatMap((part) => {
    const snapshot = join(part, SNAPSHOT);
    return [
      ...[...listRecords(part, disk)].filter((path) => isDamaged(path, recordSchema, disk)),
      ...(disk.existsSync(snapshot) && isDamaged(snapshot, snapshotSchema, disk) ? [snapshot] : []),
    ];
  });
}

function isDamaged(path: string, schema: z.ZodType, disk: Disk): boolean {
  try {
    for (const _ of readHistoryFile(path, disk));
  } catch (error) {
    if (!(error instanceof DamagedHistoryError)) throw error;
    return true;
  }
  const head = readFirstJson(path, disk);
  return !schema.safeParse(head).success && !isNewer(head);
}

/** Whether a first line is of a version that this program does not know. */
function isNewer(head: unknown): boolean {
  const version = (head as { readonly version?: unknown } | null | undefined)?.version;
  return typeof version === 'number' && version > 1;
}
