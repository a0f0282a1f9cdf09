import { dayAt } from '../../domain/day.ts';
import { systemCode } from '../../domain/describe-system-error.ts';
import { DiskError } from '../../domain/errors.ts';
import type { Disk } from '../../domain/ports.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import type { FailedNights } from '../../report/notify/write-headline.ts';
import { accountOf, REFUSED_KEY, type RunEnding } from '../../report/tally/run-ending.ts';
import { readHistories } from '../history/read-histories.ts';
import { EXIT } from '../job/exit-code.ts';

/** The nights of a job in a row that failed, up to this one, which its history has; `undefined` if it doesn't, or can't be read. */
export function readFailedNights(ending: RunEnding, folder: string, disk: Disk): FailedNights | undefined {
  try {
    const runs = readHistories(folder, { job: ending.job }, disk).map(({ record }) => record);
    return countFailed(runs.filter((run) => isNightOf(run, ending)));
  } catch (error) {
    if (!(error instanceof DiskError) && systemCode(error) === undefined) throw error;
    return undefined;
  }
}

/** A run whose key was refused, or whose settings were wrong, is of any account. */
function isNightOf({ command, dry_run, exit_code, account }: RunRecord, ending: RunEnding): boolean {
  if (dry_run || exit_code === EXIT.declined || command !== ending.command) return false;
  const wanted = accountOf(ending);
  return (
    !wanted || !account || exit_code === REFUSED_KEY || account.key_fingerprint === wanted.key_fingerprint
  );
}

/** `runs`: the newest first. */
function countFailed(runs: readonly RunRecord[]): FailedNights | undefined {
  const isSuccess = ({ verdict }: RunRecord): boolean => verdict === 'ok' || verdict === 'attention';
  const last = runs.findIndex(isSuccess);
  const failed = last === -1 ? runs : runs.slice(0, last);
  if (failed.length === 0) return undefined;
  const lastSuccess = runs[last]?.finished_at;
  return {
    runs: failed.length,
    nights: new Set(failed.map(({ finished_at }) => dayAt(Date.parse(finished_at)))).size,
    lastSuccessAt: lastSuccess === undefined ? undefined : Date.parse(lastSuccess),
  };
}
