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
