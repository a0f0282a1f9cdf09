import { join } from 'node:path';
import type { Disk } from '../../domain/ports.ts';
import { readFirstJson } from '../disk/read-first-json.ts';
import { replaceWhole } from '../disk/replace-whole.ts';
import { AgreedValues } from './agreed-values.ts';
import { readRecords } from './history-files.ts';
import { renderSnapshot, SNAPSHOT, snapshotSchema } from './load-agreed.ts';
import { DamagedHistoryError, readHistoryFile } from './read-history-file.ts';

/**
 * Writes the snapshot of a job again if runs were added that it passes for having: those up to its last one are not read any
 * more. The values of all runs are laid over it in the order of time, so that what only the snapshot knows is kept.
 *
 * Errors: those of the system; `DiskError`.
 */
export function renewSnapshot(part: string, added: readonly string[], disk: Disk): void {
  const path = join(part, SNAPSHOT);
  const { data } = snapshotSchema.safeParse(readFirstJson(path, disk));
  if (!data || added.every((id) => id > data.through)) return;
  const values = new AgreedValues();
  const runs = [...readRecords(part, disk)]
    .filter(({ record }) => !record.dry_run && record.id <= data.through)
    .map((run) => run.path);
  for (const each of [path, ...runs.reverse()]) readInto(values, each, disk);
  // A run may be writing its own under the usual name.
  replaceWhole(path, renderSnapshot(values, data.through), disk);
}

/** What can't be read is left out, as a run leaves it out. */
function readInto(values: AgreedValues, path: string, disk: Disk): void {
  try {
    for (const line of readHistoryFile(path, disk)) if (line.kind === 'agreed') values.read(line);
  } catch (error) {
    if (!(error instanceof DamagedHistoryError)) throw error;
  }
}
