import * as systemDisk from 'node:fs';
import { resolve } from 'node:path';
import { addFailedRun } from '../../run/ledger/open-history.ts';
import { nameRun, toRecord } from '../../run/ledger/run-facts.ts';
import { writeIndex } from '../../run/page/write-index.ts';
import { findWho } from '../../settings/find-who.ts';
import { readLeniently } from '../../settings/read-settings.ts';
import { FILE_SETTINGS, NOTIFY_SETTINGS, RUN_SETTINGS } from '../../settings/settings.ts';
import { systemClock } from '../ports/system-clock.ts';
import { type EndedRun, jobOf, redactOf, toEnding } from './to-ending.ts';

/** Adds a night to the history that ended before it had a folder, so that it is not taken for one without a run. */
export function keepEnding(ended: EndedRun): void {
  const { sources, cwd, env } = ended.caller;
  const { history = 'off' } = readLeniently({ history: RUN_SETTINGS.history }, sources);
  if (history === 'off') return;
  const folder = resolve(cwd, history);
  const redact = redactOf(ended);
  const { account = null, failure, command, exitCode, startedAt, finishedAt } = toEnding(ended);
  const job = jobOf(ended) ?? null;
  const record = toRecord({
    id: nameRun(null, job ?? command, startedAt),
    command,
    job,
    account,
    by: findWho(env),
    started_at: new Date(startedAt).toISOString(),
    finished_at: new Date(finishedAt).toISOString(),
    exit_code: exitCode,
    stopped: failure ? { code: failure.code, rules: [], message: failure.message } : null,
    folder: null,
  });
  addFailedRun(record, { folder, begin: isScheduled(ended), redact, disk: systemDisk });
  // What goes wrong is not worth a word beside the run's own error.
  writeIndex({ history: folder, now: systemClock.now(), redact, disk: systemDisk });
}

/** Nobody tries the newest file of a pattern, or wants a message, by mistake: a first night without a file is a night of a job. */
function isScheduled({ command, caller: { sources } }: EndedRun): boolean {
  const { newest, webhook } = readLeniently({ ...FILE_SETTINGS, ...NOTIFY_SETTINGS }, sources);
  return command === 'sync' && (newest === true || webhook !== undefined);
}
