import { describe, expect, it } from 'vitest';
import {
  InterruptedError,
  KeyRefusedError,
  RetriesSpentError,
  ServiceError,
} from '../../src/domain/errors.ts';
import type { Listing } from '../../src/domain/listing.ts';
import type { Progress, ReadLatest } from '../../src/domain/ports.ts';
import type { Outcome } from '../../src/domain/stages.ts';
import {
  followManualPrices,
  judgeFollowUp,
  manualPriceSentBy,
  predictFollowUp,
} from '../../src/execute/follow-manual-prices.ts';
import { aListing, anUpdate, cents, listingId, sku } from '../support/builders.ts';
import { createFakeClock } from '../support/fake-clock.ts';

const PRICE = cents(1500);

/** The listing with this number as it is while it waits, or once it shows its manual price. */
function listingOf(number: number, currentPrice = 1400): Listing {
  const fields = { id: listingId(number), sku: sku(`SKU-${number}`), currentPrice };
  return aListing({ ...fields, values: { manual_price: PRICE } });
}

/** Listings from 1 up; the nth shows its price after that many milliseconds, or never. */
function onStage(effects: readonly (number | undefined)[], listings: readonly Listing[] = []) {
  const clock = createFakeClock();
  const controller = new AbortController();
  const reads: { readonly at: number; readonly listings: readonly number[] }[] = [];
  const progress: Progress[] = [];
  const readLatest: ReadLatest = async (listings, { onListing }) => {
    const numbers = listings.map(({ id }) => Number(id.slice(-12)));
    reads.push({ at: clock.monotonic(), listings: numbers });
    for (const number of numbers) {
      const effect = effects[number - 1] ?? Number.POSITIVE_INFINITY;
      onListing(listingOf(number, clock.monotonic() >= effect ? PRICE : 1400));
    }
    return {};
  };
  const sent = effects.map((_, index) => {
    const listing = listings[index] ?? listingOf(index + 1);
    return { n: index + 10, listing, manualPrice: PRICE };
  });
  return {
    clock,
    controller,
    reads,
    progress,
    readLatest,
    follow: (read: ReadLatest = readLatest) =>
      clock.runUntilDone(
        followManualPrices(sent, {
          readLatest: read,
          clock,
          signal: controller.signal,
          onProgress: (each) => progress.push(each),
        }),
      ),
  };
}

