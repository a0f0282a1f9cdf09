import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DiskError,
  InterruptedError,
  KeyRefusedError,
  ServiceError,
  TooManyFailuresError,
} from '../../src/domain/errors.ts';
import type { FieldValues } from '../../src/domain/fields.ts';
import type { Listing, ListingId } from '../../src/domain/listing.ts';
import type { Progress, Rereading, UpdateAnswer } from '../../src/domain/ports.ts';
import type { Change, Outcome, Update } from '../../src/domain/stages.ts';
import { type ExecuteOptions, executeUpdates, isFailure } from '../../src/execute/execute-updates.ts';
import { withChanges } from '../plan/support.ts';
import { cents } from '../support/builders.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { runs } from '../support/runs.ts';
import {
  accepted,
  inShort,
  lost,
  manualService,
  numberOf,
  refused,
  stopped,
  stumbled,
  turns,
  updated,
  updateOf,
} from './support.ts';

const plain = (number: number) => updateOf(number, { cost: cents(640) });
const clear = (number: number) => updateOf(number, { maximum_price: null });

/** Runs updates against a service that the test answers for, until that has what is sent at first. */
async function run(updates: readonly Update[], fields: Partial<ExecuteOptions> = {}) {
  const service = manualService();
  const outcomes: Outcome[] = [];
  const work = executeUpdates(updates, {
    total: updates.length,
    updateListing: service.updateListing,
    findListings: service.findListings,
    clock: createFakeClock(),
    signal: new AbortController().signal,
    width: () => 8,
    maxFailures: 100,
    onProgress: () => {},
    onOutcome: async (outcome) => void outcomes.push(outcome),
    ...fields,
  });
  const accept = (number: number): Promise<void> => {
    const update = updates.find(({ resolved }) => numberOf(resolved.listing.id) === number);
    if (!update) throw new Error(`There is no update ${number}`);
    return service.answer(number, accepted(updated(update)));
  };
  await turns();
  return { ...service, work, outcomes, accept };
}

