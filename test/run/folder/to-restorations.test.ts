import { expect, it } from 'vitest';
import { atOnce } from '../../../src/run/disk/in-slices.ts';
import type { JournalFile } from '../../../src/run/folder/journal.ts';
import type { PlanFile } from '../../../src/run/folder/plan-file.ts';
import type { PlannedEntry } from '../../../src/run/folder/plan-schema.ts';
import { toRestorations } from '../../../src/run/folder/to-restorations.ts';
import { aListing, cents, listingId, sku } from '../../support/builders.ts';

const NOW = Date.UTC(2026, 10, 20);
const ageing = { now: NOW, lastActiveAt: NOW - 60_000 };
const killed: JournalFile = { byEntry: new Map(), ended: false };

function entryOf(fields: Partial<PlannedEntry>): PlannedEntry {
  return {
    kind: 'entry',
    n: 0,
    line: 2,
    sku: sku('MUG-01'),
    status: 'planned',
    reason: '',
    message: '',
    listing_id: listingId(1),
    platform: 'amazon',
    channel: 'c-1',
    currency: 'usd',
    changes: [{ field: 'cost', before: cents(600), after: cents(640) }],
    before: aListing().values,
    ...fields,
  };
}

const restore = (fields: Partial<PlannedEntry>, journal?: JournalFile) =>
  atOnce(toRestorations({ entries: () => [entryOf(fields)] } as unknown as PlanFile, journal, ageing));

it.each<[string, Partial<PlannedEntry>]>([
  ['was held', { status: 'held' }],
  ['was blocked', { status: 'blocked' }],
  ['has no listing', { listing_id: null }],
  ['has no currency', { currency: null }],
  ['says nothing of what was there before', { before: undefined }],
])('gives nothing back of an entry that %s, though the run was killed', (_name, fields) => {
  expect(restore(fields, killed)).toEqual([]);
});

it('looks at an update without an outcome: it may have been sent if the run was killed, and was not if it ended', () => {
  const [possible] = restore({}, killed);
  expect(possible?.unsent).toBeUndefined();
  expect(possible?.changes).toContainEqual({ field: 'cost', before: 600, after: 640 });
  expect(possible?.mayArriveUntil).toBe(ageing.lastActiveAt + 900_000);
  for (const journal of [{ ...killed, ended: true }, undefined]) {
    const [never] = restore({}, journal);
    expect(never?.unsent?.planned).toEqual({ cost: 640 });
    expect(never?.mayArriveUntil).toBeUndefined();
  }
});
