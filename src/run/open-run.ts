import { basename, resolve } from 'node:path';
import { RunFolderError } from '../domain/errors.ts';
import type { Disk } from '../domain/ports.ts';
import { describeAccount } from './account.ts';
import type { RunSettings } from './job.ts';
import { type JournalFile, readJournal } from './journal.ts';
import { readRegularFile } from './open-regular-file.ts';
import { type PlanFile, type PlannedEntry, readPlan } from './plan-file.ts';
import { nameWithoutTime, RUN_FILES } from './run-folder.ts';

/** A run folder that another run is made of. */
export interface OpenRun {
  readonly plan: PlanFile;
  /** Nothing was sent where there is none. */
  readonly journal: JournalFile | undefined;
  /** What the run is called, without its time. */
  readonly name: string;
}

interface OpenRunOptions {
  /** What is to be done with the run, for messages. */
  readonly command: 'undo' | 'apply';
  readonly cwd: string;
  readonly disk: Disk;
  readonly settings: RunSettings;
  /** What else could be done with another account's run. */
  readonly otherwise: string;
}

/**
 * Reads the plan and the journal of a run.
 *
 * Errors: `RunFolderError` where the folder can't be used or is another account's.
 */
export function openRun(folder: string, options: OpenRunOptions): OpenRun {
  const path = resolve(options.cwd, folder);
  refuseFile(path, folder, options);
  const plan = readPlan(resolve(path, RUN_FILES.plan), options.disk);
  refuseOtherAccount(plan, options);
  return {
    plan,
    journal: readOwnJournal(path, plan, options.disk),
    name: nameWithoutTime(basename(path)),
  };
}

/**
 * The journal of this very plan. A line of another run's would have a listing given another one's values, and without the
 * journal of a run that sent something, what it sent would be forgotten.
 */
function readOwnJournal(path: string, { entries }: PlanFile, disk: Disk): JournalFile | undefined {
  const journalPath = resolve(path, RUN_FILES.outcomes);
  const journal = readJournal(journalPath, disk);
  if (!fitsPlan(journal, entries()))
    throw new RunFolderError(`Cannot use the journal "${journalPath}": it is not that of the plan beside it`);
  if (!journal && hasSent(resolve(path, RUN_FILES.summary), disk))
    throw new RunFolderError(
      `Cannot use the run folder "${path}": the run sent updates, and its journal is gone`,
      {
        hint: 'Give its undo.csv to sync to take it back',
      },
    );
  return journal;
}

function fitsPlan(journal: JournalFile | undefined, entries: Iterable<PlannedEntry>): boolean {
  let fitting = 0;
  for (const { n, status, listing_id } of entries) {
    const outcome = journal?.byEntry.get(n);
    if (outcome && status === 'planned' && listing_id === outcome.listing_id) fitting++;
  }
  return fitting === (journal?.byEntry.size ?? 0);
}

/** Whether a summary tells of updates that were sent; `false` where there is none, as after a kill. */
function hasSent(path: string, disk: Disk): boolean {
  try {
    return JSON.parse(String(readRegularFile(path, disk))).requests.writes > 0;
  } catch {
    return false;
  }
}

/** People name the sheet, or a file of the run, where its folder is meant. */
export function refuseFile(
  path: string,
  given: string,
  { command, disk }: { readonly command: string; readonly disk: Disk },
): void {
  if (!disk.statSync(path, { throwIfNoEntry: false })?.isFile()) return;
  throw new RunFolderError(`Cannot ${command} "${given}": it is a file, not a run folder`, {
    hint: 'Name the run folder that a diff or a sync left behind',
  });
}

function refuseOtherAccount({ head }: PlanFile, { command, settings, otherwise }: OpenRunOptions): void {
  const account = describeAccount(settings.service);
  const { base_url, key_fingerprint } = head.account;
  if (base_url === account.base_url && key_fingerprint === account.key_fingerprint) return;
  const other = base_url === account.base_url ? 'another key' : `"${base_url}"`;
  throw new RunFolderError(`Cannot ${command} the run: it was made with ${other}, not with this account`, {
    hint: `Use the run's own base URL and key, or ${otherwise}`,
  });
}
