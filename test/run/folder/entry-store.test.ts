import * as disk from 'node:fs';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DiskError } from '../../../src/domain/errors.ts';
import { priceOutcomeOf } from '../../../src/domain/judge-price.ts';
import { predictOutcome } from '../../../src/domain/predict-outcome.ts';
import type { Outcome, PlanEntry } from '../../../src/domain/stages.ts';
import { renderResults } from '../../../src/report/files/render-results.ts';
import { renderRetry } from '../../../src/report/files/render-retry.ts';
import { openSpool } from '../../../src/run/disk/spool.ts';
import { EntryStore } from '../../../src/run/folder/entry-store.ts';
import { buildPlan, someSheet } from '../../plan/support.ts';
import { EVERY_STATUS } from '../../report/support.ts';
import { aRow, cents } from '../../support/builders.ts';
import { failingDisk } from '../../support/dying-disk.ts';
import { runs } from '../../support/runs.ts';
import { tempFolder } from '../../support/temp-folder.ts';

function aStore(maxInMemory: number, entries: readonly PlanEntry[], expected = 0) {
  const folder = tempFolder();
  const store = new EntryStore({
    openSpool: () => openSpool(join(folder, 'entries.unfinished'), disk),
    expected,
    maxInMemory,
  });
  for (const entry of entries) store.append(entry);
  return { store, folder };
}

const ENTRIES = EVERY_STATUS.map(({ entry }) => entry);
const someEntries = fc
  .tuple(someSheet, fc.shuffledSubarray(ENTRIES))
  .map(([{ rows }, others]) => [...others, ...buildPlan(rows, { duplicates: 'first' }).entries]);

function foreseen(store: EntryStore, positions?: Float64Array): readonly Outcome[] {
  return Array.from(store.entries(positions), ([, entry]) => predictOutcome(entry));
}

function missing(line: number, message: string): PlanEntry {
  const row = aRow({ line, sku: `SKU-${line}`, requested: { cost: cents(1) } });
  return { kind: 'unresolved', row, status: 'not_found', reason: 'sku_not_listed', message };
}

/** Its lines. */
function planOf(store: EntryStore): readonly string[] {
  const blocks = [...store.planLines()];
  const lines = blocks
    .map(({ bytes }) => bytes.toString())
    .join('')
    .split('\n')
    .slice(0, -1);
  expect(blocks.reduce((sum, { count }) => sum + count, 0)).toBe(lines.length);
  return lines;
}

/** The files that are made of the entries. */
function filesOf(store: EntryStore) {
  const outcomes = foreseen(store);
  return {
    plan: planOf(store),
    results: [...renderResults(outcomes, { delimiter: ',', decimalSign: '.' })].join(''),
    retry: [
      ...renderRetry(
        outcomes.filter(({ status }) => !['unchanged', 'duplicate', 'ignored', 'held'].includes(status)),
        { header: ['sku', 'cost'], delimiter: ',' },
        { isOfSeveral: () => false },
      ),
    ].join(''),
    updates: [...store.updates()],
    prices: outcomes.map((outcome) => priceOutcomeOf(outcome)),
    counts: [store.count, store.updateCount],
  };
}

describe('EntryStore', () => {
  it('gives the same files, whether the entries are held in memory or on disk', async () => {
    await fc.assert(
      fc.asyncProperty(
        someEntries,
        fc.nat({ max: 10 }),
        fc.boolean(),
        async (entries, maxInMemory, isExpected) => {
          const { store } = aStore(maxInMemory, entries, isExpected ? entries.length : 0);
          expect(filesOf(store)).toEqual(filesOf(aStore(1000, entries).store));
          await store.close();
        },
      ),
      { numRuns: runs(100) },
    );
  });

  it.each([0, 1000])('gives those at some positions, in order (%i in memory)', (maxInMemory) => {
    const { store } = aStore(maxInMemory, ENTRIES);
    const all = [...store.entries()];
    const updates = all.flatMap(([n, { kind }]) => (kind === 'update' ? [n] : []));
    expect(updates.length).toBeGreaterThan(3);
    // Also updates that are not the first ones of the store.
    for (const positions of [[0, 3, 4, ENTRIES.length - 1], updates.slice(1, 3), updates.slice(-1)])
      expect([...store.entries(Float64Array.from(positions))]).toEqual(positions.map((n) => all[n]));
    expect([...store.entries(new Float64Array())]).toEqual([]);
  });

  it.each([0, 1000])('puts entries in the place of others in any block (%i in memory)', (maxInMemory) => {
    // A few of them fill a block.
    const entries = Array.from({ length: 20 }, (_, n) => missing(n + 2, `${n} `.repeat(40_000)));
    const { store } = aStore(maxInMemory, entries);
    const places = [19, 0, 7, 8];
    for (const n of places) store.replace(n, missing(n + 2, 'like another one'));
    const written = planOf(store).map((line) => JSON.parse(line));
    expect(written.map(({ line }) => line)).toEqual(entries.map((_, n) => n + 2));
    expect(written.flatMap(({ message }, n) => (message === 'like another one' ? [n] : []))).toEqual([
      0, 7, 8, 19,
    ]);
    expect(written[9]?.message).toBe('9 '.repeat(40_000));
  });

  it('leaves no file behind, and makes none for what it can hold', async () => {
    const { store, folder } = aStore(1, ENTRIES);
    expect(existsSync(join(folder, 'entries.unfinished'))).toBe(true);
    await store.close();
    expect(readdirSync(folder)).toEqual([]);
    expect(readdirSync(aStore(1000, ENTRIES).folder)).toEqual([]);
  });

  it('still holds all entries, and leaves no file, where the disk is full as they move there', () => {
    const folder = tempFolder();
    const path = join(folder, 'entries.unfinished');
    const full = failingDisk('writeSync', 'ENOSPC');
    const store = new EntryStore({ openSpool: () => openSpool(path, full), expected: 0, maxInMemory: 1 });
    // More than a block, which is when it is written.
    const large = missing(2, 'x'.repeat(4_000_000));
    store.append(large);
    expect(() => store.append(large)).toThrow(DiskError);
    expect([foreseen(store).length, readdirSync(folder)]).toEqual([2, []]);
  });

  it('keeps what does something to lines', () => {
    const row = aRow({ line: 2, sku: 'A\t"B"\u2028', cells: ['a\nb\t', '\ud800'] });
    const entry: PlanEntry = { ...missing(2, 'a\tb\n'), row } as PlanEntry;
    const [first, second] = [0, 10].map((maxInMemory) => filesOf(aStore(maxInMemory, [entry, entry]).store));
    expect(first?.results).toBe(second?.results);
    expect(first?.plan).toEqual(second?.plan);
  });
});
