import { describe, expect, it } from 'vitest';
import { KeyRefusedError, SheetError, UsageError } from '../../../src/domain/errors.ts';
import { describeError } from '../../../src/report/screen/describe-error.ts';

const bug = new TypeError('x is undefined');

describe('describeError', () => {
  it.each([
    ['one wrong setting', new UsageError(['--rate: "x" is no number']), '--rate: "x" is no number'],
    [
      'several wrong settings',
      new UsageError(['--rate: "x" is no number', '--match: "y" is wrong'], { hint: 'See --help' }),
      'Several settings are wrong:\n  --rate: "x" is no number\n  --match: "y" is wrong\nSee --help',
    ],
    ['a known error', new SheetError('Cannot read the sheet "a.csv"'), 'Cannot read the sheet "a.csv"'],
  ])('%s', (_name, error, expected) => {
    expect(describeError(error)).toBe(expected);
  });

  it('shows what helps to mend a bug, and nothing of that for a known error', () => {
    expect(describeError(bug)).toMatch(
      /^This is a bug in pricesheet, please report it: TypeError: x is undefined\n\s+at /,
    );
    expect(describeError(new KeyRefusedError('no', { cause: bug }))).toBe('no');
  });
});
