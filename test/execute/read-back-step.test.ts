import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../src/domain/errors.ts';
import type { FieldValues } from '../../src/domain/fields.ts';
import type { Listing } from '../../src/domain/listing.ts';
import type { ReadLatest } from '../../src/domain/ports.ts';
import type { FindBrokenRules } from '../../src/execute/hold-against-guards.ts';
import { readBackStep, type SeenUpdate } from '../../src/execute/read-back-step.ts';
import { withChanges } from '../plan/support.ts';
import { cents } from '../support/builders.ts';
import { updateOf } from './support.ts';

const COST = { cost: cents(640) };

/** An update that was sent, with all that is known of it. */
function seen(number: number, desired: Parameters<typeof updateOf>[1] = COST): SeenUpdate {
  const { resolved, changes, pins } = updateOf(number, desired);
  return {
    n: number,
    listing: resolved.listing,
    sent: [...changes, ...pins],
    planned: { changes, resolved },
  };
}

/** The listing of an update as it is now: as it was left, with these values. */
function now(
  { planned, sent }: SeenUpdate,
  values: Partial<FieldValues> = {},
  fields: Partial<Listing> = {},
): Listing {
  if (!planned) throw new Error('Nothing is known of its listing');
  const listing = withChanges(planned.resolved.listing, sent);
  return { ...listing, ...fields, values: { ...listing.values, ...values } };
}

interface Options {
  readonly failure?: Error;
  readonly findBrokenRules?: FindBrokenRules;
}

async function readBack(
  updates: readonly SeenUpdate[],
  listings: readonly Listing[],
  { failure, findBrokenRules }: Options = {},
) {
  const readLatest: ReadLatest = async (_wanted, { onListing, updatesFollow }) => {
    expect(updatesFollow).toBe(true);
    for (const listing of listings) onListing(listing);
    return { failure };
  };
  const read: number[] = [];
  const signal = new AbortController().signal;
  const onRead = (done: number) => void read.push(done);
  return { ...(await readBackStep(updates, { readLatest, findBrokenRules, signal, onRead })), read };
}

describe('readBackStep', () => {
  it('finds nothing where every listing holds what was sent', async () => {
    const updates = [seen(1), seen(2)];
    expect(
      await readBack(
        updates,
        updates.map((update) => now(update)),
      ),
    ).toEqual({
      overwritten: [],
      unread: 0,
      read: [1, 2],
    });
  });

  it.each<readonly [string, Partial<FieldValues>, Partial<Listing>, string]>([
    ['another amount', { cost: cents(700) }, {}, 'cost is 7.00 where 6.40 was sent'],
    ['the old amount', { cost: cents(600) }, {}, 'cost is 6.00 where 6.40 was sent'],
    ['nothing', { cost: null }, {}, 'cost is null where 6.40 was sent'],
    ['another currency', {}, { currency: 'eur' }, 'currency is eur where usd was sent'],
  ])('names a listing with %s', async (_name, values, fields, said) => {
    const { overwritten } = await readBack([seen(1)], [now(seen(1), values, fields)]);
    expect(overwritten).toEqual([
      {
        n: 1,
        reason: 'overwritten',
        message: `Sent and seen to hold, but when it was read back before the next step: ${said}`,
      },
    ]);
  });

  it('looks at what was sent, and not at other fields', async () => {
    const { overwritten } = await readBack([seen(1)], [now(seen(1), { maximum_price: cents(9900) })]);
    expect(overwritten).toEqual([]);
  });

  it('asks the guard rules about all that differs from before', async () => {
    const asked: unknown[] = [];
    const findBrokenRules: FindBrokenRules = (update, observed) => {
      asked.push(update.changes, observed);
      return [{ rule: 'below_cost', message: 'minimum_price 5.00 is under the cost 6.40' }];
    };
    const update = seen(1);
    const { overwritten } = await readBack([update], [now(update, { minimum_price: cents(500) })], {
      findBrokenRules,
    });
    expect(overwritten).toMatchObject([{ reason: 'overwritten;below_cost' }]);
    expect(asked).toEqual([
      update.sent,
      [
        { field: 'cost', before: 600, after: 640 },
        { field: 'minimum_price', before: 1000, after: 500 },
      ],
    ]);
  });

  it('asks no guard rule about what another run has sent', async () => {
    const { planned: _, ...update } = seen(1);
    const findBrokenRules: FindBrokenRules = () => {
      throw new Error('Nobody knows what it was before');
    };
    expect((await readBack([update], [now(seen(1))], { findBrokenRules })).overwritten).toEqual([]);
  });

  it('takes a listing that is gone for one that does not hold it', async () => {
    const { overwritten, unread } = await readBack([seen(1), seen(2)], [now(seen(2))]);
    expect([overwritten, unread]).toEqual([
      [
        {
          n: 1,
          reason: 'overwritten',
          message:
            'Sent and seen to hold, but when it was read back before the next step, the listing was no longer listed under its SKU',
        },
      ],
      0,
    ]);
  });

  it('does not say so of a listing that could not be read', async () => {
    const failure = new ServiceError('no answer');
    const reading = await readBack([seen(1), seen(2)], [now(seen(2))], { failure });
    expect(reading).toMatchObject({ overwritten: [], unread: 1, failure });
  });

  it('judges a listing once, in either case of its id', async () => {
    const upper = now(seen(1), { cost: cents(700) });
    const { overwritten, read } = await readBack(
      [seen(1)],
      [{ ...upper, id: upper.id.toUpperCase() as typeof upper.id }, now(seen(1)), now(seen(9))],
    );
    expect([overwritten.length, read]).toEqual([1, [1]]);
  });
});
