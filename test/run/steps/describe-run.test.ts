import { describe, expect, it } from 'vitest';
import type { LearnedPace } from '../../../src/domain/ports.ts';
import { noticePace } from '../../../src/run/steps/describe-run.ts';

const pace: LearnedPace = { setting: 20, ratePerSecond: undefined, refused: 0, concurrencyWanted: undefined };

describe('noticePace', () => {
  it.each<readonly [string, Partial<LearnedPace>, number | 'auto', number, string | undefined]>([
    ['nothing of a run that was over in seconds', { concurrencyWanted: 13 }, 8, 9_999, undefined],
    ['nothing where the rate set the pace', {}, 8, 10_000, undefined],
    [
      'that a bound is lower than the rate takes',
      { concurrencyWanted: 13 },
      8,
      10_000,
      'The setting "concurrency", 8, limited the speed to less than --rate 20; leave it out',
    ],
    [
      'what auto would need',
      { setting: 1000, concurrencyWanted: 501 },
      'auto',
      10_000,
      'The setting "concurrency", auto (at most 256), limited the speed to less than --rate 1000; set it to 501 in pricesheet.json',
    ],
    [
      'that the service accepts few connections, however short the run',
      { connectionsAccepted: 4 },
      'auto',
      100,
      'The service accepted no more than 4 connections at once and refused others; set "concurrency": 4 in pricesheet.json',
    ],
    [
      'of auto that more may be had',
      { setting: 'auto', concurrencyWanted: 0 },
      8,
      10_000,
      'The setting "concurrency", 8, limited the speed; a higher one may be faster',
    ],
  ])('says %s', (_name, learned, concurrency, tookMs, said) => {
    expect(noticePace({ ...pace, ...learned }, { concurrency, tookMs })).toEqual(
      said === undefined ? [] : [said],
    );
  });
});
