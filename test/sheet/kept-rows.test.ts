import { describe, expect, it } from 'vitest';
import type { Row } from '../../src/domain/row.ts';
import { KeptRows } from '../../src/sheet/read-sheet.ts';

function aRow(line: number, ...cells: readonly string[]): Row {
  return { kind: 'ignored', line, cells, reason: 'note', message: 'a note' };
}

function keep(bounds: { readonly rows: number; readonly characters: number }, ...batches: readonly Row[][]) {
  const kept = new KeptRows(0, bounds);
  for (const batch of batches) kept.add(batch);
  return kept.batches();
}

describe('KeptRows', () => {
  const one = [aRow(2, 'ab', 'c'), aRow(3, 'd')];
  const other = [aRow(4, 'ef')];

  it('keeps rows in their batches, up to both bounds', () => {
    expect(keep({ rows: 3, characters: 6 }, one, other)).toEqual([one, other]);
  });

  it('keeps nothing of a sheet without rows', () => {
    expect(keep({ rows: 3, characters: 6 })).toEqual([]);
  });

  it('keeps none of a sheet that is larger than the characters may be', () => {
    expect(new KeptRows(7, { rows: 3, characters: 6 }).batches()).toBeUndefined();
    expect(new KeptRows(6, { rows: 3, characters: 6 }).batches()).toEqual([]);
  });

  it.each([
    ['rows', { rows: 2, characters: 6 }],
    ['characters', { rows: 3, characters: 5 }],
  ])('keeps none of more %s than that, whatever follows', (_, bounds) => {
    expect(keep(bounds, one, other, [])).toBeUndefined();
  });
});
