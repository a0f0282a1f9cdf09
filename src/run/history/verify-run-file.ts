import { basename, dirname, join } from 'node:path';
import { count } from '../../domain/count.ts';
import type { Disk } from '../../domain/ports.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import { readFirstJson } from '../disk/read-first-json.ts';
import { EXTENSION, type PartOf, partPath } from './history-files.ts';
import type { HistoryFinding } from './history-finding.ts';
import { DamagedHistoryError, readThrough } from './read-history-file.ts';
import { recordSchema } from './record-schema.ts';

type What = Omit<HistoryFinding, 'file'>;

export interface RunFile {
  /** By its name. */
  readonly id: string;
  /** `undefined` if it is of a newer version, or damaged. */
  readonly record: RunRecord | undefined;
  /** `undefined` if it is damaged. */
  readonly seal: string | undefined;
  readonly findings: readonly What[];
}

interface Where {
  /** Of the whole history. */
  readonly folder: string;
  readonly disk: Disk;
}

/** Reads a run's file, checks its seal, and whether it is in its place. Errors: `DiskError`, those of the system. */
export function readRunFile(path: string, { folder, disk }: Where): RunFile {
  const id = basename(path).slice(0, -EXTENSION.length);
  const { seal, findings } = inspectFile(path, ADVICE, disk);
  if (seal === undefined) return { id, record: undefined, seal, findings };
  const head = readFirstJson(path, disk);
  const { data: record, error } = recordSchema.safeParse(head);
  if (record) return { id, record, seal, findings: [...findings, ...findMisplaced(path, record, folder)] };
  if (isNewer(head)) return { id, record: undefined, seal, findings: [NEWER] };
  const [issue] = error.issues;
  const message = `its first line is not that of a run: ${issue?.path.join('.') || 'the line'}: ${issue?.message}`;
  return { id, record: undefined, seal, findings: [{ kind: 'damaged', message, advice: ADVICE }] };
}

interface Inspected {
  /** `undefined` if the file is damaged. */
  readonly seal: string | undefined;
  readonly findings: readonly What[];
}

/**
 * Checks the seal of a file, and whether each line below the first is as its kind is: a seal says only that the file is as it was
 * written. `advice`: what to do about what is found. Errors: `DiskError`.
 */
export function inspectFile(path: string, advice: string, disk: Disk): Inspected {
  try {
    const { seal, misfits, first } = readThrough(path, disk);
    if (misfits === 0) return { seal, findings: [] };
    const message = `${count(misfits, 'line')} of it ${misfits === 1 ? 'is' : 'are'} left out: ${misfits === 1 ? '' : 'the first, '}${first}`;
    return { seal, findings: [{ kind: 'damaged', message, advice }] };
  } catch (error) {
    if (!(error instanceof DamagedHistoryError)) throw error;
    return { seal: undefined, findings: [{ kind: 'damaged', message: error.why, advice }] };
  }
}

/** Whether a first line is of a version that this program does not know. */
export function isNewer(head: unknown): boolean {
  const version = (head as { readonly version?: unknown } | null | undefined)?.version;
  return typeof version === 'number' && version > 1;
}

export const NEWER = {
  kind: 'newer',
  message: 'it is of a newer version of pricesheet, and left out of what this one says',
  advice: 'Update pricesheet',
} as const;

const ADVICE =
  'history rebuild --replace-damaged sets it aside and adds the run again from its run folder, if that is left; or import a copy';

function findMisplaced(path: string, record: RunRecord, folder: string): readonly What[] {
  const { id, command, job } = record;
  const month = id.slice(0, 'YYYY-MM'.length);
  // The folder of an undo does not always say whose job it was.
  const part = command === 'undo' && job === null ? dirname(dirname(path)) : placeOf(record, folder);
  const right = join(part, month, `${id}${EXTENSION}`);
  if (right === path) return [];
  const message = `it is the file of the run "${id}", and not in its place`;
  return [{ kind: 'misplaced', message, advice: `Move it to "${right}"` }];
}

/** The folder of the job that a run belongs to. */
export function placeOf(record: PartOf, folder: string): string {
  return partPath(folder, record);
}
