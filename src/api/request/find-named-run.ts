import * as systemDisk from 'node:fs';
import { findRunFolder, type LatestFor } from '../../run/ledger/past-runs.ts';
import { readLeniently } from '../../settings/read-settings.ts';
import { textOption } from '../../settings/read-sources.ts';
import { RUN_SETTINGS } from '../../settings/settings.ts';
import type { Caller } from './caller.ts';

/** A run that a command was given. */
interface NamedRun {
  /** What notifications call it. */
  readonly subject: string;
  /** Its folder. Errors: those of `findRunFolder`. */
  take(): string;
}

/** The run that a user means, whose folder may be named `latest`, too. What is wrong with the name is said once the run has begun. */
export function findNamedRun(given: string, wanted: LatestFor, caller: Caller): NamedRun {
  try {
    const folder = findFolder(given, wanted, caller);
    return { subject: folder, take: () => folder };
  } catch (error) {
    return {
      subject: given,
      take: () => {
        throw error;
      },
    };
  }
}

function findFolder(given: string, wanted: LatestFor, { cwd, sources, options, shell }: Caller): string {
  const settings = readLeniently({ history: RUN_SETTINGS.history }, sources);
  const history = settings.history === 'off' ? undefined : settings.history;
  const job = textOption(options, 'job');
  return findRunFolder(given, { wanted, history, job, cwd, shell, disk: systemDisk });
}
