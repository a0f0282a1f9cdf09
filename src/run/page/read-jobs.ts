import { basename, dirname, join, resolve } from 'node:path';
import { UsageError } from '../../domain/errors.ts';
import { groupBy } from '../../domain/group-by.ts';
import { matcherOf } from '../../domain/matcher-of.ts';
import type { Disk } from '../../domain/ports.ts';
import { isWholeRun, type RunRecord } from '../../domain/run-record.ts';
import { findTakenBack } from '../../plan/earlier-runs.ts';
import { arrangeNights, byWorst, type OpenRow } from '../../report/tally/arrange-nights.ts';
import { withDiskErrors } from '../disk/with-disk-errors.ts';
import { listBelow } from '../folder/find-run-folders.ts';
import { RUN_FILES, RUNS_FOLDER } from '../folder/run-folder.ts';
import { displayPath } from '../job/display-path.ts';
import { listLedgers } from '../ledger/ledger-files.ts';
import { tryLedger } from '../ledger/open-history.ts';
import {
  describeLostState,
  type Ledger,
  lastOf,
  NOTHING_OPEN,
  type OpenState,
  readLedger,
  readOpen,
  refuseUnknownJob,
  runsOf,
  sheetsIn,
} from '../ledger/read-ledger.ts';

interface Reading {
  /** Only this job. */
  readonly job?: string | undefined;
  /** Of the account, as a user would write it, if there are several; one without a job is missing. */
  readonly folder?: string | undefined;
  /** Units: epoch milliseconds. */
  readonly now: number;
  readonly disk: Disk;
}

export type ReadJobs = ReturnType<typeof readJobs>;

/** The jobs of a history with their nights, and what is open now. What can't be read is left out with a notice. */
export function readJobs(history: string, { job: only, folder, now, disk }: Reading) {
  const notices: string[] = [];
  const paths = tryLedger(() => listLedgers(history, disk), [], notices);
  const ledgers = paths
    .flatMap((path) => tryLedger(() => [readLedger(path, disk)], [], notices))
    .filter(({ job }) => only === undefined || job === only);
  notices.push(...ledgers.flatMap((ledger) => ledger.notices));
  const reportOf = findReports(runsOf(ledgers), disk);
  const index = indexPath(history);
  const isThere = folder !== undefined && disk.existsSync(index);
  const found = [...groupBy(ledgers.filter(isJob), ({ job }) => job).values()].flatMap(joinLedgers);
  const isMissing = found.length === 0 && folder !== undefined && only === undefined;
  const jobs = (isMissing ? [[]] : found).map((parts) => {
    const runs = runsOf(parts);
    const { job = null, path } = parts.at(-1) ?? {};
    const state =
      path === undefined ? NOTHING_OPEN : tryLedger(() => readOpen(path, disk), undefined, notices);
    if (path !== undefined && !state) notices.push(describeLostState(path));
    const facts = {
      folder,
      page: path !== undefined && isThere ? index : undefined,
      job,
      account: runs.find(({ account }) => account)?.account ?? null,
      runs,
      unfinished: parts.flatMap(({ unfinished }) => unfinished),
      open: toOpenRows(state ?? NOTHING_OPEN, job),
      attention: countAttention(runs, state ?? NOTHING_OPEN),
      sheets: sheetsIn(runs),
      isTakenBack: findTakenBack(runs),
      reportOf,
    };
    return arrangeNights(facts, now);
  });
  return { jobs: jobs.sort(byWorst), notices } as const;
}

/** Finds the reports that are still there. A folder that was deleted and named again has the report of its newest run. */
function findReports(runs: readonly RunRecord[], disk: Disk): (run: RunRecord) => string | undefined {
  const newest = new Map(runs.toReversed().map((run) => [run.folder, run]));
  return (run) => {
    const report = join(run.folder ?? '', RUN_FILES.report);
    return run.folder !== null && newest.get(run.folder) === run && disk.existsSync(report)
      ? report
      : undefined;
  };
}

/** A single run that ended before it had a folder, such as that of a mistyped sheet, makes no job. */
function isJob({ runs, unfinished }: Ledger): boolean {
  return unfinished.length > 0 || runs.length > 1 || runs.some(({ folder }) => folder !== null);
}

/**
 * Puts the ledgers of a job's name together that are one job, the current one last: a new key begins a new ledger. Ledgers whose runs are
 * beside each other are jobs on several accounts.
 */
