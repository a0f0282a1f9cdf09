import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeSystemError } from '../../src/domain/errors.ts';
import { tempFolder } from '../support/temp-folder.ts';

function errorOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

/** Throws an error, as Windows does for a file that is open where there is a code. */
function fail(message: string, code?: string) {
  return () => {
    throw Object.assign(new Error(message), code === undefined ? {} : { code });
  };
}

const BUSY = fail("EBUSY: resource busy or locked, open 'C:\\x.csv'", 'EBUSY');
const IN_USE = fail("EPERM: operation not permitted, rename 'C:\\x.csv'", 'EINUSE');

describe('describeSystemError', () => {
  it.each([
    ['no such file', (folder: string) => readFileSync(join(folder, 'x')), 'there is no such file'],
    ['a folder', (folder: string) => readFileSync(folder), 'it is a folder'],
    ['in a file', () => readdirSync(join(import.meta.filename, 'x')), 'a part of the path is not a folder'],
    ['a name too long', (folder: string) => readFileSync(join(folder, 'x'.repeat(999))), 'name too long'],
    ['a name that is none', (folder: string) => readFileSync(join(folder, 'x\0')), 'ERR_INVALID_ARG_VALUE'],
    ['a file that a spreadsheet keeps open', BUSY, 'it is open in another program, or a mount point'],
    ['one that can’t be replaced', IN_USE, 'it is open in another program, or write-protected'],
    ['no error of the system', fail('odd'), 'odd'],
  ])('%s in plain words, without its path', (_name, work, expected) => {
    expect(describeSystemError(errorOf(() => work(tempFolder())))).toBe(expected);
  });
});
