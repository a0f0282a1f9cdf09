import { basename, resolve } from 'node:path';
import { RunFolderError, UsageError } from '../../domain/errors.ts';
import type { Disk } from '../../domain/ports.ts';
import type { Shell } from '../../domain/quote-word.ts';
import type { PastRun } from '../../domain/run-record.ts';
import { formatCommand } from '../../report/text/format-command.ts';
import { withDiskErrors } from '../disk/with-disk-errors.ts';
import { listFolders } from '../folder/list-folders.ts';
import { readPlanHead } from '../folder/read-plan.ts';
import { RUNS_FOLDER } from '../folder/run-folder.ts';
import { chooseLatest, isOpen, type LatestFor } from './choose-latest.ts';
import { tryLedger } from './open-history.ts';
import { readPastRuns } from './past-runs.ts';
import { newestFirst } from './read-ledger.ts';
import { isPlanOf, planPathOf, readFolderRecord } from './run-facts.ts';

interface Place {
  readonly wanted: LatestFor;
  /** The folder of all ledgers; `undefined`: none is kept. */
  readonly history: string | undefined;
  readonly cwd: string;
  readonly shell: Shell;
  readonly disk: Disk;
}

interface Asked extends Place {
  /** Only runs of this job. */
  readonly job: string | undefined;
}

/**
 * The folder of the newest run that a command can use, by the history; by the run folders if there is none.
 *
 * Errors: `UsageError` if there is no such run, its folder is gone, or the runs are of several jobs; `DiskError`.
 */
export function findLatestRun({ wanted, history, job, cwd, shell, disk }: Asked): string {
  const folder = history && resolve(cwd, history);
  const kept = folder
    ? withDiskErrors(
        `read the history "${folder}"`,
        () => newestFirst(readPastRuns(folder, {}, disk)),
        'Name the folder of the history with --history',
      )
    : [];
  const all = kept.length > 0 ? kept : readFolders(resolve(cwd, RUNS_FOLDER), disk);
  refuseSeveralJobs(all, job);
  const runs = all.filter((run) => job === undefined || run.job === job);
  for (const run of chooseLatest(runs, wanted, disk)) {
    const head = readPlanHead(planPathOf(run.folder), disk);
    if (!head || !isPlanOf(run, head))
      throw new UsageError(
        [
          `The latest run ${FOR[wanted]} is "${run.folder}", and that folder has no plan, is gone, or is that of another run now`,
        ],
        { hint: run.isUnfinished ? 'Name the run folder that you mean' : adviseGone(run, { wanted, shell }) },
      );
    if (head.whole || wanted === 'undo' || wanted === 'look') return run.folder;
  }
  const ofJob = job === undefined ? '' : ` of the job "${job}"`;
  const [overtaken] = chooseLatest(runs.filter(isOpen), wanted, disk);
  const hint = overtaken
    ? `A later run came to its end since "${overtaken.folder}" was planned; to send that plan all the same, name its folder`
    : 'pricesheet history lists all runs';
  throw new UsageError([`There is no run${ofJob} ${FOR[wanted]}`], {
    hint: runs.length === 0 ? 'Run sync or diff first' : hint,
  });
}

const FOR: Readonly<Record<LatestFor, string>> = {
  apply: 'with a plan that is still to be sent',
  approve: 'with rows to approve',
  undo: 'that sent anything',
  look: 'with a folder',
};

function readFolders(parent: string, disk: Disk): readonly PastRun[] {
  const found = listFolders([parent], disk).flatMap(
    (folder) => readFolderRecord(folder, basename(folder), disk) ?? [],
  );
  return found.sort((one, other) => (one.started_at < other.started_at ? 1 : -1));
}

/**
 * A run that ended before it had a folder is of no job: the name of its sheet may have been mistyped.
 *
 * Errors: `UsageError` if the runs are of several jobs and none of these was named.
 */
export function refuseSeveralJobs(
  runs: readonly { readonly job: string | null; readonly folder: string | null }[],
  job: string | undefined,
): void {
  const jobs = [...new Set(runs.flatMap((run) => (run.folder === null ? [] : (run.job ?? []))))].sort();
  if (job !== undefined || jobs.length < 2) return;
  throw new UsageError([`There are runs of several jobs: ${jobs.join(', ')}`], {
    hint: `Pass --job NAME to say whose latest run is meant`,
  });
}

/**
 * Refuses a run whose folder is gone and that the history still knows: another run with a similar name is not what is meant. A history
 * that can't be read knows none.
 *
 * Errors: `RunFolderError`.
 */
export function refuseGoneRun(given: string, { wanted, history, cwd, shell, disk }: Place): void {
  const path = resolve(cwd, given);
  if (history === undefined || disk.existsSync(path)) return;
  const runs = tryLedger(() => newestFirst(readPastRuns(resolve(cwd, history), {}, disk)), [], []);
  const known = runs.find(({ folder }) => folder === path);
  if (!known) return;
  throw new RunFolderError(`Cannot use "${given}": its folder was deleted or moved`, {
    hint: adviseGone(known, { wanted, shell }),
  });
}

/** What to do about a run whose folder is gone, and that the history knows. */
function adviseGone(
  { id, started_at, job }: PastRun,
  { wanted, shell }: Pick<Place, 'wanted' | 'shell'>,
): string {
  const show = `pricesheet history show ${id} says what it did`;
  if (wanted !== 'undo') return show;
  const since = `${started_at.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)}Z`;
  const words = ['undo', '', '--since', since, ...(job === null ? [] : ['--job', job])];
  return `${show}; ${formatCommand(words, shell)} takes back what it and all runs since changed`;
}
