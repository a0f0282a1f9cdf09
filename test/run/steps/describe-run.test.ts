import { describe, expect, it } from 'vitest';
import type { LearnedPace } from '../../../src/domain/ports.ts';
import { nameStrategies, noticePace } from '../../../src/run/steps/describe-run.ts';
import { BUY_BOX } from '../../support/test-sandbox.ts';
import { openShop } from '../support.ts';

const aStrategy = (id: string, name: string, platform: string) => ({ id, name, platform, type: null });

describe('nameStrategies', () => {
  it('adds the platform where a name repeats, and nowhere else', () => {
    const names = nameStrategies([
      aStrategy('s1', 'Margin first', 'amazon'),
      aStrategy('s2', 'Buy Box', 'amazon'),
      aStrategy('s3', 'Margin first', 'walmart'),
    ]);
    expect([...names]).toEqual([
      ['s1', 'Margin first (amazon)'],
      ['s2', 'Buy Box'],
      ['s3', 'Margin first (walmart)'],
    ]);
  });
});

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

describe('a dry run', () => {
  it('counts the updates that leave a strategy free to compute bounds anew', async () => {
    const strategic = { strategy: BUY_BOX };
    const { sync } = await openShop({ listings: [strategic, strategic, strategic, {}, {}] });
    const sheet = [
      'sku,cost,min,max,strategy',
      // Neither bound, one of them, both of them.
      'SKU-1,6.10,,,',
      'SKU-2,6.10,10.10,,',
      'SKU-3,6.10,10.10,20.10,',
      // None computes, and one that will.
      'SKU-4,6.10,,,',
      'SKU-5,,,,Buy Box',
    ];
    const { notices } = await sync(`${sheet.join('\n')}\n`, { settings: { dryRun: true } });
    expect(notices).toEqual([
      expect.stringContaining('A strategy may recompute minimum and maximum in 3 updates'),
    ]);
  });
});