describe('executeUpdates', () => {
  it('sends every update once, and nothing else', async () => {
    const updates = [plain(1), clear(2), plain(3), clear(4)];
    const { work, outcomes, accept, sent } = await run(updates, { width: () => 1 });
    for (const number of [1, 2, 3, 4]) await accept(number);
    expect(await work).toEqual({});
    expect(sent()).toEqual([1, 2, 3, 4]);
    expect(inShort(outcomes)).toEqual({ 1: 'updated', 2: 'updated', 3: 'updated', 4: 'updated' });
    expect(outcomes.map(({ entry }) => entry)).toEqual(updates);
  });

  it('tells of an outcome before another update takes its place', async () => {
    const events: string[] = [];
    const { accept, answer, work } = await run([plain(1), plain(2)], {
      width: () => 1,
      onProgress: ({ done, total }) => events.push(`${done} of ${total}`),
      onOutcome: async ({ status }) => void events.push(status),
    });
    await accept(1);
    events.push('2 is sent');
    await answer(2, refused());
    await work;
    expect(events).toEqual(['updated', '1 of 2', '2 is sent', 'failed', '2 of 2']);
  });

  describe('the first clear', () => {
    it('goes alone; updates without clears meanwhile go on', async () => {
      const { sentInAll, accept, work, outcomes } = await run([
        plain(1),
        clear(2),
        clear(3),
        plain(4),
        clear(5),
        plain(6),
      ]);
      expect(sentInAll()).toEqual([1, 2, 4, 6]);
      await accept(4);
      await accept(1);
      expect(sentInAll()).toEqual([1, 2, 4, 6]);
      await accept(2);
      expect(sentInAll()).toEqual([1, 2, 3, 4, 5, 6]);
      for (const number of [3, 5, 6]) await accept(number);
      expect(await work).toEqual({});
      expect(outcomes).toHaveLength(6);
    });

    it('of a strategy proves nothing for amounts, and the other way round', async () => {
      const withoutStrategy = (number: number) => updateOf(number, { strategy: null });
      const { accept, sent } = await run([withoutStrategy(1), clear(2), clear(3), withoutStrategy(4)]);
      expect(sent()).toEqual([1]);
      await accept(1);
      expect([...sent()].sort()).toEqual([1, 2]);
      await accept(2);
      expect([...sent()].sort()).toEqual([1, 2, 3, 4]);
    });

    it.each([
      ['money', clear(1)],
      ['a strategy', updateOf(1, { strategy: null })],
    ])('of %s proves nothing for an update that clears both', async (_name, first) => {
      const both = (number: number) => updateOf(number, { maximum_price: null, strategy: null });
      const { accept, sentInAll } = await run([first, both(2), both(3), clear(4)]);
      await accept(1);
      expect(sentInAll().slice(0, 2)).toEqual([1, 2]);
      expect(sentInAll()).not.toContain(3);
      await accept(2);
      expect(sentInAll()).toContain(3);
    });

    it.each([
      ['came back as it was', undefined],
      ['came back as 0', cents(0)],
    ])('%s: no other clear is sentInAll, everything else is', async (_name, amount) => {
      const { sentInAll, answer, accept, work, outcomes } = await run([
        clear(1),
        clear(2),
        plain(3),
        clear(4),
        plain(5),
      ]);
      const { listing } = clear(1).resolved;
      const shown =
        amount === undefined ? listing : { ...listing, values: { ...listing.values, maximum_price: amount } };
      await answer(1, accepted(shown));
      for (const number of [3, 5]) await accept(number);
      expect(await work).toEqual({});
      expect(sentInAll()).toEqual([1, 3, 5]);
      expect(inShort(outcomes)).toEqual({
        1: 'unconfirmed clear_ignored',
        2: 'skipped clears_ignored',
        3: 'updated',
        4: 'skipped clears_ignored',
        5: 'updated',
      });
    });

    it('came back empty, and a later one as it was: no clear is sent from then on', async () => {
      const { sent, answer, accept, work, outcomes } = await run([clear(1), clear(2), clear(3), plain(4)], {
        width: () => 1,
      });
      await accept(1);
      await answer(2, accepted(clear(2).resolved.listing));
      await accept(4);
      await work;
      expect(sent()).toEqual([1, 2, 4]);
      expect(inShort(outcomes)).toMatchObject({
        2: 'unconfirmed clear_ignored',
        3: 'skipped clears_ignored',
      });
    });

    it.each([
      ['was refused', refused(400)],
      ['was lost, and its listing can’t be found', lost(1, 0, 0)],
    ])('%s: the next one is the test, alone', async (_name, bad: UpdateAnswer) => {
      const { sentInAll, answer, accept, work, outcomes } = await run([clear(1), clear(2), clear(3)], {
        clock: { ...createFakeClock(), sleep: async () => {} },
      });
      await answer(1, bad);
      expect(sentInAll()).toEqual([1, 2]);
      await accept(2);
      expect(sentInAll()).toEqual([1, 2, 3]);
      await accept(3);
      await work;
      expect(inShort(outcomes)).toMatchObject({ 2: 'updated', 3: 'updated' });
    });

    it('works also where an update of another run may still arrive', async () => {
      const doubtful: Update = { ...clear(1), notices: [{ reason: 'may_arrive', message: 'It may' }] };
      const { sentInAll, accept, outcomes } = await run([doubtful, clear(2), clear(3)]);
      await accept(1);
      expect(inShort(outcomes)).toEqual({ 1: 'unconfirmed may_arrive' });
      expect(sentInAll()).toEqual([1, 2, 3]);
    });

    it('shows nothing where somebody else has cleared the field: the next one goes alone, too', async () => {
      const rereading: Rereading = {
        look: async (listing) => (numberOf(listing.id) === 1 ? updated(clear(1)) : listing),
        isStale: () => false,
      };
      const { sent, accept, outcomes } = await run([clear(1), clear(2), clear(3)], { rereading });
      await turns();
      expect(sent()).toEqual([2]);
      await accept(2);
      expect(sent()).toEqual([2, 3]);
      expect(inShort(outcomes)).toEqual({ 1: 'updated already_updated', 2: 'updated' });
    });

    it('ends with the run where the key is refused, and nobody goes on waiting for it', async () => {
      const { sentInAll, fail, work, outcomes } = await run([clear(1), clear(2), clear(3)]);
      const refusal = new KeyRefusedError('no');
      await fail(1, refusal);
      expect(await work).toEqual({ stop: refusal });
      expect({ sent: sentInAll(), outcomes }).toEqual({ sent: [1], outcomes: [] });
    });
  });

  describe('failures', () => {
    it('stop the sending when there are so many, and not before', async () => {
      const { sent, answer, accept, work, outcomes } = await run(
        [plain(1), plain(2), plain(3), plain(4), plain(5)],
        {
          width: () => 1,
          maxFailures: 2,
        },
      );
      await answer(1, refused());
      await accept(2);
      await answer(3, refused(402));
      const { stop } = await work;
      expect(stop).toBeInstanceOf(TooManyFailuresError);
      expect((stop as Error).message).toMatch(/2 updates failed; the last: .*402/);
      expect(sent()).toEqual([1, 2, 3]);
      expect(inShort(outcomes)).toEqual({ 1: 'failed http_400', 2: 'updated', 3: 'failed http_402' });
    });

    it('are unconfirmed updates too', async () => {
      const { answer, work } = await run([plain(1), plain(2)], { width: () => 1, maxFailures: 1 });
      await answer(1, accepted(plain(1).resolved.listing));
      expect((await work).stop).toBeInstanceOf(TooManyFailuresError);
    });

    it('are not clears that were held back', async () => {
      const { answer, work } = await run([clear(1), clear(2), clear(3), clear(4)], { maxFailures: 2 });
      await answer(1, accepted(clear(1).resolved.listing));
      expect(await work).toEqual({});
    });
  });

  describe('a stop', () => {
    it('by interruption begins nothing more, and waits for what is under way', async () => {
      const controller = new AbortController();
      const interruption = new InterruptedError('SIGINT');
      const { accept, work, outcomes, sent } = await run([plain(1), plain(2), plain(3)], {
        width: () => 2,
        signal: controller.signal,
      });
      controller.abort(interruption);
      await accept(1);
      expect(outcomes).toHaveLength(1);
      await accept(2);
      expect(await work).toEqual({ stop: interruption });
      expect(sent()).toEqual([1, 2]);
      expect(inShort(outcomes)).toEqual({ 1: 'updated', 2: 'updated' });
    });

    it('that comes between attempts is told after the outcome, and is no failure', async () => {
      const interruption = new InterruptedError('SIGINT');
      const { answer, work, outcomes, sent } = await run([plain(1), plain(2)], {
        width: () => 1,
        maxFailures: 1,
      });
      await answer(1, stopped(interruption, 2));
      expect(await work).toEqual({ stop: interruption });
      expect(sent()).toEqual([1]);
      expect(inShort(outcomes)).toEqual({ 1: 'unconfirmed answer_lost' });
    });

    it('by a refused key tells the updates under way', async () => {
      const refusal = new KeyRefusedError('no');
      const { fail, accept, isAborted, work, outcomes, sent } = await run([plain(1), plain(2), plain(3)], {
        width: () => 2,
      });
      await fail(1, refusal);
      expect(isAborted(2)).toBe(true);
      await accept(2);
      expect(await work).toEqual({ stop: refusal });
      expect(sent()).toEqual([1, 2]);
      expect(inShort(outcomes)).toEqual({ 2: 'updated' });
    });

    it('is in force before the outcome that shows it is noted', async () => {
      const noting = new Promise<void>(() => {});
      const { accept, answer, sent } = await run([plain(1), plain(2), plain(3)], {
        width: () => 2,
        onOutcome: ({ status }) => (status === 'failed' ? noting : Promise.resolve()),
      });
      await answer(1, stopped(new KeyRefusedError('the key was refused'), 1, 401));
      await accept(2);
      await turns();
      expect(sent()).toEqual([1, 2]);
    });

    it('because an outcome can’t be noted sends nothing more', async () => {
      const full = new DiskError('the disk is full');
      const { accept, work, sent } = await run([plain(1), plain(2)], {
        width: () => 1,
        onOutcome: () => {
          throw full;
        },
      });
      await accept(1);
      expect(await work).toEqual({ stop: full });
      expect(sent()).toEqual([1]);
    });
  });

  it('says how far it has come, and how many failed or are unconfirmed', async () => {
    const seen: Progress[] = [];
    const { accept, answer, work } = await run([plain(1), plain(2), plain(3)], {
      width: () => 1,
      onProgress: (progress) => seen.push(progress),
    });
    await answer(1, refused());
    await accept(2);
    await answer(3, accepted(plain(3).resolved.listing));
    await work;
    expect(seen).toEqual([
      { phase: 'update', done: 1, total: 3, failed: 1 },
      { phase: 'update', done: 2, total: 3, failed: 1 },
      { phase: 'update', done: 3, total: 3, failed: 2 },
    ]);
  });
});

