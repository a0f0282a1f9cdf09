import { describe, expect, it } from 'vitest';
import type { ListingId } from '../../src/domain/listing.ts';
import { createIdTable } from '../../src/resolve/id-table.ts';
import { aListing } from '../support/builders.ts';

/** Ids that differ in one of their four parts only, as many as make each part of the table grow. */
const ALIKE = Array.from({ length: 6500 }, (_, index) => index.toString(16).padStart(4, '0')).flatMap(
  (digits) =>
    [
      `${digits}0000-0000-4000-8000-000000000000`,
      `00000000-${digits}-4000-8000-000000000000`,
      `00000000-0000-4000-${digits}-000000000000`,
      `00000000-0000-4000-8000-00000000${digits}`,
    ] as ListingId[],
);
const IDS = [...new Set(ALIKE)];

describe('IdTable', () => {
  it('gives each of many ids its own row, in their order, and the ids back', () => {
    const table = createIdTable();
    expect(IDS.map((id) => table.add(id))).toEqual(IDS.map((_, index) => index));
    expect(table.size()).toBe(IDS.length);
    expect(IDS.map((id) => table.find(id))).toEqual(IDS.map((_, index) => index));
    expect(IDS.map((id) => table.add(id))).toEqual(IDS.map((_, index) => index));
    expect(IDS.map((_, row) => table.idOf(row))).toEqual(IDS);
    expect(table.size()).toBe(IDS.length);
  });

  it('finds no id that is not there', () => {
    const table = createIdTable();
    for (const id of IDS.filter((_, index) => index % 2 === 0)) table.add(id);
    expect(IDS.filter((id, index) => index % 2 === 1 && table.find(id) !== undefined)).toEqual([]);
  });

  it('has one row for an id in either case, and gives it back as it was written first', () => {
    const table = createIdTable();
    const small = 'abcdef09-af00-4000-8000-00000000000f' as ListingId;
    const capitals = small.toUpperCase() as ListingId;
    expect([table.add(capitals), table.add(small), table.find(small)]).toEqual([0, 0, 0]);
    expect(table.idOf(0)).toBe(capitals);
    const other = '0000000f-af00-4000-8000-00000000000F' as ListingId;
    expect([table.add(other), table.idOf(1)]).toEqual([1, other]);
  });

  it('has the rows of the listings of each page', () => {
    const table = createIdTable();
    const [one, two, three] = IDS.slice(0, 3).map((id) => aListing({ id })) as [
      ReturnType<typeof aListing>,
      ReturnType<typeof aListing>,
      ReturnType<typeof aListing>,
    ];
    const page = [one, two];
    expect([...table.rowsOf(page)]).toEqual([0, 1]);
    expect(table.rowsOf(page)).toBe(table.rowsOf(page));
    expect([...table.rowsOf([three, two])]).toEqual([2, 1]);
    expect([...table.rowsOf(page)]).toEqual([0, 1]);
  });
});
