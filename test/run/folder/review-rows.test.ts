import * as disk from 'node:fs';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DiskError } from '../../../src/domain/errors.ts';
import { renderSealed } from '../../../src/run/folder/plan-file.ts';
import { type PlannedEntry, toChangesJson } from '../../../src/run/folder/plan-schema.ts';
import { fingerprintOf, renderPlanReview } from '../../../src/run/folder/review-rows.ts';
import { cents, listingId, sku } from '../../support/builders.ts';
import { parseCsv } from '../../support/parse-csv.ts';
import { tempFolder } from '../../support/temp-folder.ts';

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

describe('the review file of a plan', () => {
  const AT = { platform: 'amazon', channel: 'c-1', before: {}, reason: '', message: '' };
  const saved = { ...entry, ...AT, changes: toChangesJson([cost]), pins: toChangesJson([pin]) };

  /** The lines of plan entries that it offers, and its text. */
  function review(entries: readonly object[], { isUnsent = true, seal = '' } = {}) {
    const path = join(tempFolder(), 'plan.ndjson');
    const bytes = Buffer.from(entries.map((each) => `${JSON.stringify(each)}\n`).join(''));
    const rendered = renderSealed({ kind: 'plan' }, [{ count: entries.length, bytes }]);
    let whole = '';
    let next = rendered.next();
    for (; !next.done; next = rendered.next()) whole += next.value.toString();
    writeFileSync(path, whole);
    const redact = (text: string): string => text.replace('secret', '***');
    const plan = { path, seal: seal || next.value, isUnsent, redact, disk };
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

  it.each([
    ['a planned update', { status: 'planned' }, true, false],
    ['a held one', { status: 'held' }, true, true],
    ['one that is blocked', { status: 'blocked' }, false, false],
    ['one that is carried over without its values', { status: 'held', before: undefined }, false, false],
    ['one of no listing', { status: 'planned', listing_id: null }, false, false],
  ])('offers %s as it should', (_name, fields, ifUnsent, ifSent) => {
    const entries = [{ ...saved, ...fields }];
    const isOffered = (isUnsent: boolean): boolean => review(entries, { isUnsent }).offered.length === 1;
    expect([isOffered(true), isOffered(false)]).toEqual([ifUnsent, ifSent]);
  });

  it('names each entry, its values and what was said of it, without the key', () => {
    const { rows } = review([{ ...saved, status: 'held', reason: 'hold_over', message: 'is secret' }]);
    const [row] = rows;
    expect(row).toMatchObject({
      line: '5',
      sku: 'MUG-01',
      listing_id: listingId(1),
      warnings: 'hold_over',
      message: 'is ***',
      cost_before: '6.00',
      cost_after: '6.40',
    });
    expect(row?.['entry']).toMatch(/^p[0-9a-f]{8}-[0-9a-f]{24}$/);
  });

  it('is not written of a plan that has changed', () => {
    expect(() => review([{ ...saved, status: 'held' }], { seal: 'a'.repeat(64) })).toThrow(DiskError);
  });
});
