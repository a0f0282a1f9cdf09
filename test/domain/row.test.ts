import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { targetKey } from '../../src/domain/row.ts';
import { listingId, sku } from '../support/builders.ts';
import { runs } from '../support/runs.ts';

const text = fc.constantFrom('a', 'A', 'b', 'null', '","', '"', ',', 'a","b');
const part = fc.option(text, { nil: undefined });
const target = fc.record({
  sku: text.map(sku),
  listingId: fc.option(fc.constantFrom(listingId(1), listingId(2)), { nil: undefined }),
  platform: part,
  channel: part,
});

describe('targetKey', () => {
  it('is the same for targets that say the same, and only for those', () => {
    fc.assert(
      fc.property(target, target, (one, other) => {
        const same =
          one.sku === other.sku &&
          one.listingId === other.listingId &&
          one.platform === other.platform &&
          one.channel === other.channel;
        expect(targetKey(one) === targetKey(other)).toBe(same);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('takes a part that is absent like one that is undefined', () => {
    expect(targetKey({ sku: sku('A') })).toBe(
      targetKey({ sku: sku('A'), listingId: undefined, platform: undefined, channel: undefined }),
    );
  });
});
