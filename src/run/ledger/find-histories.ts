import { basename, dirname, join, parse, resolve } from 'node:path';
import { systemCode } from '../../domain/describe-system-error.ts';
import { groupBy } from '../../domain/group-by.ts';
import { matcherOf } from '../../domain/matcher-of.ts';
import type { Disk } from '../../domain/ports.ts';
import { listBelow } from '../folder/find-run-folders.ts';
import { RUN_FILES, RUNS_FOLDER } from '../folder/run-folder.ts';
import { isNamedAsLedger, listLedgers } from './ledger-files.ts';

/** The usual name of the folder of a history. */
const HISTORY = '.history';

/** A folder that was given, and the history that it leads to. */
export interface AccountFolder {
  /** Absolute. */
  readonly path: string;
  readonly history: string | undefined;
}

/**
 * Finds the accounts that patterns lead to: each a working folder, a folder of run folders, or a history. Each is found once, in the
 * order of their names.
 */
export function findAccounts(
  patterns: readonly string[],
  { cwd, disk }: { readonly cwd: string; readonly disk: Disk },
): readonly AccountFolder[] {
  const paths = [...new Set(patterns.flatMap((pattern) => expandPattern(resolve(cwd, pattern), disk)))];
  const found = paths.map((path) => {
    const places = [path, join(path, RUNS_FOLDER)].flatMap((each) => [each, join(each, HISTORY)]);
    return { path, history: places.find((each) => isHistory(each, disk)) };
  });
  const byHistory = groupBy(found, ({ path, history }) => history ?? path);
  return [...byHistory.values()].flatMap(([first = []]) => first);
}

/** Whether a folder contains the ledgers of jobs. */
function isHistory(path: string, disk: Disk): boolean {
  if (!isFolder(path, disk) || disk.existsSync(join(path, RUN_FILES.plan))) return false;
  return listLedgers(path, disk).some(isNamedAsLedger);
}

/** The folders that a path with `*` and `?` in any of its parts leads to. */
function expandPattern(pattern: string, disk: Disk): readonly string[] {
  const name = basename(pattern);
  if (pattern === parse(pattern).root) return [pattern];
  if (isFolder(pattern, disk)) return [pattern];
  const matches = matcherOf(name);
  return expandPattern(dirname(pattern), disk).flatMap((parent) => {
    if (!/[*?]/.test(name)) return isFolder(join(parent, name), disk) ? [join(parent, name)] : [];
    return foldersIn(parent, disk).filter((path) => matches(basename(path)));
  });
}

function isFolder(path: string, disk: Disk): boolean {
  return disk.statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** A folder that can't be read has none. */
function foldersIn(parent: string, disk: Disk): readonly string[] {
  try {
    return listBelow(parent, disk);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return [];
  }
}

/** Where the page about all nights is: beside the folder `.history`, among the run folders; in a folder of another name, which is there for the history alone. */
export function indexPath(history: string): string {
  return join(basename(history) === HISTORY ? dirname(history) : history, 'index.html');
}
