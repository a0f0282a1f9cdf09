import * as systemDisk from 'node:fs';
import { join, resolve } from 'node:path';
import { RUN_FILES } from '../../run/folder/run-folder.ts';
import { displayPath } from '../../run/job/display-path.ts';
import { LATEST, type LatestFor } from '../../run/ledger/choose-latest.ts';
import { findLatestRun, refuseGoneRun } from '../../run/ledger/find-latest-run.ts';
import { readLeniently } from '../../settings/read-settings.ts';
import { RUN_SETTINGS } from '../../settings/settings.ts';
import { textOption } from '../../settings/text-option.ts';
import type { Caller } from './caller.ts';

/** A run that a command was given. */
interface NamedRun {
  /** What notifications call it. */
  readonly subject: string;
  /** Its folder. Errors: those of `findLatestRun` and `refuseGoneRun`. */
  take(): string;
}

/** The run that a user means, whose folder may be named `latest`, too. */
export function nameRun(given: string, wanted: LatestFor, caller: Caller): NamedRun {
  const { cwd, sources, options, shell } = caller;
  const isFolder = systemDisk.existsSync(join(resolve(cwd, given), RUN_FILES.plan));
  if (isFolder) return { subject: given, take: () => given };
  const settings = readLeniently({ history: RUN_SETTINGS.history }, sources);
  const history = settings.history === 'off' ? undefined : settings.history;
  const place = { wanted, history, cwd, shell, disk: systemDisk };
  if (given !== LATEST) {
    const take = (): string => {
      refuseGoneRun(given, place);
      return given;
    };
    return { subject: given, take };
  }
  const job = textOption(options, 'job');
  try {
    const folder = findLatestRun({ ...place, job });
    const name = displayPath(folder, cwd);
    return { subject: name, take: () => name };
  } catch (error) {
    return {
      subject: given,
      take: () => {
        throw error;
      },
    };
  }
}
