import { describe, expect, it } from 'vitest';
import type { PlanEntry, Unresolved } from '../../../src/domain/stages.ts';
import { isSameAccount, KnownListings } from '../../../src/run/lookup/account-facts.ts';
import { anUpdate, aResolved, aRow, cents } from '../../support/builders.ts';

function unresolved(fields: Partial<Unresolved>): Unresolved {
  const row = aRow();
  return { kind: 'unresolved', row, status: 'not_found', reason: 'sku_not_listed', message: 'No', ...fields };
}

const resolved = aResolved();

it.each<readonly [string, PlanEntry, readonly [lookedUp: number, found: number]]>([
  ['an update', anUpdate({ cost: cents(640) }), [1, 1]],
  ['a listing that is as it should be', { kind: 'unchanged', resolved }, [1, 1]],
  ['a row for another currency', unresolved({ status: 'invalid', listing: resolved.listing }), [1, 1]],
  ['a SKU that is not listed', unresolved({}), [1, 0]],
  ['a row that was not looked up', unresolved({ status: 'failed' }), [0, 0]],
  ['a row that can’t be read', { kind: 'invalid', line: 2, cells: [], problems: [] }, [0, 0]],
])('KnownListings counts %s', (_name, entry, [lookedUp, found]) => {
  const known = new KnownListings();
  known.add(entry);
  expect(known.result()).toEqual({ lookedUp, found });
});

describe('isSameAccount', () => {
  it.each([
    [0, 0, true],
    [1, 1, true],
    [1, 0, false],
    [4, 2, false],
    [4, 3, true],
    [5, 3, true],
  ])('of %d listings %d are found: %s', (lookedUp, found, expected) => {
    expect(isSameAccount({ lookedUp, found })).toBe(expected);
  });
});
