import { describe, expect, it } from 'vitest';
import {
  applyChanges,
  changesOf,
  listingOf,
  mayRecompute,
  type PlanEntry,
  rowOf,
} from '../../src/domain/stages.ts';
import { aListing, anUpdate, aResolved, aRow, cents, sku } from '../support/builders.ts';

const row = aRow();
const listing = aListing();
const resolved = aResolved({ row, listing });
const update = { ...anUpdate({ cost: cents(700) }, listing), resolved };
const invalid: PlanEntry = { kind: 'invalid', line: 2, cells: [], problems: [] };
const ignored: PlanEntry = { kind: 'ignored', line: 2, cells: [], reason: 'blank', message: '' };
const duplicate: PlanEntry = {
  kind: 'duplicate',
  line: 2,
  cells: [],
  target: { sku: sku('A') },
  reason: 'repeats',
  message: '',
};
const unresolved: PlanEntry = {
  kind: 'unresolved',
  row,
  status: 'invalid',
  reason: 'channel_unknown',
  message: '',
};
const blocked: PlanEntry = { ...update, kind: 'blocked', status: 'blocked', reason: '', message: '' };

describe('rowOf, listingOf, changesOf', () => {
  it.each<[string, PlanEntry, ReturnType<typeof rowOf>, typeof listing | undefined, boolean]>([
    ['an invalid row', invalid, invalid, undefined, false],
    ['an ignored row', ignored, ignored, undefined, false],
    ['a duplicate row', duplicate, duplicate, undefined, false],
    ['an unresolved row', unresolved, row, undefined, false],
    ['an unresolved row with a listing', { ...unresolved, listing }, row, listing, false],
    ['an unchanged listing', { kind: 'unchanged', resolved }, row, listing, false],
    ['a blocked update', blocked, row, listing, true],
    ['an update', update, row, listing, true],
  ])('find what %s is about', (_name, entry, ofRow, ofListing, hasChanges) => {
    expect(rowOf(entry)).toBe(ofRow);
    expect(listingOf(entry)).toBe(ofListing);
    expect(changesOf(entry)).toEqual(hasChanges ? update.changes : []);
  });
});

describe('applyChanges', () => {
  it('has what is new in place of what was there, nulls too', () => {
    const { values } = aListing({ values: { strategy: 's-1' } });
    const { changes } = anUpdate({ cost: cents(700), strategy: null }, aListing({ values }));
    expect(applyChanges(values, changes)).toEqual({ ...values, cost: 700, strategy: null });
    expect(applyChanges(values, [])).toEqual(values);
  });
});

describe('mayRecompute', () => {
  it.each([
    ['a new cost', { cost: cents(700) }, 's-1', true],
    ['a new cost without a strategy', { cost: cents(700) }, null, false],
    ['a new strategy', { strategy: 's-1' }, 's-1', true],
    ['a strategy taken away', { strategy: null }, null, false],
    ['neither cost nor strategy', { repricing: false, minimum_price: cents(1) }, 's-1', false],
  ])('upon %s', (_name, desired, strategy, expected) => {
    expect(mayRecompute(anUpdate(desired).changes, strategy)).toBe(expected);
  });
});
