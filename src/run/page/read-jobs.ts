import { basename, dirname, join, resolve } from 'node:path';
import type { OpenRow } from '../../domain/documents/history.ts';
import type { RunRecord } from '../../domain/documents/ledger.ts';
import { UsageError } from '../../domain/errors.ts';
import { matcherOf } from '../../domain/file-names.ts';
import { groupBy } from '../../domain/lists.ts';
import type { Disk } from '../../domain/ports.ts';
import { type JobView, viewJob } from '../../report/screen/describe-nights.ts';
import { arrangeNights, byWorst } from '../../report/tally/arrange-nights.ts';
import { withDiskErrors } from '../disk/with-disk-errors.ts';
import { describeRefusal } from '../folder/find-run-folders.ts';
import { displayPath, RUN_FILES, RUNS_FOLDER } from '../folder/run-folder.ts';
import { findLedgerStranger, listLedgers } from '../ledger/ledger-files.ts';
import { LedgerState, readOpen } from '../ledger/ledger-state.ts';
import {
  type Ledger,
  lastOf,
  readLedger,
  refuseUnknownJob,
  runsOf,
  takenBackIn,
  tryLedger,
} from '../ledger/read-ledger.ts';

interface Reading {
  /** Only this job. */
  readonly job?: string | undefined;
  /** Whether the run of a folder still runs, if a lock of this machine says so. */
  readonly isAlive?: (folder: string) => boolean | undefined;
  /** Units: epoch milliseconds. */
  readonly now: number;
  readonly disk: Disk;
}

