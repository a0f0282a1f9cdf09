import { describe, expect, it } from 'vitest';
import { type Ending, writeVerdict } from '../../../src/report/page/write-verdict.ts';

const ENDING: Ending = { how: 'sent', going: 10, of: 78, attention: 0, held: 0, nouns: ['row', 'rows'] };

describe('writeVerdict', () => {
  it.each<[Partial<Ending>, string]>([
    [{}, '10 listings were changed. Nothing needs you'],
    [{ how: 'stopped' }, 'Stopped: 10 of 78 listings were changed'],
    [{ how: 'stopped', going: 1 }, 'Stopped: 1 of 78 listings was changed'],
    [{ how: 'stopped', rules: 1, isDryRun: true }, 'Stopped by a guard rule: nothing would be sent'],
    [{ held: 5, attention: 2 }, '10 listings were changed. 7 rows need you'],
    [
      { held: 5, attention: 2, isReviewed: true },
      '10 listings were changed. 5 rows were not approved, 2 rows need you',
    ],
  ])('says of %j %j', (part, said) => {
    expect(writeVerdict({ ...ENDING, ...part })).toBe(said);
  });
});
