import { describe, expect, it } from 'vitest';
import {
  DiskError,
  InterruptedError,
  KeyRefusedError,
  LockedError,
  OtherAccountError,
  RunFolderError,
  ServiceError,
  SheetError,
  TooManyFailuresError,
  UsageError,
} from '../../src/domain/errors.ts';
import { exitCodeOf } from '../../src/domain/exit-codes.ts';

describe('exitCodeOf', () => {
  it.each([
    ['wrong usage', new UsageError(['x']), 2],
    ['a sheet that can’t be read', new SheetError('x'), 2],
    ['a run folder that can’t be used', new RunFolderError('x'), 2],
    ['a run of another account', new OtherAccountError('x'), 2],
    ['a refused key', new KeyRefusedError('x'), 5],
    ['too many failures', new TooManyFailuresError('x'), 6],
    ['an account that another run holds', new LockedError('x'), 7],
    ['Ctrl-C', new InterruptedError('SIGINT'), 130],
    ['a request to end', new InterruptedError('SIGTERM'), 143],
    ['a terminal that went away', new InterruptedError('SIGHUP'), 129],
    ['a service that can’t be reached', new ServiceError('x'), 1],
    ['a disk that is full', new DiskError('x'), 1],
    ['a bug', new TypeError('x'), 1],
    ['anything else that was thrown', 'x', 1],
    ['nothing that was thrown', undefined, 1],
  ])('%s', (_name, error, expected) => {
    expect(exitCodeOf(error)).toBe(expected);
  });
});