/** The jobs of a history with their nights, and what is open now. What can't be read is left out with a notice. */
export function readJobs(history: string, { job: only, isAlive, now, disk }: Reading) {
  const notices: string[] = [];
  const list = () => withDiskErrors(`read the history "${history}"`, () => listLedgers(history, disk));
  const paths = tryLedger(list, notices) ?? [];
  const ledgers = paths
    .flatMap((path) => {
      const stranger = tryLedger(() => findLedgerStranger(history, path, disk), notices);
      if (stranger !== undefined) notices.push(stranger);
      return (stranger === undefined && tryLedger(() => readLedger(path, disk), notices)) || [];
    })
    .filter(({ job }) => only === undefined || job === only);
  notices.push(...ledgers.flatMap((ledger) => ledger.notices));
  const reportOf = findReports(runsOf(ledgers), disk);
  const found = [...groupBy(ledgers, ({ job }) => job).values()].flatMap(joinLedgers);
  const jobs = found.map((parts) => {
    const runs = runsOf(parts);
    const { job = null, path = '' } = parts.at(-1) ?? {};
    const reading = { withValues: false, disk };
    const state = tryLedger(() => readOpen(path, reading, notices), notices) ?? new LedgerState();
    const facts = {
      job,
      runs,
      unfinished: parts.flatMap(({ unfinished }) =>
        unfinished.map((run) => ({ ...run, isAlive: isAlive?.(run.folder) })),
      ),
      open: toOpenRows(state, job),
      isTakenBack: takenBackIn(runs),
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

function firstOf({ all }: Ledger): string {
  return all.at(-1)?.started_at ?? '';
}

/** What is open, the longest first. What was overwritten is, if it is changed again and again. */
export function toOpenRows({ attention, drifts }: LedgerState, job: string | null): readonly OpenRow[] {
  const rows = attention.map(({ status, reason, ...row }) => ({ job, ...row, what: status, why: reason }));
  const changed = drifts
    .filter(({ verdict, overwritten, nights }) => verdict !== 'recomputed' && (!overwritten || nights > 1))
    .map(({ kind, line, sku, listing_id, since, nights, verdict, field }) => {
      return { job, kind, line, sku, listing_id, since, nights, what: verdict, why: field };
    });
  return [...rows, ...changed].sort((one, other) => other.nights - one.nights);
}

/** The usual name of the folder of a history. */
const HISTORY = '.history';

/** Where the page about all nights is: beside the folder `.history`, among the run folders; in a folder of another name, which is there for the history alone. */
export function indexPath(history: string): string {
  return join(basename(history) === HISTORY ? dirname(history) : history, 'index.html');
}

interface ReadingAccounts extends Reading {
  readonly cwd: string;
}

/**
 * The jobs of the accounts that patterns lead to, the worst first. What can't be read of one costs no other.
 *
 * Errors: `UsageError` if there is no such folder, or none with runs of the job; `DiskError`.
 */
export function readAccounts(patterns: readonly string[], { cwd, ...reading }: ReadingAccounts) {
  const { job, now, disk } = reading;
  const found = findAccounts(patterns, { cwd, disk });
  const notices: string[] = [];
  const accounts: JobView[] = [];
  for (const { path, name, history, trouble } of found) {
    const read = readJobs(history ?? path, reading);
    const own = [...(trouble === undefined ? [] : [trouble]), ...read.notices];
    const page = history === undefined ? '' : indexPath(history);
    const place = { folder: name, page: disk.existsSync(page) ? page : undefined };
    accounts.push(...read.jobs.map((each) => viewJob(each, place)));
    if (read.jobs.length === 0 && job === undefined) {
      const missing = viewJob(arrangeNights(NO_RUNS, now), place);
      accounts.push({ ...missing, what: own[0] ?? missing.what });
    }
    notices.push(...own);
  }
  if (job !== undefined && accounts.length === 0) {
    refuseUnknownJob(job, { histories: found.flatMap(({ history }) => history ?? []), disk });
    throw new UsageError([`There are no runs of the job "${job}" in these folders`]);
  }
  return { accounts: accounts.sort(byWorst), notices } as const;
}

const NO_RUNS = {
  ...{ job: null, runs: [], unfinished: [], open: [] },
  isTakenBack: () => false,
  reportOf: () => undefined,
} as const;

interface WorkingFolder {
  readonly cwd: string;
  readonly disk: Disk;
}

/** An account by its working folder, its folder of run folders, or its history, each history once. */
export interface FoundAccount {
  /** Absolute. */
  readonly path: string;
  /** For people. */
  readonly name: string;
  /** `undefined`: it has none. */
  readonly history: string | undefined;
  /** Why that is not known. */
  readonly trouble?: string;
}

/** Finds the accounts that patterns lead to. Errors: `UsageError` if there is no such folder; `DiskError`. */
export function findAccounts(
  patterns: readonly string[],
  { cwd, disk }: WorkingFolder,
): readonly FoundAccount[] {
  if (patterns.length === 0) throw new UsageError(['--all is followed by the folders of the accounts']);
  const paths = withDiskErrors('find the folders of the accounts', () =>
    patterns.flatMap((pattern) =>
      expandPattern(resolve(cwd, pattern), disk).map((path) => ({
        path,
        name: displayPath(path, cwd) || '.',
      })),
    ),
  );
  if (paths.length === 0) throw new UsageError(patterns.map((pattern) => `There is no folder "${pattern}"`));
  const found = paths.map((place) => ({ ...place, ...lookInto(place.path, disk) }));
  return [...new Map(found.map((each) => [each.history ?? each.path, each])).values()];
}

/** The folders, links to folders too, that a path with `*` and `?` in any of its parts leads to. */
function expandPattern(pattern: string, disk: Disk): readonly string[] {
  const [name, parent] = [basename(pattern), dirname(pattern)];
  if (isFolder(pattern, disk)) return [pattern];
  if (parent === pattern || !/[*?]/.test(pattern)) return [];
  const parents = expandPattern(parent, disk);
  if (!/[*?]/.test(name))
    return parents.map((each) => join(each, name)).filter((path) => isFolder(path, disk));
  const matches = matcherOf(name);
  return parents.flatMap((each) =>
    disk
      .readdirSync(each, { withFileTypes: true })
      .filter(({ name: child }) => !child.startsWith('.') && matches(child))
      .map((entry) => join(each, entry.name))
      .filter((path) => isFolder(path, disk))
      .sort(),
  );
}

function isFolder(path: string, disk: Disk): boolean {
  return disk.statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function lookInto(path: string, disk: Disk): Omit<FoundAccount, 'name'> {
  // Where it is usually comes first.
  const places = [join(path, RUNS_FOLDER), path].flatMap((each) => [join(each, HISTORY), each]);
  const isHistory = (each: string): boolean => isFolder(each, disk) && listLedgers(each, disk).length > 0;
  try {
    return { path, history: withDiskErrors(`read the folder "${path}"`, () => places.find(isHistory)) };
  } catch (error) {
    return { path, history: undefined, trouble: describeRefusal(error) };
  }
}
