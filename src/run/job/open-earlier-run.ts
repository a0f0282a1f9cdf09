import { basename, resolve } from 'node:path';
import { RunFolderError } from '../../domain/errors.ts';
import type { Disk } from '../../domain/ports.ts';
import type { Steps } from '../disk/in-slices.ts';
import { guardFolder, refuseNoRun } from '../folder/find-run-folders.ts';
import { type JournalFile, journalGone, readJournal } from '../folder/journal.ts';
import { type PlanFile, readPlan } from '../folder/plan-file.ts';
import { nameWithoutTime, RUN_FILES } from '../folder/run-folder.ts';
import { readSummary, type Summary } from '../folder/summary-file.ts';
import { describeAccount } from './account.ts';
import type { RunSettings } from './run.ts';

/** An earlier run, opened for a new one. */
export interface OpenRun {
  readonly plan: PlanFile;
  readonly journal: JournalFile | undefined;
  /** By its summary: nothing of its plan was to be sent, or the question was answered with no, so that all of it can be approved. */
  readonly isUnsent: boolean;
  /** What ended it early, by its summary. */
  readonly stopped: NonNullable<Summary['stopped']> | undefined;
  /** There is no journal, and the run was a dry run or its summary says that it sent nothing. */
  readonly sentNothing: boolean;
  /** Made with another key of the same service, for the same account or another one. */
  readonly madeWithOtherKey: boolean;
  /** Names of strategies by id, as the run knew them; empty if its summary is missing. */
  readonly strategyNames: ReadonlyMap<string, string>;
  /** The run's name without its time. */
  readonly name: string;
}

interface OpenRunOptions {
  /** For messages. */
  readonly command: 'undo' | 'apply';
  readonly cwd: string;
  readonly disk: Disk;
  readonly settings: RunSettings;
}

/**
 * Reads the plan and the journal of a run, in steps.
 *
 * Errors: `RunFolderError` where the folder can't be used, is another service's, or could have been changed by somebody else.
 */
export function* openRun(folder: string, given: OpenRunOptions): Steps<OpenRun> {
  const { settings } = given;
  const path = resolve(given.cwd, folder);
  refuseNoRun(path, folder, given);
  const disk = guardFolder(path, given);
  const plan = yield* readPlan(resolve(path, RUN_FILES.plan), disk);
  const { head, seal: start } = plan;
  refuseOtherService(plan, given);
  const end = readEnd(path, disk);
  const { writes } = end?.requests ?? {};
  const journal = yield* readJournal(resolve(path, RUN_FILES.outcomes), { start, disk });
  // A missing one would hide what the run sent.
  if (!journal && writes !== undefined && writes > 0)
    throw journalGone(`use the run folder "${path}"`, { folder: path, shell: settings.given.shell });
  return {
    plan,
    journal,
    sentNothing: !journal && (head.dry_run || writes === 0),
    isUnsent: head.dry_run || end?.declined === true,
    stopped: end?.stopped ?? undefined,
    strategyNames: new Map(Object.entries(end?.strategies ?? {})),
    madeWithOtherKey: head.account.key_fingerprint !== describeAccount(settings.service).key_fingerprint,
    name: nameWithoutTime(basename(path)),
  };
}

/** What can't be read of a summary is not known, as after a kill. */
function readEnd(path: string, disk: Disk): Summary | undefined {
  try {
    return readSummary(path, disk);
  } catch (error) {
    if (error instanceof RunFolderError) return undefined;
    throw error;
  }
}

/** The alternative for a run of another service. */
const INSTEAD = { apply: 'give its sheet to sync', undo: 'give its undo.csv to sync' } as const;

/** A key may be rotated, but another address means other listings. */
function refuseOtherService({ head }: PlanFile, { command, settings }: OpenRunOptions): void {
  const { base_url } = head.account;
  const { baseUrl } = settings.service;
  if (base_url === baseUrl) return;
  throw new RunFolderError(
    `Cannot ${command} the run: it was made with the base URL "${base_url}", and this one is "${baseUrl}"`,
    { hint: `Use the base URL and a key of the account that the run was made for, or ${INSTEAD[command]}` },
  );
}
