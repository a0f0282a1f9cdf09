import { closeSync, fstatSync, lstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { findOtherOwner, type Stranger } from '../domain/find-other-owner.ts';
import { tryTo } from '../domain/try-to.ts';
import { systemTrust } from '../run/disk/system-trust.ts';

/**
 * Reads a file that says what this program does, or finds who else could have written it. What is looked at is what was opened,
 * whatever is put in its place meanwhile. A link is followed where nobody else could have put it there: secrets are mounted as links.
 *
 * Errors: those of the system.
 */
export function readOwnFile(path: string): { readonly text: string } | { readonly stranger: Stranger } {
  const trust = HANDED_OVER.test(path) ? undefined : systemTrust();
  const named = lstatSync(path);
  const file = openSync(path, 'r');
  try {
    const opened = fstatSync(file);
    const looked = opened.isDirectory() ? [] : [named, opened];
    const [stranger] = looked.flatMap((rights) => (trust && findOtherOwner(rights, trust)) ?? []);
    return stranger ? { stranger } : { text: decodeText(readFileSync(file)) };
  } finally {
    closeSync(file);
  }
}

/** An open file that the process was started with, as by `<(…)` of a shell. */
const HANDED_OVER = /^\/(?:dev\/(?:stdin|fd\/\d+)|proc\/self\/fd\/\d+)$/;

/** The text of a small file without its byte order mark: UTF-16 where the mark says so, as the editors and redirections of Windows write it, else UTF-8. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

/** Whether a file can be found there; what can't be looked at is none. */
export function isFile(path: string): boolean {
  return tryTo(() => statSync(path))?.isFile() === true;
}
