import { join } from 'node:path';
import type { Disk } from '../../domain/ports.ts';
import { findStranger } from '../disk/find-stranger.ts';
import { LEDGER_FILES } from './ledger-files.ts';

/** Why a ledger is not used: others could have changed it. `undefined`: nobody could. */
export function findLedgerStranger(folder: string, ledger: string, disk: Disk): string | undefined {
  const files = Object.values(LEDGER_FILES).map((name) => join(ledger, name));
  for (const path of [folder, ledger, ...files]) {
    const stranger = findStranger(path, disk);
    if (stranger)
      return `The history in "${path}" is not used, and nothing is added to it: it ${stranger.why}; ${stranger.wayOut(path, 'folder')}`;
  }
  return undefined;
}
