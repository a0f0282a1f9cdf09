import * as systemDisk from 'node:fs';
import { resolve } from 'node:path';
import { describeFailed, type FailedNights } from '../../report/notify/write-headline.ts';
import type { RunEnding } from '../../report/tally/run-ending.ts';
import { printable } from '../../report/text/printable.ts';
import { readFailedNights } from '../../run/notify/read-failed-nights.ts';
import { readLeniently } from '../../settings/read-settings.ts';
import { RUN_SETTINGS } from '../../settings/settings.ts';
import type { Caller } from '../request/caller.ts';
import type { EndedRun } from './observed-run.ts';
import { toEnding } from './to-ending.ts';

/**
 * Says for how long a job fails, before anything else is said of a night that nobody watches: a scheduler's mail begins with it. Nothing is
 * said without an earlier night.
 */
export function announceFailure(ended: EndedRun): void {
  const { command, caller } = ended;
  if (command !== 'sync' || caller.isAtTerminal()) return;
  const ending = toEnding(ended);
  const history = findFailedNights(ending, caller);
  if (!history || (history.runs === 1 && history.lastSuccessAt === undefined)) return;
  const { path, report } = ending;
  const places = [
    ...(path === undefined ? [] : [`sheet "${path}"`]),
    ...(report ? [`run folder "${report.folder}"`] : []),
  ];
  caller.warn(printable([describeFailed(ending, history), ...places].join('; ')));
}

/** What the history of a run's job says, if it has one. */
export function findFailedNights(ending: RunEnding, { sources, cwd }: Caller): FailedNights | undefined {
  const { history = 'off' } = readLeniently({ history: RUN_SETTINGS.history }, sources);
  return history === 'off' ? undefined : readFailedNights(ending, resolve(cwd, history), systemDisk);
}
