import { describe, expect, it } from 'vitest';
import { summarizeRate } from '../../../src/report/tally/summarize-rate.ts';

describe('summarizeRate', () => {
  it('says what was set and what was learned, to a thousandth', () => {
    const pace = { setting: 'auto', ratePerSecond: 19.87654, refused: 3, concurrencyWanted: 12 } as const;
    expect(summarizeRate(pace)).toEqual({
      setting: 'auto',
      learned_per_second: 19.877,
      refused: 3,
      held_by_concurrency: true,
    });
  });

  it('says null where nothing was learned', () => {
    const pace = { setting: 10, ratePerSecond: undefined, refused: 0, concurrencyWanted: undefined };
    expect(summarizeRate(pace)).toEqual({
      setting: 10,
      learned_per_second: null,
      refused: 0,
      held_by_concurrency: false,
    });
  });
});
