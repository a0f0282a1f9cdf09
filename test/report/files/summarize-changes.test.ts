import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../src/domain/stages.ts';
import { summarizeChanges } from '../../../src/report/files/build-summary.ts';
import { ChangeTally } from '../../../src/report/tally/tally-changes.ts';
import { aListing, anUpdate, aResolved, aRow, cents, listingId, sku } from '../../support/builders.ts';
import { anOutcome } from '../support.ts';

/** A row for each line, whose amounts go up and down by what the line is. */
const OUTCOMES = Array.from({ length: 40 }, (_, index): Outcome => {
  const line = index + 2;
  const listing = aListing({ id: listingId(line), sku: sku(`SKU-${line}`) });
  const update = anUpdate(
    {
      cost: cents(600 + ((index * 37) % 100)),
      minimum_price: index % 3 === 0 ? null : cents(1000 - ((index * 53) % 900) - 1),
      ...(index % 5 === 0 ? { repricing: false, strategy: 's-1' } : {}),
    },
    listing,
  );
  return anOutcome({ ...update, resolved: aResolved({ ...update.resolved, row: aRow({ line }) }) });
});

function summarize(outcomes: readonly Outcome[]) {
  const tally = new ChangeTally();
  for (const outcome of outcomes) tally.add(outcome);
  return summarizeChanges(tally.result());
}

describe('summarizeChanges', () => {
  it('tells all that there is in plain data', () => {
    const summary = summarize(OUTCOMES);
    expect(JSON.parse(JSON.stringify(summary))).toEqual(summary);
    expect(summary.biggest.down[0]).toEqual({
      line: 18,
      sku: 'SKU-18',
      listing_id: listingId(18),
      field: 'minimum_price',
      before_cents: 1000,
      after_cents: 151,
      percent: -84.9,
    });
  });
});