/** What the service does with one attempt. */
type Fate =
  | 'ok'
  | 'refuse'
  | 'stumble'
  | 'lose_before'
  | 'lose_late'
  | 'lose_after'
  | 'half'
  | 'meddle'
  | 'distort'
  | 'refuse_key';
type ReadFate = 'ok' | 'fail' | 'missing';
type Nulls = 'work' | 'are ignored' | 'become 0';

interface Chaos {
  readonly updates: readonly Update[];
  readonly fates: readonly Fate[];
  readonly reads: readonly ReadFate[];
  readonly waits: readonly number[];
  readonly nulls: Nulls;
  readonly width: number;
  readonly maxFailures: number;
  /** After so many attempts somebody interrupts the run. */
  readonly interruptAt: number | undefined;
}

const ATTEMPTS = 3;

const someUpdate = fc.constantFrom<Partial<FieldValues>>(
  { cost: cents(640) },
  { cost: cents(640), minimum_price: cents(1100) },
  { maximum_price: null },
  { cost: null, minimum_price: cents(1100) },
  { strategy: 's-1', repricing: false },
);

function someChaos(
  fates: readonly Fate[],
  reads: readonly ReadFate[],
  nulls: readonly Nulls[],
): fc.Arbitrary<Chaos> {
  return fc.record({
    updates: fc
      .array(someUpdate, { maxLength: 8 })
      .map((all) => all.map((desired, index) => updateOf(index + 1, desired))),
    fates: fc.array(fc.constantFrom(...fates), { minLength: 1, maxLength: 30 }),
    reads: fc.array(fc.constantFrom(...reads), { minLength: 1, maxLength: 20 }),
    waits: fc.array(fc.nat({ max: 2 }), { minLength: 1, maxLength: 20 }),
    nulls: fc.constantFrom(...nulls),
    width: fc.integer({ min: 1, max: 4 }),
    maxFailures: fc.integer({ min: 1, max: 9 }),
    interruptAt: fc.option(fc.nat({ max: 12 }), { nil: undefined, freq: 4 }),
  });
}

