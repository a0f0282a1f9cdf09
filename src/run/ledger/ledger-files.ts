import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { RunRecord } from '../../domain/documents/ledger.ts';
import type { Disk } from '../../domain/ports.ts';
import { findStranger } from '../disk/system-trust.ts';
import { toFolderName } from '../folder/run-folder.ts';

/**
 * The ledger is a folder for each job and account, in it three files that any tool can read (docs/history.md):
 *
 * - `runs.ndjson`, append only: a line for each run, and one for each run that began and was to send something.
 * - `changes.ndjson`, append only: a line for each change that was seen to hold. Those of earlier months are in files beside it.
 * - `agreed.ndjson`, written as a whole after each run: what sheet and service last agreed on, and what is open.
 */
export const LEDGER_FILES = {
  runs: 'runs.ndjson',
  changes: 'changes.ndjson',
  agreed: 'agreed.ndjson',
} as const;

export type PartOf = Pick<RunRecord, 'job' | 'account'>;

/** The folder of a job's ledger. */
export function ledgerPath(folder: string, { job, account }: PartOf): string {
  const which = [job, account?.key_fingerprint ?? null];
  const hash = createHash('sha256').update(JSON.stringify(which)).digest('hex').slice(0, 8);
  return join(folder, `${toFolderName(job ?? 'no-job')}-${hash}`);
}

/** The folders of all jobs. */
export function listLedgers(folder: string, disk: Disk): readonly string[] {
  if (!disk.existsSync(folder)) return [];
  return disk
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name))
    .filter((path) => disk.existsSync(join(path, LEDGER_FILES.runs)))
    .sort();
}

/** The files of changes, the oldest first. */
export function listChangeFiles(ledger: string, disk: Disk): readonly string[] {
  if (!disk.existsSync(ledger)) return [];
  const names = disk.readdirSync(ledger, { withFileTypes: true }).map(({ name }) => name);
  const earlier = names.filter((name) => /^changes-.*\.ndjson$/.test(name)).sort();
  const now = names.filter((name) => name === LEDGER_FILES.changes);
  return [...earlier, ...now].map((name) => join(ledger, name));
}

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
