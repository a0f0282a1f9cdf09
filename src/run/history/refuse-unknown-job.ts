import { basename } from 'node:path';
import { didYouMean } from '../../domain/did-you-mean.ts';
import { UsageError } from '../../domain/errors.ts';
import type { Disk } from '../../domain/ports.ts';
import { toFolderName } from '../folder/run-folder.ts';
import { listParts, readRecords } from './history-files.ts';

/** More names in a hint are no help. */
const MAX_NAMED = 10;

interface Known {
  /** Folders. */
  readonly histories: readonly string[];
  /** Jobs that run folders name. */
  readonly jobs?: readonly string[];
  readonly disk: Disk;
}

/**
 * Nothing found of a job is no answer if its name was mistyped. As long as there are no runs of any job, no name is wrong.
 *
 * Errors: `UsageError` with the names of the jobs that there are; those of the system.
 */
export function refuseUnknownJob(job: string, { histories, jobs = [], disk }: Known): void {
  const parts = histories.flatMap((folder) => listParts(folder, disk));
  // The first run of a job leaves a record when it ends.
  if (parts.some((part) => basename(part).replace(HASH, '') === toFolderName(job))) return;
  const inHistory = parts.flatMap((part) => {
    const [newest] = readRecords(part, disk);
    return newest?.record.job ?? [];
  });
  const known = [...new Set([...jobs, ...inHistory])].sort();
  if (known.length === 0 || known.includes(job)) return;
  const named = known.slice(0, MAX_NAMED).map((name) => `"${name}"`);
  const more = known.length > MAX_NAMED ? ` and ${known.length - MAX_NAMED} more` : '';
  throw new UsageError([`There are no runs of the job "${job}"${didYouMean(job, known)}`], {
    hint: `There are runs of ${named.join(', ')}${more}`,
  });
}

/** At the end of the name of the folder of a job. */
const HASH = /-[0-9a-f]{8}$/;
