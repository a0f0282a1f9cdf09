import { createHash } from 'node:crypto';
import * as disk from 'node:fs';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RunFolderError } from '../../../src/domain/errors.ts';
import type { PlanEntry } from '../../../src/domain/stages.ts';
import { atOnce, ITEMS_AT_ONCE } from '../../../src/run/disk/in-slices.ts';
import { toLineBlocks } from '../../../src/run/disk/spool.ts';
import { readPlan, readPlanHead, renderSealed } from '../../../src/run/folder/plan-file.ts';
import {
  carry,
  jobOfPlan,
  type PlanHead,
  type PlannedEntry,
  toEntryLine,
} from '../../../src/run/folder/plan-schema.ts';
import { buildPlan, someSheet } from '../../plan/support.ts';
import { aListing, aResolved, aRow, cents, listingId, sku } from '../../support/builders.ts';
import { listed } from '../../support/listed.ts';
import { runs } from '../../support/runs.ts';
import { aPlanHead } from '../../support/some-run.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const head = aPlanHead();

const entries = buildPlan(
  [
    aResolved({ desired: { cost: cents(640), strategy: 's-é€💰' }, row: aRow({ line: 2 }) }),
    aResolved({
      listing: aListing({ id: listingId(2), sku: sku('TEE "X"\u2028') }),
      desired: { maximum_price: null },
    }),
    aResolved({ listing: aListing({ id: listingId(3) }), desired: {} }),
    { kind: 'invalid', line: 5, cells: [], problems: [{ reason: 'sku_missing', message: 'No SKU' }] },
    {
      kind: 'unresolved',
      row: aRow({ line: 6 }),
      status: 'not_found',
      reason: 'filtered_out',
      message: 'no',
    },
  ],
  { duplicates: 'error' },
).entries;

function render(planned: readonly PlanEntry[]): string {
  return [...renderSealed(head, toLineBlocks(planned.map(toEntryLine)))].join('');
}

const text = render(entries);
const lines = text.split('\n').slice(0, -1);

interface WholePlan {
  readonly head: PlanHead;
  readonly entries: readonly PlannedEntry[];
}

function readWhole(path: string): WholePlan {
  const { head: first, entries: body } = atOnce(readPlan(path, disk));
  const numbered = [...body()];
  expect(numbered.map(([n]) => n)).toEqual([...numbered.keys()]);
  return { head: first, entries: numbered.map(([, entry]) => entry) };
}

function read(content: string | Uint8Array): WholePlan {
  const path = join(tempFolder(), 'plan.ndjson');
  writeFileSync(path, content);
  return readWhole(path);
}

/** A plan of these lines with an end that fits them. */
function sealed(...content: readonly string[]): string {
  const body = content.map((line) => `${line}\n`).join('');
  const sha256 = createHash('sha256').update(body).digest('hex');
  return `${body}${JSON.stringify({ kind: 'end', entries: content.length - 1, sha256 })}\n`;
}

/** Entries as they are read again: whole if they are sent, and carried over otherwise. */
function toPlanned(planned: readonly PlanEntry[]) {
  return planned.map((entry) => JSON.parse(toEntryLine(entry)));
}

describe('renderSealed', () => {
  it('is a head, a line per entry, and an end that seals them', () => {
    const [first, ...rest] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(first).toEqual(head);
    expect(rest.map(({ kind }) => kind)).toEqual(listed('update, update, carried, carried, carried, end'));
    const body = `${lines.slice(0, -1).join('\n')}\n`;
    expect(rest.at(-1)).toEqual({
      kind: 'end',
      entries: 5,
      sha256: createHash('sha256').update(body).digest('hex'),
    });
    expect(text.endsWith('\n')).toBe(true);
  });
});

describe('carry', () => {
  it('keeps of a row what guard rules counted beside the cost, and what it was divided by', () => {
    const fees = { perUnit: cents(50), share: 1500 };
    const [entry] = buildPlan(
      [aResolved({ desired: { cost: cents(640) }, fees, row: aRow({ line: 2, pieces: 12 }) })],
      { duplicates: 'error' },
    ).entries;
    expect(carry(entry as PlanEntry)).toMatchObject({ kind: 'carried', line: 2, fees, pieces: 12 });
  });
});

describe('jobOfPlan', () => {
  it.each([
    [{ job: 'costs' }, 'costs'],
    [{ job: null, undone_job: 'costs' }, 'costs'],
    [{ job: 'other', undone_job: 'costs' }, 'other'],
    [{ job: null }, null],
  ])('of %o is %s', (sheet, job) => {
    expect(jobOfPlan({ sheet: { ...head.sheet, ...sheet } })).toBe(job);
  });
});