/** A service in memory that stumbles as it is told, and knows the truth. */
function stumblingService({ updates, fates, reads, waits, nulls, interruptAt }: Chaos) {
  const listings = new Map<ListingId, Listing>(
    updates.map(({ resolved }) => [resolved.listing.id, resolved.listing]),
  );
  const controller = new AbortController();
  const posts: { readonly id: ListingId; readonly changes: readonly Change[] }[] = [];
  let read = 0;
  let waited = 0;
  const late: (() => void)[] = [];
  let clearsUnderWay = 0;
  let clearWasSeen = false;
  let clearsCrowded = false;

  const pause = () => turns(waits[waited++ % waits.length] ?? 0);

  function store(id: ListingId, changes: readonly Change[]): Listing {
    const listing = listings.get(id);
    if (!listing) throw new Error(`Nobody knows listing ${id}`);
    const taken = changes.flatMap((change): readonly Change[] => {
      if (change.after !== null || nulls === 'work') return [change];
      return nulls === 'become 0' ? [{ ...change, after: cents(0) }] : [];
    });
    const now = withChanges(listing, taken);
    listings.set(id, now);
    return now;
  }

  async function post(id: ListingId, changes: readonly Change[], attempts: number): Promise<UpdateAnswer> {
    const attemptsLeft = ATTEMPTS - attempts;
    const gone = {
      kind: 'lost',
      message: 'gone',
      attempts,
      attemptsLeft,
      waitMs: 1,
      mayArrive: true,
    } as const;
    switch (fates[(posts.length - 1) % fates.length]) {
      case 'refuse':
        return refused(402, attempts);
      case 'refuse_key':
        throw new KeyRefusedError('no');
      case 'stumble':
        return stumbled(attempts, attemptsLeft);
      case 'lose_before':
        return gone;
      case 'lose_late':
        late.push(() => store(id, changes));
        return gone;
      case 'lose_after':
        store(id, changes);
        return gone;
      case 'half':
        store(id, changes.slice(0, 1));
        return gone;
      case 'meddle':
        store(id, [{ field: 'cost', before: null, after: cents(7777) }]);
        return gone;
      case 'distort':
        store(id, changes);
        return accepted(store(id, [{ field: 'cost', before: null, after: cents(8888) }]), attempts);
      default:
        return accepted(store(id, changes), attempts);
    }
  }

  const ports: Pick<ExecuteOptions, 'updateListing' | 'findListings' | 'signal'> = {
    signal: controller.signal,
    updateListing: async ({ id, changes }, { signal, attemptsMade }) => {
      signal.throwIfAborted();
      const clears = changes.some(({ after }) => after === null);
      if (clears && clearsUnderWay > 0 && !clearWasSeen) clearsCrowded = true;
      if (clears) clearsUnderWay++;
      posts.push({ id, changes });
      if (posts.length === interruptAt) controller.abort(new InterruptedError('SIGINT'));
      try {
        await pause();
        const answer = await post(id, changes, attemptsMade + 1);
        if (clears && answer.kind === 'accepted' && nulls === 'work') clearWasSeen = true;
        return answer;
      } finally {
        if (clears) clearsUnderWay--;
      }
    },
    findListings: async (name, { signal }) => {
      signal.throwIfAborted();
      await pause();
      const fate = reads[read++ % reads.length];
      if (fate === 'fail') throw new ServiceError('GET /listings: it broke');
      if (fate === 'missing') return [];
      const found = [...listings.values()].filter(({ sku }) => sku === name);
      if (found.some(({ values }) => values.maximum_price === null || values.cost === null))
        clearWasSeen = true;
      return found;
    },
  };
  return {
    ports,
    posts,
    clearsCrowded: () => clearsCrowded,
    /** Everything that was on its way arrives. */
    arrive: () => {
      for (const update of late) update();
    },
    holds: ({ resolved, changes }: Update) => {
      const values = listings.get(resolved.listing.id)?.values;
      return changes.every(({ field, after }) => values?.[field] === after);
    },
    isUntouched: ({ resolved, changes }: Update) => {
      const values = listings.get(resolved.listing.id)?.values;
      return changes.every(({ field, before }) => values?.[field] === before);
    },
  };
}

