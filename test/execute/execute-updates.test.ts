import { describe, expect, it } from 'vitest';
import {
  DiskError,
  InterruptedError,
  KeyRefusedError,
  TooManyFailuresError,
} from '../../src/domain/errors.ts';
import type { Progress, Rereading, UpdateAnswer } from '../../src/domain/ports.ts';
import type { Outcome, Update } from '../../src/domain/stages.ts';
import { type ExecuteOptions, executeUpdates, isFailure } from '../../src/execute/execute-updates.ts';
import { cents } from '../support/builders.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import {
  accepted,
  inShort,
  lost,
  manualService,
  numberOf,
  refused,
  stopped,
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
  const work = executeUpdates(updates.entries(), {
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
        { width: () => 1, maxFailures: 2 },
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

    it('are not updates that were taken, though a guard rule is against their listings now', async () => {
      const findBrokenRules = () => [{ rule: 'below_cost', message: 'it is' } as const];
      const { listing } = plain(1).resolved;
      const values = { ...updated(plain(1)).values, maximum_price: cents(1) };
      const { accept, answer, work } = await run([plain(1), plain(2)], {
        width: () => 1,
        maxFailures: 1,
        findBrokenRules,
      });
      await answer(1, accepted({ ...listing, values }));
      await accept(2);
      expect(await work).toEqual({});
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
