import { basename, dirname, join, resolve } from 'node:path';
import { UsageError } from '../../domain/errors.ts';
import { matcherOf } from '../../domain/file-names.ts';
import type { Disk } from '../../domain/ports.ts';
import { type AccountJob, toAccount } from '../../report/screen/describe-nights.ts';
import { arrangeNights, byWorst } from '../../report/tally/arrange-nights.ts';
import { withDiskErrors } from '../disk/with-disk-errors.ts';
import { describeRefusal } from '../folder/find-run-folders.ts';
import { RUNS_FOLDER } from '../folder/run-folder.ts';
import { displayPath } from '../job/display-path.ts';
import { listLedgers } from '../ledger/ledger-files.ts';
import { refuseUnknownJob } from '../ledger/read-ledger.ts';
import { HISTORY, indexPath, type Reading, readJobs } from './read-jobs.ts';

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
  const accounts: AccountJob[] = [];
  for (const { path, history, trouble = [] } of found) {
    const read = readJobs(history ?? path, reading);
    const own = [...trouble, ...read.notices];
    const page = history === undefined ? '' : indexPath(history);
    const place = { folder: displayPath(path, cwd) || '.', page: disk.existsSync(page) ? page : undefined };
    accounts.push(...read.jobs.map((each) => toAccount(each, place)));
    if (read.jobs.length === 0 && job === undefined) {
      const missing = toAccount(arrangeNights(NO_RUNS, now), place);
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
  ...{ job: null, account: null, attention: 0 },
  ...{ runs: [], sheets: [], unfinished: [], open: [] },
  isTakenBack: () => false,
  reportOf: () => undefined,
} as const;

interface Place {
  readonly cwd: string;
  readonly disk: Disk;
}

/** An account by its working folder, its folder of run folders, or its history, each history once. */
export interface FoundAccount {
  /** Absolute. */
  readonly path: string;
  /** `undefined`: it has none. */
  readonly history: string | undefined;
  /** Why that is not known. */
  readonly trouble?: readonly string[];
}

/** Finds the accounts that patterns lead to. Errors: `UsageError` if there is no such folder; `DiskError`. */
export function findAccounts(patterns: readonly string[], place: Place): readonly FoundAccount[] {
  if (patterns.length === 0) throw new UsageError(['--all is followed by the folders of the accounts']);
  const found = lookForAccounts(patterns, place);
  if (found.length === 0) throw new UsageError(patterns.map((pattern) => `There is no folder "${pattern}"`));
  return found;
}

/** Likewise; there may be none. Errors: `DiskError`. */
export function lookForAccounts(patterns: readonly string[], { cwd, disk }: Place): readonly FoundAccount[] {
  const paths = withDiskErrors('find the folders of the accounts', () =>
    patterns.flatMap((pattern) => expandPattern(resolve(cwd, pattern), disk)),
  );
  const found = paths.map((path) => lookInto(path, disk));
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

function lookInto(path: string, disk: Disk): FoundAccount {
  // Where it is usually comes first.
  const places = [join(path, RUNS_FOLDER), path].flatMap((each) => [join(each, HISTORY), each]);
  const isHistory = (each: string): boolean => isFolder(each, disk) && listLedgers(each, disk).length > 0;
  try {
    return { path, history: withDiskErrors(`read the folder "${path}"`, () => places.find(isHistory)) };
  } catch (error) {
    return { path, history: undefined, trouble: [describeRefusal(error)] };
  }
}
