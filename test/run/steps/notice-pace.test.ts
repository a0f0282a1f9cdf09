import { describe, expect, it } from 'vitest';
import type { LearnedPace } from '../../../src/domain/ports.ts';
import { noticePace } from '../../../src/run/steps/describe-run.ts';

const pace: LearnedPace = { setting: 20, ratePerSecond: undefined, refused: 0, concurrencyWanted: undefined };

describe('noticePace', () => {
  it('says nothing of a run that was over in seconds', () => {
    expect(noticePace({ ...pace, concurrencyWanted: 13 }, { concurrency: 8, tookMs: 9_999 })).toEqual([]);
  });

  it('says nothing where the rate set the pace', () => {
    expect(noticePace(pace, { concurrency: 8, tookMs: 10_000 })).toEqual([]);
  });

  it('advises against a bound that is lower than the rate takes', () => {
    expect(noticePace({ ...pace, concurrencyWanted: 13 }, { concurrency: 8, tookMs: 10_000 })).toEqual([
      'The setting "concurrency", 8, limited the speed to less than --rate 20; leave it out',
    ]);
  });

  it('says what auto would need', () => {
    expect(
      noticePace({ ...pace, setting: 1000, concurrencyWanted: 501 }, { concurrency: 'auto', tookMs: 10_000 }),
    ).toEqual([
      'The setting "concurrency", auto (at most 256), limited the speed to less than --rate 1000; set it to 501 in pricesheet.json',
    ]);
  });

  it('names a service that accepts few connections, however short the run', () => {
    expect(noticePace({ ...pace, connectionsAccepted: 4 }, { concurrency: 'auto', tookMs: 100 })).toEqual([
      'The service accepted no more than 4 connections at once and refused others; set "concurrency": 4 in pricesheet.json',
    ]);
  });

  it('says of auto that more may be had', () => {
    expect(
      noticePace({ ...pace, setting: 'auto', concurrencyWanted: 0 }, { concurrency: 8, tookMs: 10_000 }),
    ).toEqual(['The setting "concurrency", 8, limited the speed; a higher one may be faster']);
  });
});
