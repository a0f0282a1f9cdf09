import * as systemDisk from 'node:fs';
import { join } from 'node:path';
import { describeSystemError, systemCode } from '../../domain/describe-system-error.ts';
import type { DoctorFinding } from '../../report/screen/doctor-finding.ts';
import { judgeHolder } from '../../run/lock/judge-holder.ts';
import { findLock } from '../../run/lock/lock-file.ts';
import { systemProbes } from '../../run/lock/system-probes.ts';
import { describeLock } from '../../run/lock/with-lock.ts';
import { examineFolder } from './examine-machine.ts';

const ADVICE =
  'Runs go on without a lock, and may run beside each other; XDG_STATE_HOME names another folder';

interface Place {
  /** `undefined` where there is no place for locks. */
  readonly folder: string | undefined;
  /** Name of the account's lock; `undefined` where the settings don't say which account it is. */
  readonly lock: string | undefined;
  readonly now: number;
}

/** Whether locks can be kept, and who holds the account's. */
export function examineLocks({ folder, lock, now }: Place): readonly DoctorFinding[] {
  if (folder === undefined)
    return [
      {
        check: 'state',
        status: 'warning',
        message: 'There is no home folder to keep locks in',
        advice: ADVICE,
      },
    ];
  const state = examineFolder(folder, {
    check: 'state',
    what: 'Locks are in',
    advice: ADVICE,
    isOptional: true,
  });
  return lock === undefined ? [state] : [state, examineHolder(folder, lock, now)];
}

function examineHolder(folder: string, name: string, now: number): DoctorFinding {
  try {
    const lock = systemDisk.existsSync(folder) ? findLock(join(folder, name), systemDisk) : undefined;
    if (!lock) return { check: 'lock', status: 'ok', message: 'No run holds the account' };
    const standing = judgeHolder(lock, { probes: systemProbes(), now });
    const who = describeLock(lock);
    if (standing.kind === 'live')
      return {
        check: 'lock',
        status: 'warning',
        message: `A run holds the account: ${who}`,
        advice:
          'A sync, an apply or an undo that begins meanwhile ends with exit code 7, or waits with --wait-lock',
      };
    return {
      check: 'lock',
      status: 'ok',
      message: `A run left its lock behind, since ${standing.why}; the next one takes it over: ${who}`,
    };
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return {
      check: 'lock',
      status: 'warning',
      message: `Locks can't be looked at: ${describeSystemError(error)}`,
    };
  }
}
