import { describe, expect, it } from 'vitest';
import type { Sku } from '../../src/domain/listing.ts';
import { DamagedSkus } from '../../src/resolve/look-up-skus.ts';
import { aListing, listingId, sku } from '../support/builders.ts';

/** An account with these SKUs, whose ids count up, and what it was asked. */
function anAccount(...listed: readonly string[]) {
  const asked: Sku[] = [];
  const { signal } = new AbortController();
  const damaged = new DamagedSkus(async (wanted, options) => {
    expect(options.signal).toBe(signal);
    asked.push(wanted);
    return listed.flatMap((text, index) =>
      text === wanted ? [aListing({ id: listingId(index + 1), sku: sku(text) })] : [],
    );
  });
  const find = async (written: string, id?: number) => {
    asked.length = 0;
    const target = { sku: sku(written), ...(id !== undefined && { listingId: listingId(id) }) };
    return (await damaged.find(target, signal))?.sku;
  };
  return { find, asked };
}

describe('DamagedSkus', () => {
  it.each([
    ['123', '00000123'],
    ['123', '000123'],
    ['4006381333931', '04006381333931'],
  ])('finds what %s was before it lost its zeros: %s', async (written, listed) => {
    expect(await anAccount(listed).find(written, 1)).toBe(listed);
  });

  it('takes none but the listing with the id', async () => {
    const { find } = anAccount('00000123', '0123');
    expect(await find('123', 2)).toBe('0123');
    expect(await find('123', 3)).toBeUndefined();
  });

  it.each([
    ['without an id', '123', undefined],
    ['that has letters behind its digits', '123A', 1],
    ['that has letters in front of them', 'A123', 1],
    ['that is a date', '1.5.2024', 1],
  ])('asks nothing about a SKU %s', async (_name, written, id) => {
    const { find, asked } = anAccount('00000123');
    expect(await find(written, id)).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it('asks for each width once, and never for the SKU as it is', async () => {
    const { find, asked } = anAccount();
    await find('12345678', 1);
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked).not.toContain('12345678');
    expect(asked.map(({ length }) => length).sort((a, b) => a - b)).toEqual([
      9, 10, 11, 12, 13, 14, 15, 16, 17, 18,
    ]);
  });

  it('tries all widths for three SKUs in vain, and after that only those that were found', async () => {
    const { find, asked } = anAccount('00000001', '00000002', '03');
    await find('1', 1);
    for (const round of [1, 2, 3]) {
      await find('9', 9);
      expect([round, asked.length > 10]).toEqual([round, true]);
    }
    await find('9', 9);
    expect(asked).toEqual(['00000009']);
    expect(await find('3', 3)).toBeUndefined();
    expect(await find('2', 2)).toBe('00000002');
  });
});
