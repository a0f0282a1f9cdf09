import * as systemDisk from 'node:fs';
import { resolve } from 'node:path';
import { dayAt } from '../../domain/day.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import { describeFailed, type FailedNights } from '../../report/notify/write-headline.ts';
import { accountOf, REFUSED_KEY, type RunEnding } from '../../report/tally/run-ending.ts';
import { printable } from '../../report/text/printable.ts';
import { EXIT } from '../../run/job/exit-code.ts';
import { readLedgers, runsOf } from '../../run/ledger/read-ledger.ts';
import { readLeniently } from '../../settings/read-settings.ts';
import { RUN_SETTINGS } from '../../settings/settings.ts';
import type { Caller } from '../request/caller.ts';
import type { EndedRun } from './observed-run.ts';
import { redactOf, toEnding } from './to-ending.ts';

/** The nights of a job in a row that failed, up to this one; `undefined` if its history has none, or can't be read. */
export function findFailedNights(ending: RunEnding, { sources, cwd }: Caller): FailedNights | undefined {
  const { history = 'off' } = readLeniently({ history: RUN_SETTINGS.history }, sources);
  if (history === 'off') return undefined;
  try {
    const runs = runsOf(readLedgers(resolve(cwd, history), { job: ending.job }, systemDisk));
    return countFailed(runs.filter((run) => isNightOf(run, ending)));
  } catch {
    // Nothing of a run depends on it, and a command that shows the history says what is wrong with it.
    return undefined;
  }
}

/** A run whose key was refused, or whose settings were wrong, is of any account. */
function isNightOf({ command, dry_run, exit_code, account }: RunRecord, ending: RunEnding): boolean {
  if (dry_run || exit_code === EXIT.declined || command !== ending.command) return false;
  const wanted = accountOf(ending)?.key_fingerprint;
  return !wanted || !account || exit_code === REFUSED_KEY || account.key_fingerprint === wanted;
}

/** `runs`: the newest first. */
function countFailed(runs: readonly RunRecord[]): FailedNights | undefined {
  const last = runs.findIndex(({ verdict }) => verdict === 'ok' || verdict === 'attention');
  const [success, failed] = last === -1 ? [undefined, runs] : [runs[last], runs.slice(0, last)];
  if (failed.length === 0) return undefined;
  const days = failed.map(({ finished_at }) => dayAt(Date.parse(finished_at)));
  return {
    runs: failed.length,
    nights: new Set(days).size,
    lastSuccessAt: success && Date.parse(success.finished_at),
  };
}

/**
 * Says for how long a job fails, before anything else is said of a night that nobody watches: a scheduler's mail begins with it. Nothing is
 * said without an earlier night.
 */
export function announceFailure(ended: EndedRun): void {
  const { command, caller, report } = ended;
  if (command !== 'sync' || caller.isAtTerminal()) return;
  const ending = toEnding(ended);
  const history = findFailedNights(ending, caller);
  if (!history || (history.runs === 1 && history.lastSuccessAt === undefined)) return;
  const sheet = ending.path === undefined ? [] : [`sheet "${ending.path}"`];
  const folder = report ? [`run folder "${report.folder}"`] : [];
  caller.warn(redactOf(ended)(printable([describeFailed(ending, history), ...sheet, ...folder].join('; '))));
}