async function runChaos(chaos: Chaos) {
  const service = stumblingService(chaos);
  const outcomes: Outcome[] = [];
  const { stop } = await executeUpdates(chaos.updates, {
    total: chaos.updates.length,
    ...service.ports,
    clock: {
      now: () => 0,
      monotonic: () => 0,
      sleep: async (_ms, signal) => signal?.throwIfAborted(),
      every: () => () => {},
    },
    width: () => chaos.width,
    maxFailures: chaos.maxFailures,
    onProgress: () => {},
    onOutcome: async (outcome) => void outcomes.push(outcome),
  });
  const outcomeOf = (update: Update) => outcomes.find(({ entry }) => entry === update);
  return { ...service, outcomes, stop, outcomeOf };
}

/** Often enough it just works. */
const EVERY_FATE: readonly Fate[] = [
  ...(['ok', 'ok', 'ok', 'refuse', 'lose_before', 'lose_after'] as const),
  ...(['half', 'meddle', 'distort', 'refuse_key'] as const),
];
const EVERY_NULL = ['work', 'are ignored', 'become 0'] as const;
const EVERYTHING = someChaos(EVERY_FATE, ['ok', 'ok', 'fail', 'missing'], EVERY_NULL);

/** The same, where nobody interrupts the run, and no number of failures ends it. */
function undisturbed(chaos: fc.Arbitrary<Chaos>): fc.Arbitrary<Chaos> {
  return chaos.map((one) => ({ ...one, interruptAt: undefined, maxFailures: 99 }));
}

type Played = Awaited<ReturnType<typeof runChaos>>;

async function always(chaos: fc.Arbitrary<Chaos>, check: (played: Played, one: Chaos) => void) {
  const property = fc.asyncProperty(chaos, async (one) => check(await runChaos(one), one));
  await fc.assert(property, { numRuns: runs(300) });
}

