import { closeSync, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs';
import { findOtherOwner, type Stranger } from '../domain/find-other-owner.ts';
import { systemTrust } from '../run/disk/system-trust.ts';
import { decodeText } from './decode-text.ts';

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
