import { chmodSync, lchownSync, statSync } from 'node:fs';
import process from 'node:process';

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