describe('executeUpdates, whatever the service does', () => {
  it('an update is updated exactly where the service holds its values, as long as it can be read', async () => {
    const fates = EVERY_FATE.filter((fate) => fate !== 'refuse_key');
    await always(undisturbed(someChaos(fates, ['ok'], EVERY_NULL)), ({ outcomeOf, holds }, { updates }) => {
      for (const update of updates) expect(outcomeOf(update)?.status === 'updated').toBe(holds(update));
    });
  });

  it('no status lies, in either direction, and nothing is sent but the updates, each no more often than it may', async () => {
    await always(EVERYTHING, ({ outcomes, outcomeOf, stop, posts, holds, isUntouched }, { updates }) => {
      const entries = outcomes.map(({ entry }) => entry);
      expect(new Set(entries).size).toBe(entries.length);
      expect(updates).toEqual(expect.arrayContaining(entries));
      if (stop === undefined) expect(entries).toHaveLength(updates.length);
      for (const { id, changes } of posts)
        expect(changes).toEqual(updates.find(({ resolved }) => resolved.listing.id === id)?.changes);
      for (const update of updates) {
        const sent = posts.filter(({ id }) => id === update.resolved.listing.id);
        expect(sent.length).toBeLessThanOrEqual(ATTEMPTS);
        const { status, reason } = outcomeOf(update) ?? { status: 'never sent', reason: '' };
        if (status === 'updated') expect(holds(update)).toBe(true);
        else if (reason !== 'answer_lost') expect(holds(update)).toBe(false);
        if (status === 'never sent' || status === 'failed' || status === 'skipped')
          expect(isUntouched(update)).toBe(true);
      }
    });
  });

  it('what is told to be untouched stays so, whatever arrives late', async () => {
    const fates = ['ok', 'refuse', 'stumble', 'lose_before', 'lose_late', 'lose_late', 'refuse_key'] as const;
    const chaos = someChaos(fates, ['ok', 'ok', 'ok', 'fail'], ['work']);
    await always(chaos, ({ outcomeOf, holds, isUntouched, arrive }, { updates }) => {
      arrive();
      for (const update of updates) {
        const { status } = outcomeOf(update) ?? { status: 'never sent' };
        if (status === 'updated') expect(holds(update)).toBe(true);
        else if (status !== 'unconfirmed') expect(isUntouched(update), status).toBe(true);
      }
    });
  });

  it('whatever was sent has an outcome, however the run ended', async () => {
    const fates = ['ok', 'refuse', 'stumble', 'lose_before', 'refuse_key'] as const;
    const chaos = someChaos(fates, ['ok', 'ok', 'fail'], ['work']);
    await always(chaos, ({ posts, outcomes, outcomeOf }, { updates }) => {
      for (const update of updates) {
        const sent = posts.filter(({ id }) => id === update.resolved.listing.id).length;
        // A key that is refused with the first attempt tells nothing of the update.
        if (sent > 1) expect(outcomeOf(update)?.attempts).toBeGreaterThan(0);
        if (sent === 0) expect(outcomes).not.toContainEqual(expect.objectContaining({ entry: update }));
      }
    });
  });

  it('no two clears are under way before one of them was seen to work', async () => {
    await always(EVERYTHING, ({ clearsCrowded }) => void expect(clearsCrowded()).toBe(false));
  });

  it('a service that doesn’t clear gets one clear and no more', async () => {
    await always(undisturbed(someChaos(['ok'], ['ok'], ['are ignored', 'become 0'])), ({ posts }) => {
      const clears = posts.filter(({ changes }) => changes.some(({ after }) => after === null));
      expect(clears.length).toBeLessThanOrEqual(1);
    });
  });
});

it.each([
  ['failed', 'http_400', true],
  ['failed', 'strategy_refused', false],
  ['unconfirmed', 'answer_lost', true],
  ['unconfirmed', 'answer_differs', true],
  ['unconfirmed', 'may_arrive', false],
  ['updated', '', false],
  ['conflict', 'changed_meanwhile', false],
  ['conflict', 'strategy_refused', false],
  ['skipped', 'clears_ignored', false],
] as const)('isFailure: %s for %s', (status, reason, expected) => {
  expect(isFailure({ status, reason })).toBe(expected);
});