describe('readPlan', () => {
  const [firstUpdate] = toPlanned(entries);
  const of = (fields: object) => ({
    ...firstUpdate.resolved,
    listing: { ...firstUpdate.resolved.listing, ...fields },
  });
  const withRow = (fields: object) => ({
    ...firstUpdate.resolved,
    row: { ...firstUpdate.resolved.row, ...fields },
  });

  it('gives back what was written', () => {
    const plan = read(text);
    expect(plan.head).toEqual(head);
    expect(plan.entries).toMatchObject(toPlanned(entries));
  });

  it('gives back any plan', () => {
    fc.assert(
      fc.property(someSheet, ({ rows }) => {
        const { entries: planned } = buildPlan(rows, { duplicates: 'first' });
        expect(read(render(planned)).entries).toMatchObject(toPlanned(planned));
      }),
      { numRuns: runs(40) },
    );
  });

  it('reads a plan without entries', () => {
    expect(read(render([])).entries).toEqual([]);
  });

  it('refuses a plan in which any byte was changed', () => {
    const bytes = Buffer.from(text);
    const path = join(tempFolder(), 'plan.ndjson');
    fc.assert(
      fc.property(fc.nat({ max: bytes.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, by) => {
        const changed = Uint8Array.from(bytes, (byte, index) => (index === at ? byte ^ by : byte));
        writeFileSync(path, changed);
        expect(() => readWhole(path)).toThrow(RunFolderError);
      }),
      { numRuns: runs(200) },
    );
  });

  it('refuses a plan that was cut off anywhere', () => {
    const bytes = Buffer.from(text);
    const path = join(tempFolder(), 'plan.ndjson');
    const nearLineEnd = (length: number): boolean => bytes.subarray(length - 2, length + 2).includes('\n');
    for (let length = 0; length < bytes.length; length++) {
      if (length % 13 !== 0 && !nearLineEnd(length)) continue;
      writeFileSync(path, bytes.subarray(0, length));
      expect(() => readWhole(path)).toThrow(RunFolderError);
    }
  });

  it.each([
    ['without one of its entries', [...lines.slice(0, 2), ...lines.slice(3)]],
    ['in another order', [lines[0], lines[2], lines[1], ...lines.slice(3)]],
    ['with something after its end', [...lines, lines[1]]],
    ['with two ends', [...lines, lines.at(-1)]],
    ['with a line that is empty', [...lines.slice(0, 3), '', ...lines.slice(3)]],
    ['with Windows line ends', lines.map((line) => `${line}\r`)],
    ['with a byte order mark', [`\ufeff${lines[0]}`, ...lines.slice(1)]],
  ])('refuses a plan %s', (_name, changed) => {
    expect(() => read(`${changed.join('\n')}\n`)).toThrow(RunFolderError);
  });

  it.each([
    ['nothing', '', 'it is incomplete'],
    ['a head alone', `${lines[0]}\n`, 'it is incomplete'],
    ['no line end', text.slice(0, -1), 'it is incomplete'],
    ['another end', sealed(...lines.slice(0, 3)).replace('"entries":2', '"entries":3'), 'it was changed'],
    ['half cents', sealed(lines[0] ?? '', (lines[1] ?? '').replace('r":640', 'r":640.5')), 'changes.0.after'],
    ['no JSON', sealed(lines[0] ?? '', '{'), 'a line: Invalid input'],
  ])('says what is wrong with a plan that has %s, and what to do', (_name, content, why) => {
    const path = join(tempFolder(), 'plan.ndjson');
    writeFileSync(path, content);
    expect(() => readWhole(path)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining(`Cannot use the plan "${path}": ${why}`),
        hint: expect.stringMatching(/^A plan can't be edited: make a new one from the sheet with diff/),
      }),
    );
  });

  it('is known by the bytes of the whole file', () => {
    const path = join(tempFolder(), 'plan.ndjson');
    writeFileSync(path, text);
    const sha256 = createHash('sha256').update(text).digest('hex');
    expect(atOnce(readPlan(path, disk)).sha256).toBe(sha256);
  });

  it.each([
    ...['dmy', 'mdy', 'ymd'].map((date_order) => ({ sheet: { date_order } })),
    ...['ignored', 'seen', 'used'].map((use) => ({ sheet: { notes: { 'Prices of May': use } } })),
    ...['any', ['EA', 'DZ'], { words: ['per dozen'] }].map((kept) => ({
      sheet: { left_out: { UOM: kept } },
    })),
    ...['.', ','].map((sign) => ({ sheet: { decimal_signs: { cost: sign } } })),
    ...['.', ','].map((decimalSign) => ({ shape: { decimalSign } })),
    ...['major', 'cents'].map((moneyUnit) => ({ shape: { moneyUnit } })),
    ...['sku', 'scan'].map((by) => ({ lookup: { by, why: 'few' } })),
    { sheet: { columns_agreed: true, undone_job: 'costs', undone_runs: ['2026-11-20T02:15:00.000Z'] } },
    { sheet: { changes_on: '2026-11-21', read_for: '2026-11-22', unsettled: 'UOM', settle: 'check' } },
    { violations: [{ rule: 'max_updates', message: '2 listings' }] },
  ])('knows a head with %j, without the plan too', (fields: Readonly<Record<string, object>>) => {
    const { sheet = {}, shape = {}, ...rest } = fields;
    const own = { ...head, ...rest, sheet: { ...head.sheet, ...sheet }, shape: { ...head.shape, ...shape } };
    const text = sealed(JSON.stringify(own));
    expect(read(text).head).toEqual(own);
    const path = join(tempFolder(), 'plan.ndjson');
    writeFileSync(path, text);
    expect(readPlanHead(path, disk)).toEqual(own);
    writeFileSync(path, lines.slice(1).join('\n'));
    expect(readPlanHead(path, disk)).toBeUndefined();
  });

  it.each([
    ['another order of dates', { sheet: { ...head.sheet, date_order: 'ydm' } }],
    ['other marks of a column', { sheet: { ...head.sheet, left_out: { UOM: { dates: ['x'] } } } }],
    ['another way to find listings', { lookup: { by: 'index', why: '' } }],
    ['a version to come', { ...head, version: 2 }],
    ['no version', { ...head, version: undefined }],
    ['another kind of file', { ...head, kind: 'journal' }],
    ['no account', { ...head, account: undefined }],
    ['no word on the guard rules', { ...head, violations: undefined }],
    ['no word on whether it is whole', { ...head, whole: undefined }],
    ['no word on how its files are written', { ...head, shape: undefined }],
    ['a journal that is not chained', { ...head, journal: undefined }],
  ])('refuses %s, though the seal fits', (_name, odd) => {
    expect(() => read(sealed(JSON.stringify({ ...head, ...odd })))).toThrow(RunFolderError);
  });

  it.each([
    ['a kind to come', { kind: 'postponed' }],
    ['an unknown field', { changes: [{ field: 'price', before: 1, after: 2 }] }],
    ['half a cent', { changes: [{ field: 'cost', before: 1, after: 1.5 }] }],
    ['no changes', { changes: [] }],
    ['no word on what is sent along', { pins: undefined }],
    ['no word on what else may change', { exact: undefined }],
    ['a listing id that is no UUID', { resolved: of({ id: '../strategies' }) }],
    ['no values of the listing before', { resolved: of({ values: undefined }) }],
    ['no price of the listing', { resolved: of({ currentPrice: undefined }) }],
    ['no SKU of the row', { resolved: withRow({ target: {} }) }],
    ['no line of the row', { resolved: withRow({ line: null }) }],
    ['a notice without a message', { notices: [{ reason: 'rounded' }] }],
    ['no message, where it is held', { kind: 'held', reason: 'hold_over' }],
    ['a block that is none of another run', { kind: 'blocked', status: 'blocked', reason: '', message: '' }],
    ['a status to come', { kind: 'carried', status: 'postponed', line: 2, cells: [], target: { sku: 'A' } }],
    ['no pieces at all', { resolved: withRow({ pieces: 0 }) }],
  ])('refuses an entry with %s, though the seal fits', (_name, odd) => {
    const entry = { ...(JSON.parse(lines[1] ?? '') as object), ...odd };
    const [first = ''] = lines;
    expect(() => read(sealed(first, JSON.stringify(entry)))).toThrow(RunFolderError);
    expect(read(sealed(first, lines[1] ?? '')).entries).toHaveLength(1);
  });

  it('lets words through that a later version may add', () => {
    const [first = '', second = ''] = lines.map((line) =>
      JSON.stringify({ ...(JSON.parse(line) as object), more: 1 }),
    );
    expect(read(sealed(first, second)).entries).toHaveLength(1);
  });

  it.each([
    ['refuses a large plan that another whole one replaced while it was read', 20_001],
    ['holds a smaller one', 20_000],
  ])('%s', (_name, count) => {
    const path = join(tempFolder(), 'plan.ndjson');
    const many = (cost: number) => {
      const entry = { ...firstUpdate, changes: [{ field: 'cost', before: 600, after: cost }] };
      return sealed(JSON.stringify(head), ...Array(count).fill(JSON.stringify(entry)));
    };
    writeFileSync(path, many(640));
    const plan = atOnce(readPlan(path, disk));
    writeFileSync(path, many(64));
    const readAgain = () => [...plan.entries()].length;
    if (count === 20_000) expect(readAgain()).toBe(count);
    else expect(readAgain).toThrow(`Cannot use the plan "${path}": it changed while it was being read`);
  });

  it('says which file it is and what to do where there is none', () => {
    const path = join(tempFolder(), 'plan.ndjson');
    expect(() => readWhole(path)).toThrow(`Cannot read "${path}": there is no such file`);
    expect(() => readWhole(path)).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('run folder') }),
    );
  });

  it('is no bug of ours where the path is a folder, and hides none', () => {
    expect(() => readWhole(tempFolder())).toThrow(RunFolderError);
    const path = join(tempFolder(), 'plan.ndjson');
    writeFileSync(path, text);
    const readSync = (): never => {
      throw new TypeError('bug');
    };
    expect(() => atOnce(readPlan(path, { ...disk, readSync }))).toThrow(TypeError);
  });

  it('gives way to others of the process after some lines', () => {
    const path = join(tempFolder(), 'plan.ndjson');
    writeFileSync(path, sealed(lines[0] ?? '', ...Array(2 * ITEMS_AT_ONCE).fill(lines[1])));
    expect([...readPlan(path, disk)]).toHaveLength(2);
  });
});
