import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { targetKey } from '../../src/domain/row.ts';
import { aRow, listingId, sku } from '../support/builders.ts';
import { runs } from '../support/runs.ts';

const text = fc.constantFrom('a', 'A', 'b', 'null', '","', '"', ',', 'a","b');
const part = fc.option(text, { nil: undefined });
const row = fc.record({
  target: fc.record({
    sku: text.map(sku),
    listingId: fc.option(fc.constantFrom(listingId(1), listingId(2)), { nil: undefined }),
    platform: part,
    channel: part,
  }),
  currency: part,
  currencyOneOf: fc.option(fc.array(text, { minLength: 1, maxLength: 2 }), { nil: undefined }),
});

describe('targetKey', () => {
  it('is the same for rows of the same target and currency, and only for those', () => {
    fc.assert(
      fc.property(row, row, (one, other) => {
        const same = JSON.stringify(one) === JSON.stringify(other);
        expect(targetKey(aRow(one)) === targetKey(aRow(other))).toBe(same);
      }),
      { numRuns: runs(2000) },
    );
  });

  it.each<Parameters<typeof aRow>[0]>([
    { target: { sku: sku('B') } },
    { target: { listingId: listingId(2) } },
    { target: { platform: 'walmart' } },
    { target: { channel: 'c-2' } },
    { currency: 'eur' },
    { currencyOneOf: ['usd', 'aud'] },
  ])('is another one for a row that differs in %j alone', ({ target, ...fields } = {}) => {
    const one = { target: { sku: sku('A'), listingId: listingId(1), platform: 'amazon', channel: 'c-1' } };
    const other = { ...fields, target: { ...one.target, ...target } };
    expect(targetKey(aRow(other))).not.toBe(targetKey(aRow(one)));
  });

  it('takes a part that is absent like one that is undefined, and a row that cannot be read like any other', () => {
    const key = targetKey({ ...aRow(), target: { sku: sku('A') } });
    const none = { sku: sku('A'), listingId: undefined, platform: undefined, channel: undefined };
    expect(targetKey({ ...aRow(), target: none, currency: undefined })).toBe(key);
    const invalid = { kind: 'invalid', line: 2, cells: [], target: none, problems: [] } as const;
    expect(targetKey(invalid)).toBe(key);
    expect(targetKey({ ...invalid, currency: 'usd' })).toBe(
      targetKey({ ...aRow(), target: none, currency: 'usd' }),
    );
  });
});
