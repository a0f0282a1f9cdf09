import * as systemDisk from 'node:fs';
import { findRunFolder, type LatestFor } from '../../run/ledger/past-runs.ts';
import { readLeniently } from '../../settings/read-settings.ts';
import { textOption } from '../../settings/read-sources.ts';
import { RUN_SETTINGS } from '../../settings/settings.ts';
import type { Caller } from './caller.ts';

/** The folder of the run that a user means, which may be named `latest`, too. Errors: those of `findRunFolder`. */
export async function findNamedRun(
  given: string,
  wanted: LatestFor,
  { cwd, sources, options, shell }: Caller,
): Promise<string> {
  const settings = readLeniently({ history: RUN_SETTINGS.history }, sources);
  const history = settings.history === 'off' ? undefined : settings.history;
  const job = textOption(options, 'job');
  return findRunFolder(given, { wanted, history, job, cwd, shell, disk: systemDisk });
}
