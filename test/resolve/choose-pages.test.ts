import { describe, expect, it } from 'vitest';
import { choosePages } from '../../src/resolve/choose-pages.ts';
import { listingId, sku } from '../support/builders.ts';

/** Each listing as its SKU and its page: `A1 B0`. */
function choose(text: string): readonly number[] {
  const words = text.split(' ').filter((word) => word !== '');
  const wordOf = (id: string) => words[Number(id.slice(-12)) - 1] ?? '';
  return choosePages(
    words.map(([name = ''], index) => ({ id: listingId(index + 1), sku: sku(name) })),
    { pageOf: (id) => Number.parseInt(wordOf(id).slice(1), 10) },
  );
}

describe('choosePages', () => {
  it.each([
    ['nothing', '', []],
    ['listings that were on no page', 'A0 B0', []],
    ['one listing of a page', 'A1', []],
    ['two SKUs of a page', 'A1 B1', [1]],
    ['two listings of one SKU on a page', 'A1 A1', []],
    ['a page each', 'A1 B2 C3', []],
    ['pages with several, and others', 'A2 B2 C3 D0 E4 F4', [2, 4]],
    ['two SKUs, both of them on two pages', 'A1 B1 A2 B2', []],
    ['three SKUs on two pages', 'A1 B1 A2 C2', [1, 2]],
  ])('%s', (_name, listings, expected) => {
    expect(choose(listings)).toEqual(expected);
  });
});
