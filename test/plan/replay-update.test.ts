import { describe, expect, it } from 'vitest';
import type { Desired, FieldValues } from '../../src/domain/fields.ts';
import type { Listing } from '../../src/domain/listing.ts';
import type { PlannedUpdate } from '../../src/domain/row.ts';
import { judgeUnsent, replayUpdate } from '../../src/plan/plan-row.ts';
import { aListing, aResolved, aRow, cents, type Plain } from '../support/builders.ts';

const RAISE: Plain<Desired> = { cost: 640 };

type Values = Plain<FieldValues>;

interface Options {
  readonly desired?: Plain<Desired>;
  readonly planned?: Partial<PlannedUpdate>;
  readonly listing?: Partial<Listing>;
  readonly strategy?: string | null;
}

/** What becomes of a planned update on a listing that has since come to hold these values. */
function replay(
  now: Values,
  { desired = RAISE, planned = {}, listing = {}, strategy = 's-1' }: Options = {},
) {
  const then = aListing({ values: { strategy } });
  const values = { strategy, ...now };
  const resolved = aResolved({ listing: { ...aListing({ values }), ...listing }, desired });
  return replayUpdate(resolved, {
    ...then,
    before: then.values,
    pins: {},
    exact: false,
    mayArrive: false,
    ...planned,
  });
}

describe('replayUpdate', () => {
  it('is the update that was planned, pins and all, where nothing has changed', () => {
    const planned = { pins: { minimum_price: cents(1000) }, exact: true };
    expect(replay({}, { planned })).toMatchObject({
      kind: 'update',
      changes: [{ field: 'cost', before: 600, after: 640 }],
      pins: [{ field: 'minimum_price', before: 1000, after: 1000 }],
      exact: true,
    });
  });

  const newStrategy = { desired: { strategy: 's-2' }, strategy: null };
  it.each<readonly [string, now: Values, options: Options]>([
    ['as planned', { cost: 640 }, {}],
    ['with a bound that a strategy may have computed', { cost: 640, minimum_price: 704 }, {}],
    ['with one that its new strategy may have', { strategy: 's-2', minimum_price: 704 }, newStrategy],
    ['cleared', { cost: null }, { desired: { cost: null } }],
  ])('is updated where the listing is %s', (_name, now, options) => {
    expect(replay(now, options)).toMatchObject({
      kind: 'blocked',
      status: 'updated',
      reason: 'already_updated',
    });
  });

  const COST = 'cost is 7.00, expected 6.00 to become 6.40';
  const BOUND = 'minimum_price is 7.04, expected 10.00 to stay 10.00';
  const MANUAL = 'manual_price is 15.00, expected null to stay null';
  const MAXIMUM = 'maximum_price is 7.04, expected 20.00 to stay 20.00';
  const AS_PLANNED = 'cost is 6.40, expected 6.00 to become 6.40';
  const CURRENCY = 'currency is eur, expected usd to stay usd';
  const computed = { cost: 640, minimum_price: 704 };
  const noStrategy = { desired: { ...RAISE, strategy: null } };
  const pinned = { planned: { pins: { minimum_price: cents(1000) } } };
  const listing = { currency: 'eur' };
  const flag = { desired: { repricing: false } };
  const CHANNEL = `channel is 2, expected ${aListing().channel} to stay ${aListing().channel}`;
  const PLATFORM = 'platform is walmart, expected amazon to stay amazon';
  const onWalmart = { listing: { platform: 'walmart' } };

  it.each<readonly [string, string, now: Values, options: Options]>([
    ['a sent field', COST, { cost: 700 }, {}],
    ['a clear', 'cost is 7.00, expected 6.00 to become null', { cost: 700 }, { desired: { cost: null } }],
    ['a flag', 'repricing is false, expected true to stay true', { repricing: false }, {}],
    ['several', `${COST}; ${MANUAL}`, { cost: 700, manual_price: 1500 }, {}],
    ['a bound alone', BOUND, { minimum_price: 704 }, {}],
    ['a bound beside a flag', BOUND, { repricing: false, minimum_price: 704 }, flag],
    ['a bound, of a listing that has no strategy', BOUND, computed, { strategy: null }],
    ['a bound, beside a strategy taken away', BOUND, { ...computed, strategy: null }, noStrategy],
    ['a bound that was pinned', BOUND, computed, pinned],
    ['a bound of an exact plan', MAXIMUM, { cost: 640, maximum_price: 704 }, { planned: { exact: true } }],
    ['the currency', CURRENCY, {}, { listing }],
    ['the currency, at the figures as planned', `${AS_PLANNED}; ${CURRENCY}`, { cost: 640 }, { listing }],
    ['the channel', CHANNEL, {}, { listing: { channel: '2' } }],
    ['the platform, at the figures as planned', `${AS_PLANNED}; ${PLATFORM}`, { cost: 640 }, onWalmart],
    ['the currency beside a flag', CURRENCY, {}, { desired: { ...RAISE, repricing: false }, listing }],
  ])('is a conflict with all three values where somebody changed %s', (_name, message, now, options) => {
    expect(replay(now, options)).toMatchObject({
      kind: 'blocked',
      status: 'conflict',
      reason: 'changed_meanwhile',
      message,
    });
  });

  it('minds no currency where no amount is sent', () => {
    for (const desired of [{ repricing: false }, { cost: null }, { repricing: false, cost: null }])
      expect(replay({}, { desired, listing })).toMatchObject({ kind: 'update' });
  });

  it('keeps the remarks of its row, but for those on a price that may be another one by now', () => {
    const then = aListing();
    const arrival = { reason: 'may_arrive', message: 'An update may still arrive' } as const;
    const price = { reason: 'price_has_to_rise', message: 'The price rises' } as const;
    const row = aRow({ notices: [arrival, price] });
    const planned = { ...then, before: then.values, pins: {}, exact: false, mayArrive: false };
    const replayed = replayUpdate(aResolved({ listing: then, desired: RAISE, row }), planned);
    expect(replayed.kind === 'update' && replayed.notices).toEqual([arrival]);
  });
});

