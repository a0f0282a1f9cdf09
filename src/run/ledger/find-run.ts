import { basename, resolve } from 'node:path';
import { askAbout } from '../../domain/did-you-mean.ts';
import { UsageError } from '../../domain/errors.ts';
import { nearestNames } from '../../domain/nearest-names.ts';
import type { Disk } from '../../domain/ports.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import { LATEST } from './choose-latest.ts';
import { refuseSeveralJobs } from './find-latest-run.ts';
import { type Ledger, runsOf } from './read-ledger.ts';
import { factsOfFolder, planPathOf } from './run-facts.ts';

/** A run that was named. */
export interface FoundRun {
  /** `undefined`: no ledger has it, and its folder says what it was. */
  readonly ledger: Ledger | undefined;
  readonly record: RunRecord;
}

interface Place {
  readonly ledgers: readonly Ledger[];
  readonly job: string | undefined;
  readonly cwd: string;
  readonly disk: Disk;
}

/**
 * Finds the runs that a user means: by folder, by name in the history, by the day or the minute at which they began, or the latest one. A
 * run folder that the history does not know is read itself. The oldest first.
 *
 * Errors: `UsageError` if there is none, or it is not clear which one; `RunFolderError` if the folder is damaged.
 */
export function findRuns(given: string, { ledgers, job, cwd, disk }: Place): readonly FoundRun[] {
  const path = resolve(cwd, given);
  const runs = runsOf(ledgers);
  const open = (record: RunRecord): FoundRun => ({
    ledger: ledgers.find((ledger) => ledger.runs.includes(record)),
    record,
  });
  const isFolder = disk.existsSync(planPathOf(path));
  if (given === LATEST && !isFolder) return [open(latestOf(runs, job))];
  const ofFolder = runs.find(({ folder }) => folder === path);
  if (ofFolder) return [open(ofFolder)];
  const ofName = runs.filter(({ id }) => id === basename(path));
  const facts = isFolder && ofName.length === 0 ? factsOfFolder(path, basename(path), disk) : undefined;
  if (facts) return [open(facts.record)];
  const start = startOf(given);
  const found = start === undefined ? ofName : runs.filter(({ id }) => id.startsWith(start));
  if (found.length > 0) return found.map(open).reverse();
  if (start === undefined) throw notFound(given, runs);
  const what = start.replace(/T(\d\d)-/, ' $1:');
  throw new UsageError([`The history has no run of ${what} UTC`], { hint: ALL_RUNS });
}

function latestOf(runs: readonly RunRecord[], job: string | undefined): RunRecord {
  refuseSeveralJobs(runs, job);
  // A command that was mistyped is of no job, and is no night's run.
  const newest = runs.find((run) => run.job !== null) ?? runs[0];
  if (!newest) throw notFound(LATEST, runs);
  return newest;
}

/** As the names of runs begin, of a day or a time in UTC; `undefined`: it is neither. Shape: `2026-11-20`, `2026-11-20T02-15`. */
function startOf(given: string): string | undefined {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d[-:]\d\d))?$/.exec(given) ?? [];
  return time === undefined ? day : `${day}T${time.replace(':', '-')}`;
}

const ALL_RUNS = 'pricesheet history lists all runs';

function notFound(given: string, runs: readonly RunRecord[]): UsageError {
  const ids = runs.map(({ id }) => id);
  return new UsageError(
    [`The history has no run "${given}"${askAbout(nearestNames(basename(given), ids))}`],
    {
      hint: ids.length > 0 ? ALL_RUNS : 'The history has no runs: each sync, diff, apply and undo adds one',
    },
  );
}
