import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIELDS, type FieldValue } from '../../../src/domain/fields.ts';
import type { Change, Outcome } from '../../../src/domain/stages.ts';
import {
  ListingColumnsTally,
  type Restoration,
  renderUndo,
  toRestoration,
  type UndoShape,
} from '../../../src/report/files/render-undo.ts';
import { read } from '../../sheet/support.ts';
import { aListing, anUpdate, cents, listingId, sku } from '../../support/builders.ts';
import { runs } from '../../support/runs.ts';
import { unmarked } from '../../support/unmarked.ts';
import { anOutcome, EVERY_STATUS } from '../support.ts';

const toRestorations = (outcomes: readonly Outcome[]) =>
  outcomes.flatMap((outcome) => toRestoration(outcome) ?? []);

const SHAPE: UndoShape = { delimiter: ',', decimalSign: '.', moneyUnit: 'major', clearToken: 'null' };

function undo(restorations: readonly Restoration[], shape: Partial<UndoShape> = {}): string {
  const tally = new ListingColumnsTally();
  for (const each of restorations) tally.add(each);
  return unmarked([...renderUndo(restorations, tally.result(), { ...SHAPE, ...shape })].join(''));
}

describe('renderUndo', () => {
  it('gives amounts in cents where a currency has no hundredths, since nobody could read them otherwise', async () => {
    const changes: readonly Change[] = [{ field: 'cost', before: cents(1299), after: cents(1300) }];
    const { rows } = await read(undo([{ listing: aListing({ currency: 'jpy' }), changes }]));
    expect(rows[0]).toMatchObject({
      kind: 'row',
      currency: 'jpy',
      requested: { cost: 1299 },
      moneyInCents: true,
    });
  });

  const amount = fc.option(fc.oneof(fc.nat(), fc.maxSafeInteger().map(Math.abs)).map(cents));
  const strategy = fc.option(
    fc.oneof(fc.uuid(), fc.constantFrom('=1', '-x', "'=x", 'a,b;c|d\te', 'a "b"', 'a\nb', 'a\rb')),
  );
  const someValue = (field: string): fc.Arbitrary<FieldValue> => {
    if (field === 'repricing') return fc.boolean();
    return field === 'strategy' ? strategy : amount;
  };
  const before = fc.record(Object.fromEntries(FIELDS.map((field) => [field, someValue(field)])), {
    requiredKeys: [],
  });
  const shape = fc.record({
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    decimalSign: fc.constantFrom('.' as const, ',' as const),
    moneyUnit: fc.constantFrom('major' as const, 'cents' as const),
    clearToken: fc.constantFrom('null', '-', '=clear', 'n/a', '∅', "'", 'a"b', ';'),
  });

  it('is read back as exactly the values from before, by the settings of its run or without a decimal sign', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(before, { maxLength: 6 }),
        shape,
        fc.boolean(),
        async (befores, shape, told) => {
          const restorations = befores.map((values, index) => ({
            listing: aListing({
              id: listingId(index),
              sku: sku(`=${index}`),
              currency: index % 2 ? 'usd' : 'huf',
            }),
            changes: FIELDS.flatMap((field): Change[] => {
              const value = values[field];
              return value === undefined ? [] : [{ field, before: value, after: null }];
            }),
          }));
          const { rows } = await read(undo(restorations, shape), {
            ...shape,
            decimalSign: told ? shape.decimalSign : undefined,
          });
          expect(rows).toMatchObject(
            restorations.map(({ listing: { id, sku, currency } }) => ({
              target: { listingId: id, sku },
              currency,
            })),
          );
          expect(rows.map((row) => row.kind === 'row' && row.requested)).toEqual(
            restorations.map(({ changes }) =>
              Object.fromEntries(changes.map(({ field, before }) => [field, before])),
            ),
          );
        },
      ),
      { numRuns: runs(1000) },
    );
  });
});

describe('toRestoration', () => {
  it('takes what was changed or may have been, and nothing else', () => {
    expect(toRestorations(EVERY_STATUS).map(({ listing }) => listing.sku)).toEqual(['SKU-1', 'SKU-12']);
  });

  const changesOf = (outcome: Outcome) => toRestorations([outcome]).flatMap(({ changes }) => changes);

  it('takes bounds too that were computed, the last that was seen of a field, and nothing of anybody else', () => {
    const own: readonly Change[] = [
      { field: 'cost', before: cents(600), after: cents(701) },
      { field: 'minimum_price', before: cents(1000), after: cents(770) },
    ];
    const observed: readonly Change[] = [...own, { field: 'manual_price', before: null, after: cents(999) }];
    const outcome = (strategy: string | null) => {
      const update = anUpdate({ cost: cents(700) }, aListing({ values: { strategy } }));
      return anOutcome(update, { attempts: 1, status: 'unconfirmed', observed });
    };
    // The other bound is told as it is, so that the strategy does not compute it upon the cost that is given back.
    const kept: Change = { field: 'maximum_price', before: cents(2000), after: cents(2000) };
    expect(changesOf(outcome('s-1'))).toEqual([...own, kept]);
    expect(changesOf(outcome(null))).toEqual(own.slice(0, 1));
  });

  it('takes the bounds from before where nobody saw what an update did to them', () => {
    const restorationsOf = (strategy: string | null, observed?: readonly Change[]) => {
      const listing = aListing({ values: { strategy, maximum_price: null } });
      const update = anUpdate({ cost: cents(700) }, listing);
      return toRestorations([
        anOutcome(update, { attempts: 1, status: 'unconfirmed', reason: 'answer_lost', observed }),
      ]);
    };
    const header = 'listing_id,sku,currency,cost,minimum_price,maximum_price';
    const id = listingId(1);
    expect(undo(restorationsOf('s-1'))).toBe(`${header}\n${id},MUG-01,usd,6.00,10.00,null\n`);
    expect(undo(restorationsOf(null))).toBe(`listing_id,sku,currency,cost\n${id},MUG-01,usd,6.00\n`);
    // Somebody else had changed it before the update could arrive.
    const theirs: Change = { field: 'minimum_price', before: cents(1000), after: cents(1400) };
    expect(undo(restorationsOf('s-1', [theirs]))).toBe(`${header}\n${id},MUG-01,usd,6.00,14.00,null\n`);
  });
});
