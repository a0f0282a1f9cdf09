import * as fs from 'node:fs';
import { chmodSync, lchownSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { onTestFinished } from 'vitest';
import { TEMP_ROOT } from './temp-root.ts';

/** A new folder below `root` that is gone when the test is over. */
export function tempFolder(root = TEMP_ROOT): string {
  const path = realpathSync(mkdtempSync(join(root, 'pricesheet-')));
  // A program that outlives its terminal releases its lock after the last file that a test can wait for.
  onTestFinished(() => rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 }));
  return path;
}

/** All files below a folder with their bytes, to see that nothing has changed. */
export function filesOf(folder: string): Readonly<Record<string, string>> {
  if (!fs.existsSync(folder)) return {};
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    files.sort().map((path) => [path.slice(folder.length + 1), fs.readFileSync(path, 'utf8')]),
  );
}

/** The rights that a file or folder gives to its owner, its group and others. */
export function modeOf(path: string): number {
  return statSync(path).mode & 0o777;
}

/** The names of the run folders under `runs` in `cwd`, the oldest first: the history beside them and its page are no runs. */
export function listRuns(cwd: string): readonly string[] {
  return readdirSync(join(cwd, 'runs'))
    .filter((name) => name !== '.history' && name !== 'index.html')
    .sort();
}

/** Nobody's, on most systems. */
const SOMEBODY_ELSE = 65_534;

/** Only root can give files away. */
export const isRoot = process.geteuid?.() === 0;

/** Makes a file or folder, or a link itself, another user's. */
export function giveAway(path: string): void {
  lchownSync(path, SOMEBODY_ELSE, SOMEBODY_ELSE);
}

/** Lets everybody write to a file or folder. */
export function openToAll(path: string): void {
  chmodSync(path, (statSync(path).mode & 0o777) | 0o022);
}

/** The ways in which something is in the hands of others that can be tried here, and what is said of each. */
export const WAYS: readonly (readonly [string, (path: string) => void, RegExp])[] = [
  [
    'everybody may write to it',
    openToAll,
    /can be changed by others: everybody may write to it \(mode 0[67][0-7]{2}\)/,
  ],
  ...(isRoot ? [['it is another user’s', giveAway, /belongs to .*, who may have changed it/] as const] : []),
];
