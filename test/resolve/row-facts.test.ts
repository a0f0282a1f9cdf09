import { describe, expect, it } from 'vitest';
import type { Desired } from '../../src/domain/fields.ts';
import { hashText } from '../../src/domain/hash-text.ts';
import type { Channel } from '../../src/domain/listing.ts';
import type { InvalidRow, Row, SheetRow } from '../../src/domain/row.ts';
import type { CarriedOver } from '../../src/domain/stages.ts';
import { commonTarget, RowFactsCollector, SkuSample } from '../../src/resolve/row-facts.ts';
import { atOnce } from '../../src/run/disk/in-slices.ts';
import { aListing, aRow, cents, listingId, sku } from '../support/builders.ts';

const SETS: Desired = { cost: cents(640) };
const listed = aListing();
const planned = { ...listed, before: listed.values, pins: {}, exact: false, mayArrive: false };

function factsOf(...rows: readonly (Row | CarriedOver)[]) {
  const collector = new RowFactsCollector();
  for (const row of rows) collector.add(row);
  return atOnce(collector.result());
}

function row(
  text: string,
  fields: Partial<Omit<SheetRow, 'target'>> & { readonly target?: Partial<SheetRow['target']> } = {},
) {
  return aRow({ sku: text, requested: SETS, ...fields });
}

function invalid(text: string, target: Partial<SheetRow['target']> = {}): InvalidRow {
  return { kind: 'invalid', line: 2, cells: [], target: { sku: sku(text), ...target }, problems: [] };
}

const nameless: InvalidRow = { kind: 'invalid', line: 2, cells: [], problems: [] };
const empty = (text: string) => row(text, { requested: {} });
const names = { listingId: listingId(7) };

describe('RowFactsCollector', () => {
  it('wants the SKUs of rows that set something, as they are written', () => {
    const facts = factsOf(row('B'), row('A'), row('c'), row('A'), empty('D'), invalid('E'));
    expect(['A', 'B', 'c', 'C', 'D', 'E', 'F'].filter((text) => facts.isWanted(sku(text)))).toEqual([
      'A',
      'B',
      'c',
    ]);
    expect(facts.skus).toBe(3);
    expect([...facts.sample].sort()).toEqual(expect.arrayContaining(['A', 'B', 'c']));
  });

  it('wants each of many', () => {
    const texts = Array.from({ length: 500 }, (_, index) => `SKU-${index * 7}`);
    const facts = factsOf(
      ...texts.map((text) =>
        row(text, { target: { listingId: listingId(text.length * 1000 + Number(text.slice(4))) } }),
      ),
    );
    expect(texts.filter((text) => !facts.isWanted(sku(text)))).toEqual([]);
    expect(
      texts.filter((text) => !facts.isNamed(listingId(text.length * 1000 + Number(text.slice(4))))),
    ).toEqual([]);
    expect(facts.skus).toBe(500);
    expect(facts.hasRepeated).toBe(false);
  });

  it.each([
    ['none', [row('A'), row('B')], []],
    ['the same SKU', [row('A'), row('B'), row('A')], ['A', 'a']],
    ['SKUs that differ in case', [row('A'), row('a'), row('B')], ['A', 'a']],
    ['a SKU with zeros and without', [row('0012'), row('12')], ['0012', '12']],
    ['a row that sets nothing', [row('A'), empty('A')], ['A', 'a']],
    ['a row that can’t be read', [row('A'), invalid('A')], ['A', 'a']],
    ['a row without a SKU', [row('A'), nameless, nameless], []],
  ])('finds what is repeated: %s', (_name, rows, repeated) => {
    const facts = factsOf(...rows);
    expect(['A', 'a', 'B', '0012', '12', '13'].filter((text) => facts.isRepeated(sku(text)))).toEqual(
      repeated,
    );
    expect(facts.hasRepeated).toBe(repeated.length > 0);
  });

  it.each([
    ['a row', row('A', { target: names }), true],
    ['a row that sets nothing', row('A', { target: names, requested: {} }), false],
    ['a row of an earlier plan, whose SKU is right', row('A', { target: names, planned }), false],
    ['a row that can’t be read', invalid('A', names), false],
    ['no row', row('A'), false],
  ])('knows the listing that is named by %s', (_name, each, expected) => {
    const facts = factsOf(row('B'), each);
    expect(facts.isNamed(names.listingId)).toBe(expected);
    expect(facts.isNamed(listingId(8))).toBe(false);
  });

  it('knows it in whatever case its id is written', () => {
    const written = 'ABCDEF00-0000-4000-8000-000000000007' as typeof names.listingId;
    const facts = factsOf(row('A', { target: { listingId: written } }));
    expect(facts.isNamed(written.toLowerCase() as typeof written)).toBe(true);
    expect(facts.isNamed(written)).toBe(true);
  });

  it.each([
    ['a shortened number', row('1.23E+12', { target: names }), true],
    ['a date', invalid('1.5.2024', names), true],
    ['a row of an earlier plan', row('1.23E+12', { target: names, planned }), false],
    ['a row without an id', row('1.23E+12'), false],
    ['a row without a SKU', nameless, false],
    ['a number with all its digits', row('123', { target: names }), false],
  ])('knows whether a SKU may have lost a part: %s', (_name, each, expected) => {
    expect(factsOf(each, row('B')).hasRewritten).toBe(expected);
    expect(factsOf(row('B'), each).hasRewritten).toBe(expected);
  });

  it.each([
    ['a row with one', row('A', { requested: { strategy: 'Buy Box' } }), true],
    ['a row that takes one away', row('A', { requested: { strategy: null } }), true],
    ['a row without one', row('A'), false],
    ['a row of an earlier plan', row('A', { requested: { strategy: 's-1' }, planned }), false],
  ])('knows whether strategies are to be found: %s', (_name, each, expected) => {
    expect(factsOf(each).setsStrategy).toBe(expected);
  });

  it.each([
    ['a row that sets something', row('A', { target: { channel: 'c-1' } }), true],
    ['a row that sets nothing', row('A', { target: { channel: 'c-1' }, requested: {} }), false],
    ['no row', row('A'), false],
  ])('knows whether a channel is named: by %s', (_name, each, expected) => {
    expect(factsOf(each).namesChannel).toBe(expected);
  });
});

