import * as systemDisk from 'node:fs';
import { describeSystemError, systemCode } from '../../domain/describe-system-error.ts';
import type { DoctorFinding } from '../../report/screen/doctor-finding.ts';
import { lookAtLocks } from '../../run/lock/look-at-locks.ts';
import { systemProbes } from '../../run/lock/system-probes.ts';
import { describeLock } from '../../run/lock/with-lock.ts';
import { examineFolder } from './examine-machine.ts';

const ADVICE =
  'Runs go on without a lock, and may run beside each other; XDG_STATE_HOME names another folder';

interface Place {
  /** `undefined` where there is no place for locks. */
  readonly folder: string | undefined;
  /** Fingerprint of the key; `undefined` where the settings don't say which account it is. */
  readonly account: string | undefined;
  readonly now: number;
}

/** Whether locks can be kept, and who holds the account's. */
export function examineLocks({ folder, account, now }: Place): readonly DoctorFinding[] {
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
  return account === undefined ? [state] : [state, ...examineHolders(folder, account, now)];
}

function examineHolders(folder: string, account: string, now: number): readonly DoctorFinding[] {
  try {
    const seen = lookAtLocks({ folder, account, now, probes: systemProbes(), disk: systemDisk });
    if (seen.length === 0) return [{ check: 'lock', status: 'ok', message: 'No run holds the account' }];
    return seen.map(({ lock, standing }): DoctorFinding => {
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
    });
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return [
      {
        check: 'lock',
        status: 'warning',
        message: `Locks can't be looked at: ${describeSystemError(error)}`,
      },
    ];
  }
}
