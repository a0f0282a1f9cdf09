import { join } from 'node:path';
import { z } from 'zod';
import type { Disk } from '../../domain/ports.ts';
import { makeSyncedFolders } from '../disk/make-synced-folders.ts';
import { readFirstJson } from '../disk/read-first-json.ts';
import { replaceFile } from '../disk/replace-file.ts';
import { syncFolder } from '../disk/sync-folder.ts';

export const BEGUN = 'begun.json';

const begunSchema = z.object({
  version: z.literal(1),
  command: z.enum(['sync', 'undo', 'apply']),
  folder: z.string(),
  started_at: z.iso.datetime(),
});

/** A run that has begun, and has no file in the history until it ends. */
export type BegunRun = z.infer<typeof begunSchema>;

/** Leaves word of a run for the next one, in case that it is killed. Errors: those of the system. */
export function noteBegun(part: string, begun: BegunRun, disk: Disk): void {
  makeSyncedFolders(part, disk);
  replaceFile(begunPath(part), `${JSON.stringify(begun)}\n`, disk);
  syncFolder(part, disk);
}

/** The run that did not end, if there is one. */
export function readBegun(part: string, disk: Disk): BegunRun | undefined {
  return begunSchema.safeParse(readFirstJson(begunPath(part), disk)).data;
}

/** Whether a record, or a plan, is of the run that began: an earlier or a later run may have had the same folder. */
export function isOfBegun(
  run: { readonly command: string; readonly started_at: string },
  { command, started_at }: Pick<BegunRun, 'command' | 'started_at'>,
): boolean {
  return run.command === command && run.started_at === started_at;
}

/** Errors: those of the system. */
export function forgetBegun(part: string, disk: Disk): void {
  disk.rmSync(begunPath(part), { force: true });
}

function begunPath(part: string): string {
  return join(part, BEGUN);
}
