import { describe, expect, it } from 'vitest';
import { renderReason } from '../../../src/report/text/failure-line.ts';

const HINT = 'Name a run folder that a sync, a diff, an apply or an undo left behind, or latest';
const LONG = `The file "${'x'.repeat(110)}" is there, and holds something else`;

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
      'of a sentence that is too long the first clause, and the rest below',
      LONG,
      `The file "${'x'.repeat(110)}" is there… (exit code 2)\n…, and holds something else`,
    ],
  ])('shows %s', (_name, reason, expected) => {
    const { text } = renderReason('a', reason, { exitCode: 2, isAlone: true });
    expect(text).toBe(`pricesheet: a: ${expected}`);
  });

  it('is no longer than a subject, and shows no more where a screen follows', () => {
    const { text, isWhole } = renderReason('a/b', `${LONG}; ${LONG}`, { exitCode: 4 });
    expect([text.split('\n').length, isWhole]).toEqual([1, false]);
    expect(text.length).toBeLessThan(180);
  });

  it.each([
    ['max_updates: 29 listings would be updated in 88 rows, and --max-updates is 20 % of the rows', ''],
    [
      'older_sheet: this is the sheet of 2026-11-27 17:06 UTC again; a newer one came at 2026-11-28 17:07 UTC',
      '',
    ],
    [`x: ${'in a row '.repeat(12)}of 2026-11-28 17:07 UTC that came`, `x: ${'in a row '.repeat(12)}of…`],
    [`x: ${'in a row '.repeat(13)}as 1 029 listings are`, `x: ${'in a row '.repeat(13)}as…`],
    [`x: ${'in a row '.repeat(13)}as "a name" is`, `x: ${'in a row '.repeat(13)}as…`],
  ])('cuts no number, time or name, and no limit from its figure: %s', (reason, cut) => {
    const { text } = renderReason(
      'shop-a/costs failing for 2 nights, last success 26 November',
      `Stopped by ${reason}`,
      { exitCode: 4 },
    );
    expect(text).toContain(`: Stopped by ${cut || reason} (exit code 4)`);
  });
});
