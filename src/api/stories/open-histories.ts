import * as systemDisk from 'node:fs';
import { resolve } from 'node:path';
import type { HistoryList } from '../../domain/documents/history.ts';
import type { RunRecord } from '../../domain/documents/ledger.ts';
import { UsageError } from '../../domain/errors.ts';
import { isLook } from '../../domain/run-record.ts';
import { displayPath } from '../../run/folder/run-folder.ts';
import { readOwnLedgers, refuseUnknownJob, runsOf } from '../../run/ledger/read-ledger.ts';
import { HISTORY_SETTINGS } from '../../settings/command-settings.ts';
import { readSettings } from '../../settings/read-settings.ts';
import type { Caller } from '../caller/caller.ts';
import { systemClock } from '../caller/machine.ts';

/** Where the history is, absolute, with the settings of the command. Errors: `UsageError` if none is kept. */
export function findHistory({ sources, cwd }: Pick<Caller, 'sources' | 'cwd'>) {
  const { values } = readSettings(HISTORY_SETTINGS, sources);
  if (values.history === 'off')
    throw new UsageError(['There is no history: --history is off'], {
      hint: 'Name the folder of the history with --history DIR',
    });
  return { values, path: resolve(cwd, values.history) };
}

export type OpenHistories = ReturnType<typeof openHistories>;

/**
 * Reads the runs of the history. `since`: what is asked for began then or later.
 *
 * Errors: `UsageError`, `DiskError`.
 */
export function openHistories(caller: Pick<Caller, 'sources' | 'cwd'>) {
  const { values, path } = findHistory(caller);
  const { job } = values;
  const { ledgers, notices } = readOwnLedgers(path, { job }, systemDisk);
  if (job !== undefined && ledgers.length === 0)
    refuseUnknownJob(job, { histories: [path], disk: systemDisk });
  const since = values.since?.(systemClock.now()) ?? '';
  return { values, path, folder: displayPath(path, caller.cwd), ledgers, since, notices };
}

/** The runs of a history that the settings ask for. */
export function listHistory({ ledgers, values, since, notices }: OpenHistories): HistoryList {
  const isAsked = (run: { readonly started_at: string }): boolean => run.started_at >= since;
  return {
    version: 1,
    exit_code: 0,
    runs: runsOf(ledgers)
      .filter((run) => isAsked(run) && (!values.failed || isFailed(run)))
      .toReversed(),
    unfinished: ledgers
      .flatMap(({ unfinished }) => unfinished)
      .filter(isAsked)
      .map(({ job, command, folder, started_at }) => ({ job, command, folder, started_at })),
    notices,
  };
}

/** What was only looked at has failed no night. */
export function isFailed(run: RunRecord): boolean {
  return !isLook(run) && (run.verdict === 'failed' || run.verdict === 'killed');
}