const channels: readonly Channel[] = [
  { id: 'c-1', type: 'seller_central', platform: 'amazon' },
  { id: 'c-2', type: 'marketplace', platform: 'walmart' },
];

describe('RowFactsCollector: what every row names', () => {
  const BOTH = { platform: 'amazon', channel: 'c-1' };
  it.each([
    ['no row', [], undefined, undefined],
    ['one row', [BOTH], 'amazon', 'c-1'],
    ['rows that name nothing', [{}, {}], undefined, undefined],
    ['rows that name the same', [{ platform: 'amazon' }, { platform: 'amazon' }], 'amazon', undefined],
    ['a last row that names nothing', [BOTH, {}], undefined, undefined],
    ['a first row that names nothing', [{}, BOTH], undefined, undefined],
    ['another platform in between', [BOTH, { ...BOTH, platform: 'walmart' }, BOTH], undefined, 'c-1'],
    ['another channel in between', [BOTH, { ...BOTH, channel: 'c-2' }, BOTH], 'amazon', undefined],
  ])('%s', (_name, targets, platform, channel) => {
    const facts = factsOf(...targets.map((target) => row('A', { target })));
    expect(facts.common).toEqual({ platform, channel });
  });
});

describe('commonTarget', () => {
  it.each([
    ['nothing', {}, {}],
    ['a platform', { platform: 'amazon' }, { platform: 'amazon' }],
    ['a channel', { channel: 'c-2' }, { channel: 'c-2' }],
    ['a channel that is not there', { platform: 'amazon', channel: 'c-9' }, { platform: 'amazon' }],
  ])('asks for no more than the part that all rows name: %s', (_name, target, expected) => {
    expect(commonTarget(target, channels)).toStrictEqual(expected);
  });
});

function sampleOf(numbers: Iterable<number>): readonly number[] {
  const sample = new SkuSample();
  for (const number of numbers) sample.add(sku(`SKU-${number}`));
  return sample.result().map((text) => Number(text.slice(4)));
}

describe('SkuSample', () => {
  it('draws the SKUs with the 1,024 lowest hashes, in whatever order they come', () => {
    const skus = Array.from({ length: 6000 }, (_, n) => sku(`SKU-${n}`));
    const hashes = skus.map(hashText).sort((one, other) => one - other);
    for (const order of [skus, skus.toReversed(), skus.toSorted((a, b) => hashText(a) - hashText(b))]) {
      const sample = new SkuSample();
      for (const each of order) sample.add(each);
      const drawn = sample.result().map(hashText);
      expect(Math.max(...drawn)).toBeLessThanOrEqual(hashes[1023] ?? 0);
      expect(drawn.length).toBeGreaterThan(600);
    }
  });

  it('holds each SKU of a small sheet once at most', () => {
    const sample = sampleOf([...Array(40).keys(), 3, 5, 3]);
    expect(new Set(sample).size).toBe(sample.length);
    expect(sample.length).toBeGreaterThan(30);
  });

  it('is from all over a large sheet, and so are the first few of it', () => {
    const rows = 20_000;
    const sample = sampleOf(Array(rows).keys());
    expect(sample.length).toBeGreaterThan(400);
    for (const count of [12, 24, 48]) {
      const places = [0, ...sample.slice(0, count).sort((a, b) => a - b), rows];
      const gaps = places.slice(1).map((place, at) => place - (places[at] ?? 0));
      expect(Math.max(...gaps) / (rows / count)).toBeLessThan(2.5);
    }
  });
});
