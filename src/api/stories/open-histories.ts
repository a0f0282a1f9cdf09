import * as systemDisk from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../../domain/errors.ts';
import type { KeptRun } from '../../run/history/history-files.ts';
import { describeUnread, readingHistory } from '../../run/history/history-trouble.ts';
import { readHistories, readUnfinished, type UnfinishedRun } from '../../run/history/read-histories.ts';
import { refuseUnknownJob } from '../../run/history/refuse-unknown-job.ts';
import { displayPath } from '../../run/job/display-path.ts';
import { HISTORY_SETTINGS } from '../../settings/history-settings.ts';
import { readSettings } from '../../settings/read-settings.ts';
import type { ValuesOf } from '../../settings/setting.ts';
import type { Caller } from '../request/caller.ts';

/** The history that a command is to read, with its settings. */
export interface OpenHistories {
  readonly values: ValuesOf<typeof HISTORY_SETTINGS>;
  /** As a user would write it. */
  readonly folder: string;
  /** Likewise, absolute. */
  readonly path: string;
  /** The newest first. */
  readonly runs: readonly KeptRun[];
  readonly unfinished: readonly UnfinishedRun[];
  /** Of files that could not be read. */
  readonly notices: readonly string[];
}

/** Reads the runs of the history. Errors: `UsageError`, `DiskError`. */
export function openHistories({ sources, cwd }: Caller): OpenHistories {
  const { values } = readSettings(HISTORY_SETTINGS, sources);
  const { history, job } = values;
  if (history === 'off')
    throw new UsageError(['There is no history to read: --history is off'], {
      hint: 'Name the folder of the history with --history DIR',
    });
  const folder = resolve(cwd, history);
  const unread: string[] = [];
  const { runs, unfinished } = readingHistory(folder, () => {
    const found = readHistories(folder, { job, onUnread: (path) => void unread.push(path) }, systemDisk);
    if (job !== undefined && found.length === 0)
      refuseUnknownJob(job, { histories: [folder], disk: systemDisk });
    return { runs: found, unfinished: readUnfinished(folder, { runs: found, job }, systemDisk) };
  });
  return {
    values,
    folder: displayPath(folder, cwd),
    path: folder,
    runs,
    unfinished,
    notices: describeUnread(unread),
  };
}
