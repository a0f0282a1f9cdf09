import { describe, expect, it } from 'vitest';
import type { Field } from '../../../src/domain/fields.ts';
import type { RunReport } from '../../../src/report/tally/run-report.ts';
import { summarizeRun } from '../../../src/report/tally/summarize-run.ts';
import { OutcomeTally } from '../../../src/report/tally/tally-outcomes.ts';
import { aListing, anUpdate, cents, listingId, sku } from '../../support/builders.ts';
import { anOutcome, aReport } from '../support.ts';

const report = (fields: Partial<RunReport>): RunReport => ({ ...aReport(), ...fields });

const NEWS = { new: 0, still: 0, since: null, latest: null, well: 0, new_rows: [] };

const NEED = 'rows need attention';
const [EARLIER, LAST] = ['2026-11-18T02:15:00.000Z', '2026-11-20T02:15:00.000Z'];
const drift = (field: Field, sku = 'MUG', nights = 1) => ({ field, sku, nights });

function rowsOf(...skus: readonly string[]) {
  return skus.map((sku, index) => ({ line: index + 2, sku }));
}

/** Updates of listings whose cost is 10.00, made by a run. */
function updated(...costs: readonly (readonly [name: string, cost: number])[]) {
  const tally = new OutcomeTally({ missingIsOk: false });
  for (const [n, [name, cost]] of costs.entries()) {
    const listing = aListing({ id: listingId(n + 1), sku: sku(name), values: { cost: cents(1000) } });
    const update = anUpdate({ cost: cents(cost) }, listing);
    const row = { ...update.resolved.row, target: { sku: sku(name) } };
    const entry = { ...update, resolved: { ...update.resolved, row } };
    tally.add(anOutcome(entry, { status: 'updated', attempts: 1 }));
  }
  return tally.result();
}

describe('summarizeRun', () => {
  const needing = (attention: number) => ({ ...updated(), attention });

  it.each([
    [{ new: 2 }, 2, '2 rows need attention, all of them new.'],
    [{ new: 1 }, 1, '1 row needs attention, new since last time.'],
    [{ still: 2, since: EARLIER, latest: LAST }, 2, '2 rows need attention, none new since 2026-11-20.'],
    [{ new: 1, still: 2, new_rows: rowsOf('A') }, 3, '3 rows need attention, 1 of them new: line 2 A.'],
    [
      { new: 9, still: 1, new_rows: rowsOf(...'ABCD') },
      10,
      `10 ${NEED}, 9 of them new: line 2 A, line 3 B, line 4 C and 6 more.`,
    ],
    [
      { still: 2, latest: LAST, well: 1 },
      2,
      `2 ${NEED}, none new since 2026-11-20; 1 other no longer needs it.`,
    ],
    [{ well: 2 }, 0, '2 rows that needed attention no longer need it.'],
  ])('says of %j with %i rows: %s', (news, attention, sentence) => {
    expect(summarizeRun(report({ digest: needing(attention), news: { ...NEWS, ...news } }))).toEqual([
      sentence,
    ]);
  });

  it('says that somebody else changed fields, and that rows wait', () => {
    const drift = { drifted: 2, contested: 1, recomputed: 5 };
    expect(summarizeRun(report({ digest: updated(), drift }))).toEqual([
      'Somebody else had changed 3 fields.',
    ]);
    const digest = updated();
    const held = { ...digest, byStatus: { ...digest.byStatus, held: 1 } };
    expect(summarizeRun(report({ digest: held, drift }))).toEqual([
      '1 row waits for a person.',
      'Somebody else had changed 3 fields.',
    ]);
  });

  it.each([
    [1, [drift('cost')], 'the cost of MUG'],
    [1, [drift('repricing', 'MUG', 3)], 'repricing of MUG, 3 runs in a row'],
    [
      2,
      [drift('minimum_price'), drift('strategy', 'CUP')],
      '2 fields: the minimum of MUG and the strategy of CUP',
    ],
    [9, [drift('cost'), drift('cost', 'CUP')], '9 fields: first the cost of MUG'],
  ] as const)('names what somebody else changed: %i, %j', (drifted, driftedFields, named) => {
    const drift = { drifted, contested: 0, recomputed: 1 };
    expect(summarizeRun(report({ digest: updated(), drift, driftedFields }), (name) => name)).toEqual([
      `Somebody else had changed ${named}.`,
    ]);
  });

  it('counts a second move before it leaves out what a person has to know', () => {
    const moves = updated(['AC-1', 1100], ['AC-2', 900]);
    const { going } = moves.prices;
    const digest = {
      ...moves,
      attention: 2,
      prices: { ...moves.prices, going: { ...going, rise: { ...going.rise, count: 1 } } },
      byStatus: { ...moves.byStatus, held: 1 },
    };
    const drift = { drifted: 1, contested: 0, recomputed: 0 };
    const summary = summarizeRun(report({ digest, drift, news: { ...NEWS, new: 2 } }));
    expect(summary).toEqual([
      'The cost of AC-2 fell by 10.0 % and the cost of AC-1 rose by 10.0 %.',
      "1 minimum is above today's price.",
      '1 entry waits for a person.',
      '2 entries need attention, all of them new.',
      'Somebody else had changed 1 field.',
    ]);
  });
});
