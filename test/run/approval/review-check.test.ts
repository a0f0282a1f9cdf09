import { describe, expect, it } from 'vitest';
import type { CarriedOver, Update } from '../../../src/domain/stages.ts';
import {
  findReviewColumns,
  ReviewCheck,
  shownInCell,
  shownInPlan,
} from '../../../src/run/approval/review-check.ts';
import type { PlanFile } from '../../../src/run/folder/plan-file.ts';
import { carry, type PlannedEntry } from '../../../src/run/folder/plan-schema.ts';
import { fingerprintOf } from '../../../src/run/folder/review-rows.ts';
import { aListing, anUpdate, aRow, listingId, sku } from '../../support/builders.ts';
import { listed } from '../../support/listed.ts';

const SEAL = 'a1b2c3d4'.repeat(8);

/** The update of a row for a listing of its own. */
function anEntry(n: number): Update {
  const listing = aListing({ id: listingId(n + 1), sku: sku(`SKU-${n}`) });
  const update = anUpdate({ cost: 650 + n }, listing);
  const row = aRow({ line: n + 2, sku: `SKU-${n}` });
  return { ...update, resolved: { ...update.resolved, row } };
}

const HEADER = ['approve', 'line', 'sku', 'cost_before', 'cost_after', 'entry'];

function aCheck(...entries: readonly PlannedEntry[]) {
  const columns = findReviewColumns(HEADER);
  if (!columns) throw new Error('No columns');
  const plan = { seal: SEAL, entries: () => entries.entries() } as unknown as PlanFile;
  const check = new ReviewCheck(plan, { path: 'review.csv', run: 'd', columns, isUnsent: true });
  let line = 1;
  const add = (n: number, word = 'yes') => {
    line++;
    const cost = ((650 + n) / 100).toFixed(2);
    const name = fingerprintOf(n, anEntry(n), SEAL);
    check.add({ line, cells: [word, String(n + 2), `SKU-${n}`, '6.00', cost, name] });
  };
  return { check, add };
}

describe('ReviewCheck', () => {
  it('takes no entry that is carried over, as what another run holds', () => {
    const { check, add } = aCheck(anEntry(0), carry(anEntry(1)));
    expect(check.counts().of).toBe(1);
    expect(() => add(1)).toThrow('line 2 has an entry that the plan does not have');
  });

  it('knows a million entries in little room', () => {
    const entries = Array.from({ length: 20_000 }, (_, n) => anEntry(n));
    const { check, add } = aCheck(...entries);
    for (const n of entries.keys()) add(n, n % 3 === 0 ? 'x' : '');
    expect(check.counts()).toEqual({ approved: 6667, rejected: 0, of: 20_000 });
    expect(entries.every((_, n) => check.isApproved(n) === (n % 3 === 0))).toBe(true);
  });
});

const COLUMNS = ['approve', 'line', 'sku', 'cost_after', 'repricing_after', 'strategy_after', 'entry'];

function columnOf(name: string) {
  const column = findReviewColumns(COLUMNS)?.shown.find((each) => each.name === name);
  if (!column) throw new Error(`No column ${name}`);
  return column;
}

const entryOf = (changes: readonly object[]) =>
  ({ ...carry(anUpdate({ cost: 600 })), line: 7, changes }) as CarriedOver;

describe('a cell of a review file', () => {
  it.each([
    [
      'cost_after',
      123_450,
      ['1234.50', '1,234.5', '1234.5', "1'234.50", '$ 1,234.50'],
      ['1234,50', '1.234,50'],
    ],
    ['cost_after', 600, ['6', '6.00', '6.0', '06.00'], ['6', '6,00']],
    ['cost_after', 5, ['0.05', '.05'], ['0,05']],
    ['cost_after', 0, ['0', '0.00'], ['0,00']],
    ['cost_after', null, ['null', 'NULL'], [' null ']],
    ['repricing_after', true, ['on', 'ON'], ['on']],
    ['strategy_after', 'Abc-1', ['Abc-1', 'abc-1'], ['abc-1']],
  ])('is the same as the plan has in %s, %s', (name, after, withPoint, withComma) => {
    const column = columnOf(name);
    const { field } = column as { readonly field: string };
    const planned = shownInPlan(column, entryOf([{ field, before: null, after }]));
    for (const cell of withPoint) expect(shownInCell(column, cell, '.'), cell).toBe(planned);
    for (const cell of withComma) expect(shownInCell(column, cell, ','), cell).toBe(planned);
  });

  it.each(['6,000', ...listed('6.01, 6.001, 60, -6.00, (6.00), 6.00 and more, six, , Jun 00, 6E0, ####')])(
    'is another than 6.00: "%s"',
    (cell) => {
      const column = columnOf('cost_after');
      const planned = shownInPlan(column, entryOf([{ field: 'cost', before: null, after: 600 }]));
      expect(shownInCell(column, cell, '.')).not.toBe(planned);
    },
  );

  it('is blank where the plan changes nothing', () => {
    expect(shownInPlan(columnOf('cost_after'), entryOf([]))).toBe('');
    expect(shownInCell(columnOf('cost_after'), ' ', '.')).toBe('');
  });

  it('has the line with or without signs between thousands', () => {
    expect(shownInPlan(columnOf('line'), entryOf([]))).toBe('7');
    for (const cell of ['1.234', '1,234', '1 234'])
      expect(shownInCell(columnOf('line'), cell, '.')).toBe('1234');
  });
});