const unsent = {
  planned: { cost: cents(640), minimum_price: cents(1100) },
  evidence: 'the journal says that nothing was sent',
};

/** A listing that held a cost of 6.00 and a minimum of 10.00 before the run, and now holds these values. */
function judge(values: Partial<FieldValues>) {
  const desired = { cost: cents(600), minimum_price: cents(1000) };
  return judgeUnsent(aResolved({ listing: aListing({ values }), desired }), unsent);
}

describe('judgeUnsent', () => {
  it('leaves a listing alone that is as it was', () => {
    const judged = judge({});
    expect(judged.kind).toBe('unchanged');
    expect(judged.resolved.row.notices).toEqual([]);
  });

  it('leaves alone what somebody else has set, and says so', () => {
    const judged = judge({ cost: cents(700) });
    expect(judged.kind).toBe('unchanged');
    expect(judged.resolved.row.notices).toEqual([
      {
        reason: 'changed_by_others',
        message: 'Changed by somebody else: cost 6.00 → 7.00; the journal says that nothing was sent',
      },
    ]);
  });

  it.each([
    ['all', { cost: cents(640), minimum_price: cents(1100) }, /cost 6\.00 → 6\.40, minimum_price 10\.00/],
    ['a part', { cost: cents(640) }, /\(cost 6\.00 → 6\.40\)/],
    ['a part, beside another’s', { cost: cents(640), minimum_price: cents(1) }, /\(cost [^,]*\)/],
  ])('is a conflict where the listing holds %s of what was planned', (_name, values, message) => {
    expect(judge(values)).toMatchObject({
      kind: 'blocked',
      status: 'conflict',
      reason: 'held_though_unsent',
      message: expect.stringMatching(message),
    });
  });
});
