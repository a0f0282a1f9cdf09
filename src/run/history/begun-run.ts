import { join } from 'node:path';
import { z } from 'zod';
import type { Disk } from '../../domain/ports.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import { makeSyncedFolders } from '../disk/make-synced-folders.ts';
import { readFirstJson } from '../disk/read-first-json.ts';
import { replaceFile } from '../disk/replace-file.ts';
import { syncFolder } from '../disk/sync-folder.ts';
import type { PlanHead } from '../folder/plan-schema.ts';

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

/** Whether a record is of the run that began: an earlier or a later run may have had the same folder. */
export function isRecordOfBegun(
  record: Pick<RunRecord, 'command' | 'started_at' | 'folder'>,
  begun: Start & Pick<BegunRun, 'folder'>,
): boolean {
  return record.folder === begun.folder && isSameRun(record, begun);
}

/** Likewise, a plan that is in its folder. */
export function isPlanOfBegun({ command, created_at }: PlanHead, begun: Start): boolean {
  return isSameRun({ command, started_at: created_at }, begun);
}

interface Start {
  readonly command: string;
  readonly started_at: string;
}

function isSameRun(one: Start, other: Start): boolean {
  return one.command === other.command && one.started_at === other.started_at;
}

/** Errors: those of the system. */
export function forgetBegun(part: string, disk: Disk): void {
  disk.rmSync(begunPath(part), { force: true });
}

function begunPath(part: string): string {
  return join(part, 'begun.json');
}
