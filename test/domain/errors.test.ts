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

describe('describeSystemError', () => {
  it.each([
    ['no such file', (folder: string) => readFileSync(join(folder, 'x')), 'there is no such file'],
    ['a folder', (folder: string) => readFileSync(folder), 'it is a folder'],
    [
      'a path through a file',
      () => readdirSync(join(import.meta.filename, 'x')),
      'a part of the path is not a folder',
    ],
    ['a name too long', (folder: string) => readFileSync(join(folder, 'x'.repeat(999))), 'name too long'],
    ['a name that is none', (folder: string) => readFileSync(join(folder, 'x\0')), 'ERR_INVALID_ARG_VALUE'],
    [
      'a file that a spreadsheet keeps open, on Windows',
      () => {
        throw Object.assign(new Error("EBUSY: resource busy or locked, open 'C:\\x.csv'"), { code: 'EBUSY' });
      },
      'it is open in another program, or a mount point',
    ],
    [
      'a file that could not be replaced on Windows, since it is open',
      () => {
        throw Object.assign(new Error("EPERM: operation not permitted, rename 'C:\\x.csv'"), {
          code: 'EINUSE',
        });
      },
      'it is open in another program, or write-protected',
    ],
    [
      'no error of the system',
      () => {
        throw new Error('odd');
      },
      'odd',
    ],
  ])('%s in plain words, without its path', (_name, work, expected) => {
    expect(describeSystemError(errorOf(() => work(tempFolder())))).toBe(expected);
  });
});
