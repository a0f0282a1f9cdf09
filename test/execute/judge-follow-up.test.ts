import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/domain/stages.ts';
import { judgeFollowUp, manualPriceSentBy, predictFollowUp } from '../../src/execute/follow-manual-prices.ts';
import { aListing, anUpdate, cents } from '../support/builders.ts';

const PRICE = cents(1500);

function anOutcome(fields: Partial<Outcome> = {}): Outcome {
  const entry = anUpdate({ manual_price: PRICE });
  return {
    kind: 'outcome',
    entry,
    status: 'updated',
    reason: '',
    message: '',
    attempts: 1,
    observed: entry.changes,
    ...fields,
  };
}

describe('manualPriceSentBy', () => {
  const cleared = anUpdate({ manual_price: null }, aListing({ values: { manual_price: PRICE } }));
  it.each([
    ['sent and seen', {}, PRICE],
    ['together with other fields', { entry: anUpdate({ cost: cents(1), manual_price: PRICE }) }, PRICE],
    ['a price of 0', { entry: anUpdate({ manual_price: cents(0) }) }, 0],
    ['a clear', { entry: cleared }, undefined],
    ['another field', { entry: anUpdate({ cost: cents(650) }) }, undefined],
    ['not known to have taken effect', { status: 'unconfirmed' }, undefined],
    ['refused', { status: 'failed' }, undefined],
    ['not sent', { status: 'planned', attempts: 0 }, undefined],
    ['already correct', { attempts: 0, notApplied: true }, undefined],
    ['set by somebody else meanwhile', { notApplied: true }, undefined],
  ] satisfies readonly (readonly [string, Partial<Outcome>, number | undefined])[])(
    '%s',
    (_name, fields, expected) => {
      expect(manualPriceSentBy(anOutcome(fields))).toBe(expected);
    },
  );
});

describe('predictFollowUp', () => {
  type Fields = NonNullable<Parameters<typeof aListing>[0]>;
  const predict = (fields: Fields, observed: Outcome['observed'] = []) => {
    const entry = anUpdate({ manual_price: PRICE }, aListing(fields));
    return predictFollowUp(anOutcome({ entry, observed: [...entry.changes, ...observed] }), PRICE);
  };
  const noEffect = (why: string) => ({ kind: 'no_effect', why });

  it.each<readonly [string, Fields, object]>([
    ['repriceable', {}, { kind: 'pending' }],
    ['a minimum of 0', { values: { minimum_price: cents(0) } }, { kind: 'pending' }],
    ['free shipping', { currentShipping: 0 }, { kind: 'pending' }],
    ['inactive', { status: 'inactive' }, { kind: 'pending' }],
    ['repricing off', { values: { repricing: false } }, noEffect('repricing is off')],
    ['no minimum', { values: { minimum_price: null } }, noEffect('no minimum price is set')],
    ['no shipping', { currentShipping: null }, noEffect('its current shipping is not known')],
    [
      'nothing at all',
      { currentShipping: null, values: { repricing: false, minimum_price: null } },
      noEffect('repricing is off and no minimum price is set and its current shipping is not known'),
    ],
  ])('%s', (_name, fields, expected) => {
    expect(predict(fields)).toEqual(expected);
  });

  it('counts what the same update has changed', () => {
    const off = { values: { repricing: false } };
    expect(predict(off, [{ field: 'repricing', before: false, after: true }])).toEqual({ kind: 'pending' });
    expect(predict({}, [{ field: 'minimum_price', before: cents(1000), after: null }])).toEqual(
      noEffect('no minimum price is set'),
    );
  });

  it('does not take the price from before the update for its effect', () => {
    expect(predict({ currentPrice: PRICE, currentShipping: 0 })).toEqual({ kind: 'pending' });
  });
});

describe('judgeFollowUp', () => {
  const walmart = { platform: 'walmart', currentShipping: 400 };
  type Fields = NonNullable<Parameters<typeof aListing>[0]>;

  it.each<readonly [string, Fields, string]>([
    ['amazon: price and shipping together', { currentPrice: 1100, currentShipping: 400 }, 'reflected'],
    ['amazon: the price alone', { currentPrice: 1500, currentShipping: 400 }, 'pending'],
    ['amazon: free shipping', { currentPrice: 1500, currentShipping: 0 }, 'reflected'],
    ['amazon: a cent away', { currentPrice: 1101, currentShipping: 400 }, 'pending'],
    ['amazon: shipping above the manual price', { currentPrice: 0, currentShipping: 1600 }, 'pending'],
    ['walmart: the price alone', { ...walmart, currentPrice: 1500 }, 'reflected'],
    ['walmart: price and shipping together', { ...walmart, currentPrice: 1100 }, 'pending'],
    ['another platform: the price alone', { ...walmart, platform: 'ebay', currentPrice: 1500 }, 'reflected'],
    ['walmart: shipping unknown', { ...walmart, currentShipping: null, currentPrice: 1500 }, 'reflected'],
    ['no price', { currentPrice: null }, 'pending'],
  ])('%s', (_name, fields, expected) => {
    const listing = aListing({ ...fields, values: { manual_price: PRICE } });
    expect(judgeFollowUp(PRICE, listing)).toEqual({ kind: expected });
  });

  it.each<readonly [string, Fields, string]>([
    ['repricing was turned off', { values: { repricing: false } }, 'repricing is off'],
    [
      'amazon: the shipping is gone',
      { currentPrice: 1500, currentShipping: null },
      'its current shipping is not known',
    ],
    ['another manual price', { values: { manual_price: cents(1600) } }, 'the manual price is 16.00 by now'],
    ['no manual price', { values: { manual_price: null } }, 'the manual price is null by now'],
  ])('has no effect: %s', (_name, { values, ...fields }, why) => {
    const listing = aListing({ ...fields, values: { manual_price: PRICE, ...values } });
    expect(judgeFollowUp(PRICE, listing)).toEqual({ kind: 'no_effect', why });
  });

  it('stays reflected if repricing is turned off afterwards', () => {
    const listing = aListing({ currentPrice: 1500, values: { manual_price: PRICE, repricing: false } });
    expect(judgeFollowUp(PRICE, listing)).toEqual({ kind: 'reflected' });
  });
});
