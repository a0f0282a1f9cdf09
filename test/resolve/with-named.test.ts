import { expect, it } from 'vitest';
import { withNamed } from '../../src/resolve/look-up-skus.ts';
import { aListing, listingId, sku } from '../support/builders.ts';

const [found, named] = [aListing(), aListing({ id: listingId(2), sku: sku('00123') })];
const lookup = { kind: 'found', listings: [found, aListing({ id: listingId(3) })] } as const;
const failed = { kind: 'failed', message: 'it broke' } as const;

function listingsWith(id: typeof found.id | undefined, known: typeof named | undefined = named) {
  const target = { sku: sku('123'), ...(id !== undefined && { listingId: id }) };
  return withNamed(lookup, target, () => known);
}

it.each([
  ['adds a listing that was found by its id alone', named.id, named, 3],
  ['adds none that was found already', found.id, named, 2],
  [
    'adds none that was found already, in whatever case its id is',
    found.id.toUpperCase() as typeof found.id,
    named,
    2,
  ],
  ['adds none if the row names none', undefined, named, 2],
] as const)('withNamed %s', (_name, id, known, expected) => {
  const { listings } = listingsWith(id, known) as typeof lookup;
  expect(listings).toHaveLength(expected);
  expect(listings.includes(known)).toBe(expected === 3);
});

it('withNamed leaves a lookup as it is that found nothing more, or failed', () => {
  expect(withNamed(lookup, { sku: sku('123'), listingId: named.id }, () => undefined)).toBe(lookup);
  expect(withNamed(failed, { sku: sku('123'), listingId: named.id }, () => named)).toBe(failed);
  expect(withNamed(undefined, { sku: sku('123'), listingId: named.id }, () => named)).toBeUndefined();
});