function joinLedgers(ledgers: readonly Ledger[]): readonly (readonly Ledger[])[] {
  const jobs: Ledger[][] = [];
  for (const ledger of ledgers.toSorted((one, other) => (firstOf(one) < firstOf(other) ? -1 : 1))) {
    const before = jobs.find((job) => job.every((each) => lastOf(each) < firstOf(ledger)));
    if (before) before.push(ledger);
    else jobs.push([ledger]);
  }
  return jobs;
}

function firstOf({ runs, unfinished }: Ledger): string {
  return (runs.at(-1) ?? unfinished.at(-1))?.started_at ?? '';
}

/** What is open, the longest first. What was overwritten is, if it is changed again and again. */
export function toOpenRows({ attention, drifts }: OpenState, job: string | null): readonly OpenRow[] {
  const rows = attention.map(({ status, reason, ...row }) => ({ job, ...row, what: status, why: reason }));
  const changed = drifts
    .filter(({ verdict, overwritten, nights }) => verdict !== 'recomputed' && (!overwritten || nights > 1))
    .map(({ kind, line, sku, listing_id, since, nights, verdict, field }) => {
      return { job, kind, line, sku, listing_id, since, nights, what: verdict, why: field };
    });
  return [...rows, ...changed].sort((one, other) => other.nights - one.nights);
}

/** Not all rows are kept one by one, so the last run that judged every row says how many there are, unless a later one changed that. */
function countAttention(runs: readonly RunRecord[], { run, attention }: OpenState): number {
  const whole = runs.find(isWholeRun);
  const isLater = run !== null && run !== whole?.id;
  return isLater || !whole ? attention.length : (whole.counts?.attention ?? 0);
}

interface ReadingAccounts extends Omit<Reading, 'folder'> {
  readonly cwd: string;
}

/**
 * The jobs of the accounts that patterns lead to: each a working folder, a folder of run folders, or a history. Each is read once.
 *
 * Errors: `UsageError` if there is no such folder, or none with runs of the job; `DiskError`.
 */
export function readAccounts(patterns: readonly string[], { cwd, ...reading }: ReadingAccounts): ReadJobs {
  const { job, disk } = reading;
  const paths = withDiskErrors('find the folders of the accounts', () =>
    patterns.flatMap((pattern) => expandPattern(resolve(cwd, pattern), disk)),
  );
  if (paths.length === 0)
    throw new UsageError(
      patterns.length === 0
        ? ['history --all takes the folders of the accounts']
        : patterns.map((pattern) => `There is no folder "${pattern}"`),
    );
  const accounts = new Map(paths.map((path) => [findHistoryIn(path, disk) ?? path, path]));
  const read = [...accounts].map(([history, path]) =>
    readJobs(history, { ...reading, folder: displayPath(path, cwd) || '.' }),
  );
  const jobs = read.flatMap((each) => each.jobs).sort(byWorst);
  if (job !== undefined && jobs.length === 0)
    refuseUnknownJob(job, { histories: [...accounts.keys()], disk });
  return { jobs, notices: read.flatMap((each) => each.notices) };
}

/** The folders that a path with `*` and `?` in any of its parts leads to. */
function expandPattern(pattern: string, disk: Disk): readonly string[] {
  const [name, parent] = [basename(pattern), dirname(pattern)];
  if (isFolder(pattern, disk)) return [pattern];
  if (parent === pattern || !/[*?]/.test(pattern)) return [];
  const parents = expandPattern(parent, disk);
  if (!/[*?]/.test(name))
    return parents.map((each) => join(each, name)).filter((path) => isFolder(path, disk));
  const matches = matcherOf(name);
  return parents.flatMap((each) => listBelow(each, disk)).filter((path) => matches(basename(path)));
}

function isFolder(path: string, disk: Disk): boolean {
  return disk.statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** The usual name of the folder of a history. */
const HISTORY = '.history';

function findHistoryIn(path: string, disk: Disk): string | undefined {
  const places = [path, join(path, RUNS_FOLDER)].flatMap((each) => [each, join(each, HISTORY)]);
  return places.find((each) => isFolder(each, disk) && listLedgers(each, disk).length > 0);
}

/** Where the page about all nights is: beside the folder `.history`, among the run folders; in a folder of another name, which is there for the history alone. */
export function indexPath(history: string): string {
  return join(basename(history) === HISTORY ? dirname(history) : history, 'index.html');
}
