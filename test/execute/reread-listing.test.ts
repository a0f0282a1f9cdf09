import { describe, expect, it } from 'vitest';
import { KeyRefusedError, ServiceError } from '../../src/domain/errors.ts';
import type { Listing } from '../../src/domain/listing.ts';
import type { Rereading } from '../../src/domain/ports.ts';
import type { Update } from '../../src/domain/stages.ts';
import { rereadListing } from '../../src/execute/execute-updates.ts';
import { anUpdate, cents } from '../support/builders.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { updated } from './support.ts';

const update = anUpdate({ cost: cents(640), minimum_price: cents(1100) });
const { listing } = update.resolved;

function reading(found: Listing | undefined | Error): Rereading {
  return {
    look: async () => {
      if (found instanceof Error) throw found;
      return found;
    },
    isStale: () => false,
  };
}

const { signal } = new AbortController();

function look(rereading: Rereading | undefined, entry: Update = update) {
  return rereadListing(entry, { rereading, clock: createFakeClock(), signal });
}

function withValues(values: Partial<Listing['values']>): Listing {
  return { ...listing, values: { ...listing.values, ...values } };
}

describe('rereadListing', () => {
  it.each([
    ['nobody reads again', undefined],
    ['the reading was recent', reading(listing)],
    ['the listing is as planned', reading({ ...listing, currentPrice: 1 })],
  ])('lets the update go where %s', async (_name, rereading) => {
    expect(await look(rereading)).toBeUndefined();
  });

  const ALL = { cost: cents(640), minimum_price: cents(1100) };
  const BOTH = 'cost was 6.00 and is 6.40, minimum_price was 10.00 and is 11.00';
  it.each([
    ['a field that was to be sent', { cost: cents(777) }, 'cost was 6.00 and is 7.77'],
    ['one that was not', { maximum_price: cents(3000) }, 'maximum_price was 20.00 and is 30.00'],
    ['a part of what was planned', { cost: cents(640) }, 'cost was 6.00 and is 6.40'],
    ['all and more', { ...ALL, repricing: false }, `${BOTH}, repricing was true and is false`],
  ])('is a conflict where somebody has set %s', async (_name, values, moved) => {
    const outcome = await look(reading(withValues(values)));
    expect(outcome).toMatchObject({
      entry: update,
      status: 'conflict',
      reason: 'changed_meanwhile',
      message: `Not sent: somebody else has changed the listing since the plan was made: ${moved}`,
      attempts: 0,
      completedAt: 1_700_000_000_000,
    });
    expect(outcome?.observed?.map(({ field, after }) => [field, after])).toEqual(Object.entries(values));
  });

  it.each([
    ['currency', 'currency was usd and is eur', { ...updated(update), currency: 'eur' }],
    ['channel', `channel was ${listing.channel} and is 2`, { ...listing, channel: '2' }],
  ])('is a conflict where the same figures are of another %s', async (_name, said, now) => {
    const message = expect.stringContaining(said);
    expect(await look(reading(now))).toMatchObject({ status: 'conflict', message });
  });

  it('is updated already where the listing holds exactly what was planned, whatever else is remarked on it', async () => {
    const entry = { ...update, notices: [{ reason: 'rounded', message: 'cost was rounded' } as const] };
    expect(await look(reading(updated(update)), entry)).toMatchObject({
      kind: 'outcome',
      entry,
      status: 'updated',
      reason: 'already_updated',
      attempts: 0,
      notApplied: true,
      mayArrive: false,
      completedAt: 1_700_000_000_000,
      observed: update.changes,
    });
  });

  it('is unconfirmed where it holds what was planned and an update of another run may still arrive', async () => {
    const notices = [{ reason: 'may_arrive', message: 'An update may still arrive' } as const];
    expect(await look(reading(updated(update)), { ...update, notices })).toMatchObject({
      status: 'unconfirmed',
      reason: 'may_arrive',
      message: expect.stringContaining('An update may still arrive'),
      notApplied: true,
      observed: update.changes,
    });
  });

  it('is a conflict where the listing is gone, and says whether the update itself may still arrive, sent by another run', async () => {
    const planned = { ...listing, before: listing.values, pins: {}, exact: false };
    for (const mayArrive of [true, false]) {
      const row = { ...update.resolved.row, planned: { ...planned, mayArrive } };
      const again = { ...update, resolved: { ...update.resolved, row } };
      expect(await look(reading(undefined), again)).toMatchObject({
        status: 'conflict',
        reason: 'changed_meanwhile',
        message: 'Not sent: the listing is no longer listed under its SKU',
        attempts: 0,
        mayArrive,
      });
    }
  });

  it('can be interrupted', async () => {
    const given: unknown[] = [];
    const rereading: Rereading = {
      ...reading(listing),
      look: async (_listing, options) => {
        given.push(options.signal);
        return listing;
      },
    };
    await look(rereading);
    expect(given).toEqual([signal]);
  });

  it('fails, without an attempt, where this listing could not be read', async () => {
    expect(await look(reading(new ServiceError('GET /listings: the service answered 500')))).toMatchObject({
      status: 'failed',
      reason: 'lookup_failed',
      message:
        'Not sent: the listing could not be read again before its update: GET /listings: the service answered 500',
      attempts: 0,
    });
  });

  it('passes on what ends the run', async () => {
    await expect(look(reading(new KeyRefusedError('No')))).rejects.toThrow('No');
  });
});
