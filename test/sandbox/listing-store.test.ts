import { beforeAll, describe, expect, test } from 'vitest';
import { createAccount } from '../../src/sandbox/account.ts';
import { generateCatalogue } from '../../src/sandbox/generate-catalogue.ts';
import type { ListingStore } from '../../src/sandbox/listing-store.ts';
import { createRandom } from '../../src/sandbox/random.ts';

const COUNT = 100_000;
const catalogue = generateCatalogue({ listings: COUNT });
const { listings, channels } = catalogue;
const idAt = (position: number) => listings[position]?.id ?? '';
let store: ListingStore;

beforeAll(() => {
  store = createAccount(catalogue, { clock: { now: () => 0 }, random: createRandom(1) }).listings;
});

describe('createListingStore: candidates looked at, of 100 000', () => {
  test('a SKU lookup looks at the listings of that SKU', () => {
    for (let position = 0; position < COUNT; position += 997) {
      const sku = listings[position]?.sku ?? '';
      const page = store.list({ sku }, { limit: 100 });
      expect(page.data.map((listing) => listing.sku)).toEqual(page.data.map(() => sku));
      expect(page.examined).toBe(page.data.length);
      expect(page.examined).toBeGreaterThan(0);
    }
    expect(store.list({ sku: 'none' }, { limit: 100 }).examined).toBe(0);
  });

  test.each([
    ['at the start', undefined],
    ['after the first', { id: idAt(0), backwards: false }],
    ['after the middle', { id: idAt(COUNT / 2), backwards: false }],
    ['near the end', { id: idAt(COUNT - 200), backwards: false }],
    ['backwards from the end', { id: idAt(COUNT - 1), backwards: true }],
  ])('a page of 100 without filters looks at 101, %s', (_place, cursor) => {
    const page = store.list({}, { limit: 100, ...(cursor && { cursor }) });
    expect([page.data.length, page.examined]).toEqual([100, 101]);
  });

  test('a page by channel looks at listings of that channel alone, from the cursor on', () => {
    const cursor = { id: idAt(COUNT / 2), backwards: false };
    const page = store.list({ channel: channels[2]?.id ?? '' }, { limit: 100, cursor });
    expect([page.data.length, page.examined]).toEqual([100, 101]);
  });

  test('a page by another filter stops when it is full', () => {
    const cursor = { id: idAt(COUNT / 2), backwards: false };
    expect(store.list({ status: 'active' }, { limit: 100, cursor }).examined).toBeLessThan(150);
    expect(store.list({ platform: 'walmart' }, { limit: 100, cursor }).examined).toBeLessThan(1500);
  });
});
