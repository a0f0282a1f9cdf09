import { expect, it } from 'vitest';
import type { PlanEntry } from '../../../src/domain/stages.ts';
import { atOnce } from '../../../src/run/disk/in-slices.ts';
import type { JournalFile } from '../../../src/run/folder/journal.ts';
import type { PlanFile } from '../../../src/run/folder/plan-file.ts';
import { carry } from '../../../src/run/folder/plan-schema.ts';
import { toRestorations } from '../../../src/run/folder/to-restorations.ts';
import { anUpdate, cents } from '../../support/builders.ts';

const NOW = Date.UTC(2026, 10, 20);
const ageing = { now: NOW, lastActiveAt: NOW - 60_000 };
const killed: JournalFile = { byEntry: new Map(), ended: false };
const update = anUpdate({ cost: cents(640) });

const restore = (entry: PlanEntry, journal?: JournalFile) =>
  atOnce(toRestorations({ entries: () => [[0, entry]] } as unknown as PlanFile, journal, ageing));

it.each<readonly [string, PlanEntry]>([
  ['was held', { ...update, kind: 'held', reason: 'hold_over', message: '' }],
  ['was carried over', carry(update)],
])('gives nothing back of an entry that %s, though the run was killed', (_name, entry) => {
  expect(restore(entry, killed)).toEqual([]);
});

it('looks at an update without an outcome: it may have been sent if the run was killed, and was not if it ended', () => {
  const [possible] = restore(update, killed);
  expect(possible?.unsent).toBeUndefined();
  expect(possible?.changes).toContainEqual({ field: 'cost', before: 600, after: 640 });
  expect(possible?.mayArriveUntil).toBe(ageing.lastActiveAt + 900_000);
  for (const journal of [{ ...killed, ended: true }, undefined]) {
    const [never] = restore(update, journal);
    expect(never?.unsent?.planned).toEqual({ cost: 640 });
    expect(never?.mayArriveUntil).toBeUndefined();
  }
});
