import { describe, expect, it } from 'vitest';
import { BUY_BOX } from '../../support/test-sandbox.ts';
import { openShop } from '../support.ts';

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