describe('followManualPrices', () => {
  it.each([
    [45_000, [45]],
    [45_001, [45, 90]],
    [180_000, [45, 90, 180]],
    [300_000, [45, 90, 180, 300]],
  ])('sees an effect after %d ms with the readings at %j s, and no more', async (effect, seconds) => {
    const { follow, reads } = onStage([effect]);
    const { verdicts, notices } = await follow();
    expect([...verdicts]).toEqual([[10, { kind: 'reflected' }]]);
    expect(reads.map(({ at }) => at / 1000)).toEqual(seconds);
    expect(notices).toEqual([]);
  });

  it('reads at the same times whenever it begins', async () => {
    const { follow, reads, clock } = onStage([undefined]);
    await clock.advance(1000_000);
    await follow();
    expect(reads.map(({ at }) => at / 1000 - 1000)).toEqual([45, 90, 180, 300]);
  });

  it('reads no listing again that shows its price', async () => {
    const { follow, reads } = onStage([100_000, 40_000, undefined, 90_000]);
    const { verdicts } = await follow();
    expect(reads.map(({ listings }) => listings)).toEqual([[1, 2, 3, 4], [1, 3, 4], [1, 3], [3]]);
    expect([...verdicts.keys()].sort()).toEqual([10, 11, 13]);
  });

  it('waits for nothing if there is nothing to wait for', async () => {
    const { follow, clock, progress } = onStage([]);
    expect(await follow()).toEqual({ verdicts: new Map(), notices: [] });
    expect(clock.sleeps).toEqual([]);
    expect(progress.every(({ total }) => total === 0)).toBe(true);
  });

  it('ends at once where nothing can have an effect any more', async () => {
    const { follow, clock } = onStage([undefined]);
    const off = aListing({ id: listingId(1), values: { manual_price: PRICE, repricing: false } });
    const { verdicts } = await follow(async (_, { onListing }) => {
      onListing(off);
      return {};
    });
    expect([...verdicts]).toEqual([[10, { kind: 'no_effect', why: 'repricing is off' }]]);
    expect(clock.monotonic()).toBe(45_000);
  });

  it('says when it looks next, and how many are done', async () => {
    const { follow, progress } = onStage([50_000, 40_000]);
    await follow();
    expect(progress).toEqual([
      { phase: 'follow', done: 0, total: 2, waitMs: 45_000 },
      { phase: 'follow', done: 0, total: 2, waitMs: undefined },
      { phase: 'follow', done: 1, total: 2, waitMs: 45_000 },
      { phase: 'follow', done: 1, total: 2, waitMs: undefined },
      { phase: 'follow', done: 2, total: 2, waitMs: undefined },
    ]);
  });

  it('skips times that passed while it was reading', async () => {
    const { follow, clock } = onStage([undefined]);
    const at: number[] = [];
    await follow(async (_, { onListing }) => {
      at.push(clock.monotonic() / 1000);
      onListing(listingOf(1));
      await clock.sleep(150_000);
      return {};
    });
    expect(at).toEqual([45, 195, 345]);
  });

  it.each([
    [1, 0],
    [4, 180],
  ])('ends at once when it is interrupted in wait %d', async (nth, seconds) => {
    const { follow, clock, controller, reads } = onStage([undefined, 100_000]);
    const { sleep } = clock;
    let waits = 0;
    Object.assign(clock, {
      sleep: (ms: number, signal?: AbortSignal) => {
        const waiting = sleep(ms, signal);
        if (++waits === nth) controller.abort(new InterruptedError('SIGINT'));
        return waiting;
      },
    });
    const { verdicts, notices } = await follow();
    expect(clock.monotonic()).toBe(seconds * 1000);
    expect(reads).toHaveLength(nth - 1);
    expect(verdicts.size).toBe(nth === 4 ? 1 : 0);
    const pending = nth === 4 ? '1 manual price is pending' : '2 manual prices are pending';
    expect(notices).toEqual([
      `Checking manual prices was interrupted: ${pending} in results.csv; nothing was left to send`,
    ]);
  });

  it('keeps what it saw before it was interrupted while reading', async () => {
    const { follow, controller } = onStage([undefined, undefined]);
    const { verdicts } = await follow(async (_, { onListing, signal }) => {
      onListing(listingOf(2, PRICE));
      controller.abort(new InterruptedError('SIGTERM'));
      throw signal.reason;
    });
    expect([...verdicts.keys()]).toEqual([11]);
  });

  it('goes on at the next time after the service was down', async () => {
    const { follow, readLatest, clock } = onStage([30_000]);
    let calls = 0;
    const followed = follow((...args) => {
      if (++calls === 1) throw new RetriesSpentError('Cannot go on: 20 attempts in a row failed');
      return readLatest(...args);
    });
    await expect(followed).resolves.toEqual({
      verdicts: new Map([[10, { kind: 'reflected' }]]),
      notices: [],
    });
    expect(clock.monotonic()).toBe(90_000);
  });

  it('says why listings could not be read', async () => {
    const { follow } = onStage([undefined, undefined]);
    const { verdicts, notices } = await follow(async (_, { onListing }) => {
      onListing(listingOf(1));
      return { failure: new ServiceError('GET /listings: the service answered 500, after 6 attempts') };
    });
    expect(verdicts.size).toBe(0);
    expect(notices).toEqual([
      '1 manual price could not be checked and is pending in results.csv: GET /listings: the service answered 500, after 6 attempts',
    ]);
  });

  it('names listings that are gone', async () => {
    const { follow } = onStage([undefined, undefined]);
    const { notices } = await follow(async () => ({}));
    expect(notices).toEqual([
      '2 listings that got a manual price are no longer listed under the same SKU, so the manual price is pending in results.csv',
    ]);
  });

  it('asks no more once the key is refused', async () => {
    const { follow, clock } = onStage([undefined]);
    const { notices } = await follow(async () => {
      throw new KeyRefusedError('The service refused the key (401)');
    });
    expect(clock.monotonic()).toBe(45_000);
    expect(notices).toEqual([
      '1 manual price could not be checked and is pending in results.csv: The service refused the key (401)',
    ]);
  });

  it('hides no bug', async () => {
    const { follow } = onStage([undefined]);
    await expect(follow(async () => Promise.reject(new TypeError('a bug')))).rejects.toThrow('a bug');
  });

  it('recognizes an id in other letters', async () => {
    const listing = (id: string) => ({ ...listingOf(1, PRICE), id: id as Listing['id'] });
    const { verdicts } = await onStage([undefined], [listing('ABC')]).follow(async (_, { onListing }) => {
      onListing(listing('abc'));
      return {};
    });
    expect(verdicts.size).toBe(1);
  });
});

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
  const NOTHING = { currentShipping: null, values: { repricing: false, minimum_price: null } };
  const SHIPPING = 'its current shipping is not known';

  it.each<readonly [string, Fields, object]>([
    ['repriceable', {}, { kind: 'pending' }],
    ['a minimum of 0', { values: { minimum_price: cents(0) } }, { kind: 'pending' }],
    ['free shipping', { currentShipping: 0 }, { kind: 'pending' }],
    ['inactive', { status: 'inactive' }, { kind: 'pending' }],
    ['repricing off', { values: { repricing: false } }, noEffect('repricing is off')],
    ['no minimum', { values: { minimum_price: null } }, noEffect('no minimum price is set')],
    ['no shipping', { currentShipping: null }, noEffect(SHIPPING)],
    ['nothing at all', NOTHING, noEffect(`repricing is off and no minimum price is set and ${SHIPPING}`)],
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
    ['no shipping', { currentPrice: 1500, currentShipping: null }, 'its current shipping is not known'],
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
