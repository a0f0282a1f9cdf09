import { describe, expect, it } from 'vitest';
import { KeyRefusedError, SheetError, UsageError } from '../../../src/domain/errors.ts';
import { describeError, describeErrorAsJson } from '../../../src/report/screen/describe-error.ts';

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

describe('describeErrorAsJson', () => {
  it.each([
    [
      'wrong settings',
      new UsageError(['a', 'b'], { hint: 'c' }),
      { code: 'usage', messages: ['a', 'b'], hint: 'c' },
    ],
    ['a known error', new SheetError('a'), { code: 'sheet', messages: ['a'], hint: null }],
    ['a bug', bug, { code: 'bug', messages: ['x is undefined'], hint: null }],
  ])('%s', (_name, error, expected) => {
    expect(describeErrorAsJson(error, 2)).toEqual({ version: 1, exit_code: 2, error: expected });
  });
});
