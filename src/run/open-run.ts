import { basename, resolve } from 'node:path';
import { RunFolderError } from '../domain/errors.ts';
import type { Disk } from '../domain/ports.ts';
import { describeAccount } from './account.ts';
import type { RunSettings } from './job.ts';
import { type JournalFile, readJournal } from './journal.ts';
import { type PlanFile, readPlan } from './plan-file.ts';
import { RUN_FILES } from './run-folder.ts';

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
    journal: readJournal(resolve(path, RUN_FILES.outcomes), options.disk),
    name: basename(path).replace(FOLDER_TIME, ''),
  };
}

/** What run folders of our own naming begin with. */
const FOLDER_TIME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ-/;

/** People name the sheet, or a file of the run, where its folder is meant. */
function refuseFile(path: string, given: string, { command, disk }: OpenRunOptions): void {
  if (!disk.statSync(path, { throwIfNoEntry: false })?.isFile()) return;
  throw new RunFolderError(`Cannot ${command} "${given}": it is a file, not a run folder`, {
    hint: 'Name the run folder that a sync left behind',
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
