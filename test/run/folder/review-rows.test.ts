import { expect, it } from 'vitest';
import type { PlannedEntry } from '../../../src/run/folder/plan-schema.ts';
import { fingerprintOf } from '../../../src/run/folder/review-rows.ts';
import { cents, listingId, sku } from '../../support/builders.ts';

const SEAL = '5ea1'.repeat(16);
const cost = { field: 'cost', before: cents(600), after: cents(640) } as const;
const pin = { field: 'minimum_price', before: cents(1000), after: cents(1000) } as const;
const entry = {
  n: 3,
  line: 5,
  sku: sku('MUG-01'),
  listing_id: listingId(1),
  currency: 'usd',
  changes: [cost],
  pins: [pin],
} as unknown as PlannedEntry;

it('an entry of a plan has a name that no other entry has, nor one of another plan', () => {
  const others: readonly Partial<PlannedEntry>[] = [
    {},
    { n: 4 },
    { line: 6 },
    { sku: sku('MUG-02') },
    { listing_id: listingId(2) },
    { currency: 'eur' },
    { changes: [{ ...cost, after: cents(641) }] },
    { changes: [{ ...cost, before: cents(601) }] },
    { pins: [] },
    { pins: [{ ...pin, after: cents(1001) }] },
  ];
  const names = others.map((fields) => fingerprintOf({ ...entry, ...fields }, SEAL));
  expect(new Set([...names, fingerprintOf(entry, SEAL.replace('5', '6'))]).size).toBe(others.length + 1);
  expect(names.every((name) => /^p5ea15ea1-[0-9a-f]{24}$/.test(name))).toBe(true);
  expect(fingerprintOf(entry, SEAL)).toBe(names[0]);
});

it('an entry that says nothing of pins is named as one that has none', () => {
  const { pins: _, ...without } = entry;
  expect(fingerprintOf(without as PlannedEntry, SEAL)).toBe(fingerprintOf({ ...entry, pins: [] }, SEAL));
});
