import { describe, expect, it } from 'vitest';
import { KeyRefusedError } from '../../../src/domain/errors.ts';
import { describeError } from '../../../src/report/screen/describe-error.ts';

const bug = new TypeError('x is undefined');

describe('describeError', () => {
  it('shows what helps to mend a bug, and nothing of that for a known error', () => {
    expect(describeError(bug)).toMatch(
      /^This is a bug in pricesheet, please report it: TypeError: x is undefined\n\s+at /,
    );
    expect(describeError(new KeyRefusedError('no', { cause: bug }))).toBe('no');
  });
});
