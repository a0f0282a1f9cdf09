import { didYouMean } from '../../domain/did-you-mean.ts';
import { UsageError } from '../../domain/errors.ts';
import type { Disk } from '../../domain/ports.ts';
import { readLedgers } from './read-ledger.ts';

interface Known {
  /** Folders. */
  readonly histories: readonly string[];
  readonly disk: Disk;
}

/**
 * Nothing found of a job is no answer if its name was mistyped. As long as there are no runs of any job, no name is wrong.
 *
 * Errors: `UsageError` with the names of the jobs that there are; those of the system.
 */
export function refuseUnknownJob(job: string, { histories, disk }: Known): void {
  const inHistory = histories.flatMap((folder) => readLedgers(folder, {}, disk)).map((ledger) => ledger.job);
  const known = [...new Set(inHistory)].filter((name) => name !== null).sort();
  if (known.length === 0 || known.includes(job)) return;
  throw new UsageError([`There are no runs of the job "${job}"${didYouMean(job, known)}`], {
    hint: `There are runs of ${known.map((name) => `"${name}"`).join(', ')}`,
  });
}
