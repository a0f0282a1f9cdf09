import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Decision } from '../../src/page/approvals.ts';
import { toReviewFile } from '../../src/page/to-review-file.ts';
import { renderReview } from '../../src/report/files/render-review.ts';
import type { PageRow } from '../../src/report/page/page-row.ts';
import { fingerprintOf } from '../../src/run/folder/fingerprint.ts';
import type { PlannedEntry } from '../../src/run/folder/plan-schema.ts';
import { cents } from '../support/builders.ts';
import { NAUGHTY_SKUS } from '../support/naughty-text.ts';
import { runs } from '../support/runs.ts';
import { aPageRow } from './support.ts';

const SEAL = '0123abcd'.repeat(8);
const SHAPE = {
  delimiter: ',',
  decimalSign: '.',
  strategyNames: new Map([['s1', 'Buy "Box"; fast']]),
} as const;

function anUpdate(fields: Partial<PageRow> = {}): PageRow {
  return aPageRow({ remarks: { warnings: '', message: '' }, ...fields });
}

const fileOf = (row: PageRow, decision: Decision = 'undecided', shape: object = {}) =>
  [...toReviewFile([{ row, decision }], { ...SHAPE, ...shape, seal: SEAL })].join('');

/** As the program writes it, with the entry of the plan. */
function asProgram(row: PageRow, approve: 'yes' | 'no' | undefined, shape: object = {}): string {
  const { listing, remarks, changes, pins = {} } = row;
  if (!listing || !remarks) throw new Error('Not an update');
  const entry = fingerprintOf(
    {
      ...row,
      listing_id: listing.id,
      currency: listing.currency,
      pins: Object.entries(pins).map(([field, value]) => ({ field, before: value, after: value })),
    } as unknown as PlannedEntry,
    SEAL,
  );
  const review = { ...row, listing, changes, ...remarks, entry, approve };
  return [...renderReview([review], { ...SHAPE, ...shape })].join('');
}

describe('toReviewFile', () => {
  it.each([
    ['approved', 'yes'],
    ['rejected', 'no'],
    ['undecided', undefined],
  ] as const)('says of a row that is %s: %s', (decision, word) => {
    expect(fileOf(anUpdate(), decision)).toBe(asProgram(anUpdate(), word));
    expect(fileOf(anUpdate(), decision).split('\n')[1]).toMatch(new RegExp(`^${word ?? ''},2,SKU-0,`));
  });

  it('leaves out what is not an update', () => {
    expect(fileOf(aPageRow(), 'approved').split('\n')).toHaveLength(2);
    expect(fileOf(anUpdate({ listing: undefined }), 'approved').split('\n')).toHaveLength(2);
  });

  it('names the entry by what is sent along, too', () => {
    const pins = { minimum_price: cents(1000), maximum_price: cents(2000) };
    expect(fileOf(anUpdate({ pins }))).toBe(asProgram(anUpdate({ pins }), undefined));
    expect(fileOf(anUpdate({ pins }))).not.toBe(fileOf(anUpdate()));
  });

  it.each([
    ['value', { changes: [{ field: 'cost', before: cents(600), after: cents(631) }] }],
    ['SKU', { sku: 'OTHER' }],
    ['line', { line: 9 }],
    ['position', { n: 9 }],
  ] as const)('names another entry for a row with another %s', (_, fields) => {
    const entryOf = (row: PageRow) => fileOf(row).trimEnd().split(',').at(-1);
    expect(entryOf(anUpdate(fields))).not.toBe(entryOf(anUpdate()));
  });

  it('is as the program writes it, for any text, format and change', () => {
    const text = fc.oneof(
      fc.constantFrom(...NAUGHTY_SKUS),
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...'"\'=+-@;,\t\r\n 1a') }),
    );
    const money = fc.option(fc.nat({ max: 5_000_000 }), { freq: 5 });
    const update = fc.record({ sku: text, message: text, before: money, after: money, isOn: fc.boolean() });
    const shape = fc.record({
      delimiter: fc.constantFrom(',', ';', '\t', '|', '^', ' '),
      decimalSign: fc.constantFrom('.', ','),
    });
    fc.assert(
      fc.property(update, shape, ({ sku, message, before, after, isOn }, format) => {
        const row = anUpdate({
          sku,
          remarks: { warnings: 'drifted;hold_over', message },
          changes: [
            { field: 'cost', before, after } as never,
            { field: 'strategy', before: isOn ? 's1' : null, after: isOn ? null : 's1' } as never,
            { field: 'repricing', before: !isOn, after: isOn },
          ],
        });
        expect(fileOf(row, 'approved', format)).toBe(asProgram(row, 'yes', format));
      }),
      { numRuns: runs(3000, 300) },
    );
  });
});
