import { messageOf } from './message-of.ts';

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EEXIST: 'it is there already',
  EISDIR: 'it is a folder',
  ERR_FS_EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is not a folder',
  ENOTFILE: 'it is a pipe or a device, and not a file',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EMFILE: 'too many files are open',
  EIO: 'the disk failed',
  EBUSY: 'it is open in another program, or a mount point',
  EINUSE: 'it is open in another program, or write-protected',
};

/**
 * What the system has against a file, in words that go behind its name; never with the name itself, which may be what is
 * to be hidden.
 */
export function describeSystemError(error: unknown): string {
  const code = systemCode(error);
  if (code === undefined) return messageOf(error);
  const [, said] = /^[A-Z0-9]+: ([^,]+),/.exec((error as Error).message) ?? [];
  return WORDS[code] ?? said ?? code;
}

/** `ENOENT` and the like, if the system said what is wrong. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** What to do about a file that is open in another program. */
export const CLOSE_IT = 'Close it in the other program, and run it again';
