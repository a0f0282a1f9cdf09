import { describe, expect, it } from 'vitest';
import { renderReason } from '../../../src/report/text/reason-line.ts';

const HINT = 'Name a run folder that a sync, a diff, an apply or an undo left behind, or latest';
const LONG = `The file "${'x'.repeat(90)}" is there, and holds something else`;

describe('renderReason', () => {
  it.each([
    ['a short one in one line', 'No such run\nName one', 'No such run. Name one (exit code 2)'],
    [
      'a longer one with its advice below',
      `Cannot undo "none": there is no such folder\n${HINT}`,
      `Cannot undo "none": there is no such folder (exit code 2)\n${HINT}`,
    ],
    [
      'a list below its title',
      `Several settings are wrong:\n  --rate: ${'x'.repeat(80)}\n  --max-change: y`,
      `Several settings are wrong (exit code 2):\n  --rate: ${'x'.repeat(80)}\n  --max-change: y`,
    ],
    [
      'of a sentence that is too long the first clause, and all of it below',
      LONG,
      `The file "${'x'.repeat(90)}" is there… (exit code 2)\n${LONG}`,
    ],
  ])('shows %s', (_name, reason, expected) => {
    const { text } = renderReason('a', reason, { exitCode: 2, isAlone: true });
    expect(text).toBe(`pricesheet: a: ${expected}`);
  });

  it('is no longer than a subject, and shows no more where a screen follows', () => {
    const { text, isWhole } = renderReason('a/b', `${LONG}; ${LONG}`, { exitCode: 4 });
    expect([text.split('\n').length, isWhole]).toEqual([1, false]);
    expect(text.length).toBeLessThan(160);
  });
});
