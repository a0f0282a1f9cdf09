import { describe, expect, it } from 'vitest';
import type { IgnoredRow, InvalidRow } from '../../src/domain/row.ts';
import { formatShard, nameShard, ownsRow, type Shard } from '../../src/domain/shard.ts';
import { aRow, sku } from '../support/builders.ts';

function shardsOf(of: number): readonly Shard[] {
  return Array.from({ length: of }, (_, index) => ({ index: index + 1, of }));
}

/** The indices of the shards that a row is of. */
function ownersOf(row: Parameters<typeof ownsRow>[1], of: number, options?: Parameters<typeof ownsRow>[2]) {
  return shardsOf(of).flatMap((shard) => (ownsRow(shard, row, options) ? [shard.index] : []));
}

function ignored(line: number): IgnoredRow {
  return { kind: 'ignored', line, cells: [], reason: 'blank', message: 'Nothing' };
}

function invalid(line: number, text?: string): InvalidRow {
  const target = text === undefined ? undefined : { sku: sku(text) };
  return { kind: 'invalid', line, cells: [], target, problems: [] };
}

describe('ownsRow', () => {
  it.each([1, 2, 3, 5, 16])('has every row be of exactly one of %d shards', (of) => {
    for (let line = 1; line <= 200; line++) {
      expect(ownersOf(aRow({ sku: `SKU-${line}`, line }), of)).toHaveLength(1);
      expect(ownersOf(ignored(line), of)).toHaveLength(1);
      expect(ownersOf(invalid(line), of)).toHaveLength(1);
    }
  });

  it('keeps rows of one SKU together, wherever they stand, whatever else they say, and whether they can be read', () => {
    const rows = [
      aRow({ sku: 'MUG-01', line: 2 }),
      aRow({ sku: 'MUG-01', line: 9, target: { platform: 'walmart' } }),
      invalid(14, 'MUG-01'),
      {
        ...invalid(17, 'MUG-01'),
        kind: 'duplicate',
        target: { sku: sku('MUG-01') },
        reason: 'repeats',
        message: '',
      } as const,
    ];
    for (const of of [2, 3, 4, 5, 7, 11]) {
      expect(new Set(rows.map((row) => String(ownersOf(row, of)))).size).toBe(1);
    }
  });

  it('keeps SKUs that differ in case only together where that may mean one listing', () => {
    const skus = Array.from({ length: 50 }, (_, number) => `Mug-${number}`);
    const agree = (ignoreCase: boolean): number =>
      skus.filter((text) => {
        const [one, other] = [text, text.toUpperCase()].map((each) =>
          ownersOf(aRow({ sku: each }), 7, { ignoreCase }),
        );
        return String(one) === String(other);
      }).length;
    expect(agree(true)).toBe(50);
    expect(agree(false)).toBeLessThan(25);
  });

  it.each([
    ['numbered', (n: number) => `SKU-${n}`],
    ['numbered in tens', (n: number) => String(n * 10)],
    ['numbered in sixteens', (n: number) => `A${n * 16}`],
    ['filled up with zeros', (n: number) => String(n).padStart(18, '0')],
    ['that differ at the front', (n: number) => `${n}-RED-XL`],
  ])('deals out SKUs %s evenly', (_name, toSku) => {
    for (const of of [2, 4, 5, 16]) {
      const sizes = shardsOf(of).map(
        (shard) =>
          Array.from({ length: 8000 }, (_, n) => aRow({ sku: toSku(n) })).filter((row) => ownsRow(shard, row))
            .length,
      );
      for (const size of sizes) expect(Math.abs(size - 8000 / of)).toBeLessThan(5 * Math.sqrt(8000 / of));
    }
  });

  it('splits as every version before: shards of one night may run under several', () => {
    const skus = ['MUG-01', 'mug-01', '0005', 'Ä-1', '😀', 'SKU-123456'];
    expect(skus.map((text) => ownersOf(aRow({ sku: text }), 1000)[0])).toEqual([
      217, 403, 620, 919, 207, 770,
    ]);
  });
});

describe('formatShard, nameShard', () => {
  it('write it as the flag has it, and as part of a file name', () => {
    expect([formatShard({ index: 2, of: 4 }), nameShard({ index: 2, of: 4 })]).toEqual(['2/4', '2of4']);
  });
});
