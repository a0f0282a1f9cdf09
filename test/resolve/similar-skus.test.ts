import { describe, expect, it } from 'vitest';
import type { Sku } from '../../src/domain/listing.ts';
import { SkuWidths, suggestSkus } from '../../src/resolve/similar-skus.ts';
import { aListing, sku } from '../support/builders.ts';

/** What is suggested for a missing SKU of an account with these SKUs, and how often it was asked. */
async function suggest(missing: string, listed: readonly string[], widths: readonly number[] = []) {
  const asked: Sku[] = [];
  const find = async (wanted: Sku) => {
    asked.push(wanted);
    return listed.filter((one) => one === wanted).map((one) => aListing({ sku: sku(one) }));
  };
  const { signal } = new AbortController();
  const found = await suggestSkus({ skus: [sku(missing)], widths }, find, { width: () => 2, signal });
  return { asked, suggestion: found.get(sku(missing)) };
}

const ACCENTS = 'only in how its accents are stored (Unicode normal forms NFC and NFD)';
const BLANK = 'only by a no-break space in place of a plain one';
const AT_END = 'by zeros at its end only; export that column as text';
const UNSEEN = 'only by characters that cannot be seen';

describe('suggestSkus', () => {
  it.each([
    ['composed, listed in parts', 'Gr\u00f6\u00dfe-1', 'Gro\u0308\u00dfe-1', ACCENTS],
    ['in parts, listed composed', 'Gro\u0308\u00dfe-1', 'Gr\u00f6\u00dfe-1', ACCENTS],
    ['of Korean syllables', '\ud55c\uae00-1', '\ud55c\uae00-1'.normalize('NFD'), ACCENTS],
    ['with a no-break space', 'MUG\u00a001', 'MUG 01', BLANK],
    ['with a narrow no-break space', 'MUG\u202f01', 'MUG 01', BLANK],
    ['with a plain blank, listed with a no-break space', 'MUG 01', 'MUG\u00a001', BLANK],
    ['with a zero-width space', 'MUG\u200b-01', 'MUG-01', UNSEEN],
    ['with a byte order mark inside', 'MUG\ufeff-01', 'MUG-01', UNSEEN],
    ['with a soft hyphen', 'MUG\u00ad-01', 'MUG-01', UNSEEN],
    ['with a mark for direction', '\u200eMUG-01', 'MUG-01', UNSEEN],
    ['with several of them', 'Gr\u00f6\u00dfe\u00a01\u200b', 'Gr\u00f6\u00dfe 1', UNSEEN],
    ['in small letters', 'mug-01', 'MUG-01', 'by case only'],
    ['in capitals', 'MUG-01', 'mug-01', 'by case only'],
    [
      'without zeros',
      '5',
      '0005',
      'by leading zeros only; "sku-pad": 4 in pricesheet.json puts them back',
      [4],
    ],
    ['with zeros', '0005', '5', 'by leading zeros only'],
    ['without the zero behind its point', '90.75', '90.750', AT_END],
    ['without two zeros behind its point', '1.1', '1.100', AT_END],
    ['without the zero behind its comma', '90,75', '90,750', AT_END],
    ['with the apostrophe of a text', "'00789", '00789', 'only by the apostrophe in front'],
  ])('names the SKU for one %s', async (_name, missing, listed, how, widths: readonly number[] = []) => {
    const { suggestion } = await suggest(missing, [listed, 'OTHER'], widths);
    expect(suggestion).toEqual({ sku: listed, how });
  });

  it.each([
    ['another letter', 'MUG-01', ['MUG-02']],
    ['another accent', 'Gr\u00f6\u00dfe', ['Gr\u00f3\u00dfe']],
    ['no blank', 'MUG 01', ['MUG01']],
    ['other zeros at its end', '90.7', ['90.07', '90.70000', '907']],
    ['several with zeros at their ends', '90.7', ['90.70', '90.700']],
    ['an apostrophe elsewhere', "O'RING", ['ORING']],
    ['several that are alike', 'Mug\u200b', ['Mug', 'MUG\u200b']],
  ])('suggests nothing where there is only %s', async (_name, missing, listed) => {
    expect((await suggest(missing, listed)).suggestion).toBeUndefined();
  });

  it.each([
    ['plain letters', 'MUG-01a', 2],
    ['digits', '12345', 3],
    ['digits with zeros among them', '10045', 3],
    ['digits, then a letter', '12a', 1],
    ['a letter, a number with a point', 'a1.5', 1],
    ['a number with a point, a letter', '1.5a', 1],
    ['letters and blanks', 'Mug 01', 3],
    ['everything at once', 'Gr\u00f6\u00dfe\u00a01\u200b', 4],
  ])('looks few variants up of a SKU of %s', async (_name, missing, most) => {
    const { asked } = await suggest(missing, []);
    expect(asked).toHaveLength(most);
    expect(asked).not.toContain(missing);
  });
});

describe('SkuWidths', () => {
  it.each([
    ['none', [], []],
    ['SKUs with letters in front, behind and between', ['A12', '12A', '1A2', ''], []],
    ['the commonest first', ['1', '12', '34', '123', '456', '789'], [3, 2, 1]],
    ['three at most', ['1', '2', '12', '34', '123', '456', '1234'], [1, 2, 3]],
  ])('finds how many digits listed SKUs have: %s', (_name, skus, expected) => {
    const widths = new SkuWidths();
    for (const each of skus) widths.add(each);
    expect(widths.result()).toEqual(expected);
  });
});
