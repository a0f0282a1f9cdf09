import * as fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../../../src/domain/run-record.ts';
import { AgreedValues } from '../../../src/run/history/agreed-values.ts';
import { addRecord, type PartOf, partPath } from '../../../src/run/history/history-files.ts';
import type { HistoryLine } from '../../../src/run/history/history-lines.ts';
import { listingId } from '../../support/builders.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { aChange, addRun, agreedCost, aRecord, damage, night, open, PART } from './support.ts';

const OTHER = { ...PART, job: 'clearance' } as const;

/** Adds a run of another job, which has changed the cost of the first listing to 5.50 unless its lines say otherwise. */
function addOther(
  folder: string,
  fields: Partial<RunRecord> & PartOf,
  lines: readonly HistoryLine[] = [aChange({ was: 640, is: 550 })],
): string {
  const draft = aRecord({ started_at: night(2), changes: { cost: { down: 1 } }, ...fields });
  const added = { draft, name: fields.job ?? 'x', previous: null, lines: () => lines };
  return addRecord(partPath(folder, fields), added, { disk: fs, redact: (text) => text }).path;
}

async function costAfter(folder: string) {
  const { agreed, notices } = await open(folder);
  return { cost: agreed.get(listingId(1), 'cost'), notices };
}

async function withCosts() {
  const folder = tempFolder();
  await addRun(folder, { started_at: night(1) }, [agreedCost(1, 640)]);
  return folder;
}

describe('what a run of another job has set', () => {
  it('is known, as long as the job has set the field too', async () => {
    const folder = await withCosts();
    addOther(folder, OTHER, [
      aChange({ was: 640, is: 550 }),
      aChange({ listing_id: listingId(2), was: 640, is: 550 }),
      aChange({ field: 'minimum_price', was: 900, is: 950 }),
    ]);
    const { agreed } = await open(folder);
    expect([
      agreed.get(listingId(1), 'cost'),
      agreed.get(listingId(2), 'cost'),
      agreed.get(listingId(1), 'minimum_price'),
    ]).toEqual([550, undefined, undefined]);
  });

  it('may be anything if an update was lost', async () => {
    const folder = await withCosts();
    const lost = new AgreedValues();
    for (const number of [1, 2]) lost.forget(listingId(number), 'cost');
    const counts = { outcomes: 1, attention: 1, by_status: { unconfirmed: 1 }, by_reason: {} };
    addOther(folder, { ...OTHER, changes: {}, counts }, [...lost.freshLines()]);
    expect(await costAfter(folder)).toEqual({ cost: undefined, notices: [] });
  });

  it('may be anything if its file is damaged, which is named', async () => {
    const folder = await withCosts();
    const path = addOther(folder, OTHER);
    damage(path, '550', '551');
    expect(await costAfter(folder)).toEqual({
      cost: undefined,
      notices: [expect.stringContaining(`"${path}" of the history is damaged`)],
    });
  });

  it.each([
    ['a dry run', { dry_run: true }],
    ['a run on another account', { account: { ...PART.account, key_fingerprint: 'beef' } }],
    ['a run on another service', { account: { ...PART.account, base_url: 'http://127.0.0.1:2' } }],
    ['a run before the last one of this job', { started_at: '2026-10-01T02:00:00.000Z' }],
  ])('is not that of %s', async (_, fields) => {
    const folder = await withCosts();
    addOther(folder, { ...OTHER, ...fields });
    expect((await costAfter(folder)).cost).toBe(640);
  });

  it('comes between runs of the job in the order of time', async () => {
    const folder = await withCosts();
    const stopped = { code: 'guard', rules: [], message: '' };
    addOther(folder, { ...OTHER, started_at: night(2) });
    // What it sent before it was killed is later than what the other job did.
    await addRun(folder, { started_at: night(3), verdict: 'killed', exit_code: null }, [agreedCost(1, 660)]);
    await addRun(folder, { started_at: night(4), exit_code: 4, stopped }, []);
    expect((await costAfter(folder)).cost).toBe(660);
    addOther(folder, { ...OTHER, started_at: night(5) });
    expect((await costAfter(folder)).cost).toBe(550);
  });
});
