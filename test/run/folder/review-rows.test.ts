import * as disk from 'node:fs';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DiskError } from '../../../src/domain/errors.ts';
import type { Held, PlanEntry, Resolved, Update } from '../../../src/domain/stages.ts';
import { renderSealed } from '../../../src/run/folder/plan-file.ts';
import { carry, toEntryLine } from '../../../src/run/folder/plan-schema.ts';
import { fingerprintOf, renderPlanReview } from '../../../src/run/folder/review-rows.ts';
import { aListing, aResolved, aRow, cents, listingId } from '../../support/builders.ts';
import { parseCsv } from '../../support/parse-csv.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const SEAL = '5ea1'.repeat(16);
const cost = { field: 'cost', before: cents(600), after: cents(640) } as const;
const pin = { field: 'minimum_price', before: cents(1000), after: cents(1000) } as const;
const listing = aListing();
const row = aRow({ line: 5, sku: 'MUG-01' });
const update: Update = {
  kind: 'update',
  resolved: aResolved({ listing, row, desired: { cost: cost.after } }),
  changes: [cost],
  pins: [pin],
  exact: false,
  notices: [],
};
const held: Held = { ...update, kind: 'held', reason: 'hold_over', message: 'is secret' };

it('an entry of a plan has a name that no other entry has, nor one of another plan', () => {
  const of = (fields: Partial<Resolved>): Update => ({
    ...update,
    resolved: { ...update.resolved, ...fields },
  });
  const others: readonly Update[] = [
    of({ row: aRow({ line: 6, sku: 'MUG-01' }) }),
    of({ row: aRow({ line: 5, sku: 'MUG-02' }) }),
    of({ listing: aListing({ id: listingId(2) }) }),
    of({ listing: aListing({ currency: 'eur' }) }),
    { ...update, changes: [{ ...cost, after: cents(641) }] },
    { ...update, changes: [{ ...cost, before: cents(601) }] },
    { ...update, pins: [] },
    { ...update, pins: [{ ...pin, after: cents(1001) }] },
  ];
  const names = [update, ...others].map((each) => fingerprintOf(3, each, SEAL));
  names.push(fingerprintOf(4, update, SEAL), fingerprintOf(3, update, SEAL.replace('5', '6')));
  expect(new Set(names).size).toBe(others.length + 3);
  expect(names.slice(0, -1).every((name) => /^p5ea15ea1-[0-9a-f]{24}$/.test(name))).toBe(true);
  expect(fingerprintOf(3, held, SEAL)).toBe(names[0]);
});

describe('the review file of a plan', () => {
  /** Writes a plan, and returns its seal. */
  function sealOf(entries: readonly PlanEntry[], path = join(tempFolder(), 'plan.ndjson')): string {
    const bytes = Buffer.from(entries.map((each) => `${toEntryLine(each)}\n`).join(''));
    const rendered = renderSealed({ kind: 'plan' }, [{ count: entries.length, bytes }]);
    let whole = '';
    let next = rendered.next();
    for (; !next.done; next = rendered.next()) whole += next.value.toString();
    writeFileSync(path, whole);
    return next.value;
  }

  /** The lines of plan entries that it offers, and its text. */
  function review(entries: readonly PlanEntry[], { isUnsent = true, seal = '' } = {}) {
    const path = join(tempFolder(), 'plan.ndjson');
    const own = sealOf(entries, path);
    const redact = (text: string): string => text.replace('secret', '***');
    const plan = { path, seal: seal || own, isUnsent, redact, disk };
    const options = {
      delimiter: ',',
      decimalSign: '.',
      moneyUnit: 'cents',
      strategyNames: new Map(),
    } as const;
    const text = [...renderPlanReview(plan, options)].join('');
    const rows = parseCsv(text);
    return { rows, offered: rows.map(({ line }) => Number(line)) };
  }

  it.each<readonly [string, PlanEntry, boolean, boolean]>([
    ['a planned update', update, true, false],
    ['a held one', held, true, true],
    ['one that is not to be sent', { kind: 'unchanged', resolved: update.resolved }, false, false],
    ['one that is carried over without its values', carry(held), false, false],
  ])('offers %s as it should', (_name, entry, ifUnsent, ifSent) => {
    const isOffered = (isUnsent: boolean): boolean => review([entry], { isUnsent }).offered.length === 1;
    expect([isOffered(true), isOffered(false)]).toEqual([ifUnsent, ifSent]);
  });

  it('names each entry, its values and what was said of it, without the key', () => {
    const [none, found] = review([{ kind: 'unchanged', resolved: update.resolved }, held]).rows;
    expect(found).toBeUndefined();
    expect(none).toMatchObject({
      line: '5',
      sku: 'MUG-01',
      listing_id: listing.id,
      warnings: 'hold_over',
      message: 'is ***',
      cost_before: '6.00',
      cost_after: '6.40',
    });
    expect(none?.['entry']).toMatch(/^p[0-9a-f]{8}-[0-9a-f]{24}$/);
  });

  it('names each entry by its place in the plan', () => {
    const seal = sealOf([update, held]);
    const names = review([update, held]).rows.map((each) => each['entry']);
    expect(names).toEqual([fingerprintOf(0, update, seal), fingerprintOf(1, held, seal)]);
  });

  it('is not written of a plan that has changed, and hides no bug', () => {
    const write = () => review([held], { seal: 'a'.repeat(64) });
    expect(write).toThrow(DiskError);
    expect(write).toThrow(/^Cannot write "review.csv": .*: it changed while it was being read$/);
    expect(() => review([{ ...held, notices: null as never }])).toThrow(TypeError);
  });
});
