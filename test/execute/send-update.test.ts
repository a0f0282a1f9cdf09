import { describe, expect, it } from 'vitest';
import {
  InterruptedError,
  KeyRefusedError,
  PricesheetError,
  RetriesSpentError,
  ServiceError,
  TooManyFailuresError,
} from '../../src/domain/errors.ts';
import type { Listing } from '../../src/domain/listing.ts';
import type { Update } from '../../src/domain/stages.ts';
import { sendUpdate } from '../../src/execute/execute-updates.ts';
import { aListing, anUpdate, cents, listingId } from '../support/builders.ts';
import {
  accepted,
  lost,
  refused,
  type Script,
  scriptedPorts,
  sendByScript,
  stopped,
  stumbled,
  updated,
  withAttempts,
} from './support.ts';

const update = anUpdate({ cost: cents(640), minimum_price: cents(1100) });
const before = update.resolved.listing;
const after = updated(update);

function withValues(listing: Listing, values: Partial<Listing['values']>): Listing {
  return { ...listing, values: { ...listing.values, ...values } };
}

const send = (script: Script) => sendByScript(sendUpdate, { update, ...script });

describe('sendUpdate', () => {
  describe('answered', () => {
    it('is updated where the answer shows every value', async () => {
      const { outcome, read } = await send({ answers: [accepted(after, 3)] });
      expect(withAttempts(outcome)).toBe('updated 3');
      expect(outcome).toMatchObject({
        kind: 'outcome',
        entry: update,
        httpStatus: 200,
        message: '',
        completedAt: 1_700_000_000_000,
      });
      expect(outcome.observed).toEqual(update.changes);
      expect(read).toEqual([]);
    });

    it.each([
      ['nothing was taken over', before],
      ['one field was not', withValues(after, { cost: cents(600) })],
      ['an amount was taken a hundredfold', withValues(after, { cost: cents(64_000) })],
      ['an amount was dropped', withValues(after, { minimum_price: null })],
    ])('is unconfirmed where %s', async (_name, shown) => {
      const { outcome } = await send({ answers: [accepted(shown)] });
      expect(withAttempts(outcome)).toBe('unconfirmed answer_differs 1');
    });

    it('says which fields changed without being sent, and keeps them', async () => {
      const { outcome } = await send({
        answers: [accepted(withValues(after, { maximum_price: cents(2200), repricing: false }))],
      });
      expect(withAttempts(outcome)).toBe('updated 1');
      expect(outcome.message).toBe('Also changed: maximum_price 20.00 → 22.00, repricing true → false');
      expect(outcome.observed).toEqual([
        ...update.changes,
        { field: 'maximum_price', before: 2000, after: 2200 },
        { field: 'repricing', before: true, after: false },
      ]);
    });

    it('is unconfirmed where others changed though it was to come out exactly as planned', async () => {
      const shown = withValues(after, { maximum_price: cents(2200) });
      const { outcome } = await send({ update: { ...update, exact: true }, answers: [accepted(shown)] });
      expect(withAttempts(outcome)).toBe('unconfirmed also_changed 1');
      expect(outcome.message).toBe('Also changed: maximum_price 20.00 → 22.00');
    });

    const pinned = { ...anUpdate({ repricing: false }), pins: [update.changes[0]] };
    it.each([
      ['money', update, 'unconfirmed answer_differs 1'],
      ['a pin', pinned, 'unconfirmed answer_differs 1'],
      ['no money', anUpdate({ repricing: false }), 'updated 1'],
    ])('minds the currency that it shows where %s was sent', async (_name, sent, expected) => {
      const shown = { ...withValues(updated(sent), { cost: cents(640) }), currency: 'eur' };
      const { outcome } = await send({ update: sent, answers: [accepted(shown)] });
      expect(withAttempts(outcome)).toBe(expected);
      expect(outcome.message.includes('currency is eur instead of usd')).toBe(expected !== 'updated 1');
    });

    it('passes notices of the plan on', async () => {
      const noticed = { ...update, notices: [{ reason: 'rounded', message: 'cost was rounded' } as const] };
      const { outcome } = await send({ update: noticed, answers: [accepted(after)] });
      expect(withAttempts(outcome)).toBe('updated 1');
      expect(outcome.message).toBe('cost was rounded');
    });

    it('says what the price has to do by the values that the answer shows, and no more what was planned', async () => {
      const planned = { reason: 'price_has_to_fall', message: 'The price has to fall' } as const;
      const { outcome } = await send({
        update: { ...update, notices: [planned] },
        answers: [accepted(after)],
      });
      expect(outcome.message).toBe('');
    });

    it.each([
      ['as the old value', before],
      ['as 0', withValues(before, { maximum_price: cents(0) })],
      ['as the old value, beside a cost as it was sent', withValues(before, { cost: cents(640) })],
    ])('tells a clear beside a cost that came back %s', async (_name, shown) => {
      const mixed = anUpdate({ cost: cents(640), maximum_price: null });
      const answered = await send({ update: mixed, answers: [accepted(shown)] });
      expect(withAttempts(answered.outcome)).toBe('unconfirmed clear_ignored 1');
    });

    it('tells an amount that differs beside a clear that worked from a clear that was ignored', async () => {
      const both = anUpdate({ cost: cents(640), maximum_price: null });
      const { outcome } = await send({
        update: both,
        answers: [accepted(withValues(updated(both), { cost: cents(600) }))],
      });
      expect(outcome.reason).toBe('answer_differs');
    });

    it.each([[400], [402], [404], [422]])('fails where the service refuses it with %i', async (status) => {
      const { outcome, sent, read } = await send({ answers: [refused(status, 4)] });
      expect(withAttempts(outcome)).toBe(`failed http_${status} 4`);
      expect(outcome).toMatchObject({
        httpStatus: status,
        message: `Cannot update the listing: the service answered ${status}`,
      });
      expect({ sent: sent.length, read: read.length }).toEqual({ sent: 1, read: 0 });
    });

    it.each([
      ['a refused key', new KeyRefusedError('no')],
      ['an interruption', new InterruptedError('SIGINT')],
    ])('throws %s on: the update was never applied', async (_name, error) => {
      const { ports, clock } = scriptedPorts([error]);
      await expect(clock.runUntilDone(sendUpdate(update, ports))).rejects.toBe(error);
    });

    it('throws on what aborted it before an attempt, whatever that is: the update was never applied', async () => {
      const reason = new Error('enough');
      const { ports, clock } = scriptedPorts([reason]);
      const signal = AbortSignal.abort(reason);
      await expect(clock.runUntilDone(sendUpdate(update, { ...ports, signal }))).rejects.toBe(reason);
    });
  });

  describe('the answer was lost', () => {
    it('reads the listing back by its SKU before it does anything else', async () => {
      const { read, sent } = await send({ answers: [lost()], reads: [[after]] });
      expect(read).toEqual(['MUG-01']);
      expect(sent).toHaveLength(1);
    });

    it('is updated where reading back shows the desired values', async () => {
      const { outcome } = await send({ answers: [lost(2)], reads: [[after]] });
      expect(withAttempts(outcome)).toBe('updated 2');
      expect(outcome.message).toContain('reading the listing back shows the update');
      expect(outcome.observed).toEqual(update.changes);
    });

    it('is sent again where reading back shows the listing as before', async () => {
      const { outcome, sent, read } = await send({
        answers: [lost(1), accepted(after, 2)],
        reads: [[before]],
      });
      expect(withAttempts(outcome)).toBe('updated 2');
      expect(sent.map(({ attemptsMade }) => attemptsMade)).toEqual([0, 1]);
      expect(read).toHaveLength(1);
    });

    it.each([429, 408, 409, 499, 500, 501, 503, 302])('is unconfirmed after %i', async (httpStatus) => {
      const { outcome, sent } = await send({
        answers: [stumbled(1, 1), stumbled(2, 0, httpStatus)],
        reads: [[before], [before]],
      });
      expect(withAttempts(outcome)).toBe('unconfirmed answer_lost 2');
      expect(outcome).toMatchObject({
        httpStatus,
        mayArrive: true,
        message: `the service answered ${httpStatus}; reading it back shows it as before, but it may still arrive`,
      });
      expect(sent).toHaveLength(2);
    });

    describe('and somebody else has changed other fields meanwhile, it is not sent again', () => {
      const pinned: Update = {
        ...anUpdate({ cost: cents(640) }),
        pins: [{ field: 'minimum_price', before: cents(1000), after: cents(1000) }],
      };
      const moved = withValues(before, { minimum_price: cents(1400), strategy: 's-9' });
      const said =
        'somebody else has changed the listing meanwhile: minimum_price was 10.00 and is 14.00, strategy was null and is s-9';
      const observed = [
        { field: 'minimum_price', before: 1000, after: 1400 },
        { field: 'strategy', before: null, after: 's-9' },
      ];

      it.each([
        ['after an answer that the service stumbled', stumbled(1)],
        ['after such an answer where no attempt is left', stumbled(1, 0)],
        ['after no answer', lost(1)],
        ['after no answer where no attempt is left', lost(1, 0)],
      ])('unconfirmed %s: it may still arrive', async (_name, answer) => {
        const { outcome, sent } = await send({ update: pinned, answers: [answer], reads: [[moved]] });
        expect(withAttempts(outcome)).toBe('unconfirmed answer_lost 1');
        expect(outcome.message).toContain(said);
        expect(outcome.message).toContain('it may still arrive');
        expect(outcome).toMatchObject({ observed, mayArrive: true });
        expect(sent).toHaveLength(1);
      });

      it('unconfirmed where an earlier attempt may still arrive', async () => {
        const answers = [lost(1), stumbled(2)];
        const { outcome } = await send({ update: pinned, answers, reads: [[before], [moved]] });
        expect(withAttempts(outcome)).toBe('unconfirmed answer_lost 2');
        expect(outcome.message).toContain(said);
      });

      it('also where that is the currency, and no amount was to be sent', async () => {
        const sent = anUpdate({ repricing: false });
        const reads = [[{ ...before, currency: 'eur' }]];
        const { outcome } = await send({ update: sent, answers: [stumbled()], reads });
        expect(withAttempts(outcome)).toBe('unconfirmed answer_lost 1');
        expect(outcome.message).toContain('currency was usd and is eur');
      });
    });

    it.each([
      ['half of it', withValues(before, { cost: cents(640) }), true],
      ['somebody else’s value', withValues(before, { cost: cents(777) }), true],
      ['somebody else’s value beside ours', withValues(after, { cost: cents(777) }), true],
      ['a cleared field', withValues(before, { cost: null }), true],
      ['the old figures in another currency', { ...before, currency: 'eur' }, true],
    ])('is a conflict where reading back shows %s, sent no more', async (_name, shown, mayArrive) => {
      const { outcome, sent } = await send({ answers: [lost()], reads: [[shown]] });
      expect(withAttempts(outcome)).toBe('conflict changed_meanwhile 1');
      expect(outcome.mayArrive).toBe(mayArrive);
      expect(outcome.message).toMatch(/neither the old nor the new values: [^;]* instead of [^;]*$/);
      expect(sent).toHaveLength(1);
    });

    it('keeps what a conflict shows, and says what changed beside it', async () => {
      const shown = withValues(before, { cost: cents(640), maximum_price: cents(2200) });
      const { outcome } = await send({ answers: [lost()], reads: [[shown]] });
      expect(withAttempts(outcome)).toBe('conflict changed_meanwhile 1');
      expect(outcome.message).toContain('; Also changed: maximum_price 20.00 → 22.00');
      expect(outcome.observed).toEqual([
        { field: 'cost', before: 600, after: 640 },
        { field: 'maximum_price', before: 2000, after: 2200 },
      ]);
    });

    it.each([
      ['the listing can’t be read', new ServiceError('GET /listings: it broke'), 'it broke'],
      ['the key is refused meanwhile', new KeyRefusedError('the key is refused'), 'the key is refused'],
      ['no retry is left to read it', new RetriesSpentError('no retry is left'), 'no retry is left'],
      ['the listing is gone', [], 'was not there'],
      ['only another listing of the SKU is there', [aListing({ id: listingId(2) })], 'was not there'],
    ])('is unconfirmed where %s, and is not sent again', async (_name, found, said) => {
      const { outcome, stop, sent } = await send({ answers: [lost(2)], reads: [found] });
      expect(withAttempts(outcome)).toBe('unconfirmed answer_lost 2');
      expect(outcome.message).toContain(said);
      expect(outcome.mayArrive).toBe(true);
      expect(stop).toBe(found instanceof Error && !(found instanceof ServiceError) ? found : undefined);
      expect(sent).toHaveLength(1);
    });

    it('is read back as what it is: no request in its own right', async () => {
      const { ports, clock } = scriptedPorts([lost()], [[after]]);
      const asked: unknown[] = [];
      const findListings: typeof ports.findListings = (sku, options) => {
        asked.push(options.isReadBack);
        return ports.findListings(sku, options);
      };
      await clock.runUntilDone(sendUpdate(update, { ...ports, findListings }));
      expect(asked).toEqual([true]);
    });

    it('is told by the right one of several listings of the SKU', async () => {
      const sibling = aListing({ ...after, id: listingId(2) });
      const { outcome } = await send({ answers: [stumbled(1, 0)], reads: [[sibling, before]] });
      expect(withAttempts(outcome)).toBe('unconfirmed answer_lost 1');
      expect(outcome.message).toContain('shows it as before');
    });

    it('waits as long as it is told before it reads', async () => {
      const { ports, clock, read } = scriptedPorts([lost(1, 2, 4000)], [[after]]);
      const work = sendUpdate(update, ports);
      await clock.advance(3999);
      expect(read).toEqual([]);
      await clock.advance(1);
      expect(read).toEqual(['MUG-01']);
      expect((await work).outcome.completedAt).toBe(1_700_000_004_000);
    });

    it('is unconfirmed where it was interrupted before it could be read back', async () => {
      const controller = new AbortController();
      const { ports, clock, read, sent } = scriptedPorts([lost()], [[after]]);
      const work = sendUpdate(update, { ...ports, signal: controller.signal });
      await clock.advance(10);
      controller.abort(new InterruptedError('SIGINT'));
      const { outcome, stop } = await work;
      expect(withAttempts(outcome)).toBe('unconfirmed answer_lost 1');
      expect(stop).toBe(controller.signal.reason);
      expect(outcome.message).toContain('SIGINT');
      expect({ read: read.length, sent: sent.length }).toEqual({ read: 0, sent: 1 });
    });

    it('says that a clear was ignored, also where another field is not what was sent either', async () => {
      const both = anUpdate({ cost: cents(640), maximum_price: null });
      const shown = withValues(before, { cost: cents(777) });
      const { outcome } = await send({ update: both, answers: [lost()], reads: [[shown]] });
      expect(withAttempts(outcome)).toBe('conflict clear_ignored 1');
    });
  });

  describe('an attempt whose answer was lost may still arrive', () => {
    const mayArrive = 'reading it back shows it as before, but it may still arrive';

    it.each([
      ['the service stumbled over', stumbled(2, 0), 'unconfirmed answer_lost 2'],
      ['was refused', refused(402, 2), 'unconfirmed answer_lost 2'],
      ['found no connection', { ...refused(0, 2), httpStatus: undefined }, 'unconfirmed answer_lost 2'],
      ['was accepted', accepted(after, 2), 'updated 2'],
    ])('also where a later one %s', async (_name, answer, expected) => {
      const { outcome } = await send({ answers: [lost(1, 1), answer], reads: [[before], [before]] });
      expect(withAttempts(outcome)).toBe(expected);
      if (expected !== 'updated 2') expect(outcome.message).toContain(mayArrive);
      expect(outcome.httpStatus).toBe(answer.httpStatus);
      // Also after one that was taken: an undo has to reckon with it.
      expect(outcome.mayArrive).toBe(true);
    });

    it.each([
      ['one of two', [lost(1, 1), stumbled(2, 0)], [[before], [after]], true],
      ['the only one', [lost(1, 0)], [[after]], false],
    ] as const)('where the listing was since seen to hold %s', async (_name, answers, reads, expected) => {
      const { outcome } = await send({ answers, reads });
      expect(outcome).toMatchObject({ status: 'updated', mayArrive: expected });
    });

    it('and so may one that another run sent, whatever comes of the same update now', async () => {
      const row = {
        ...update.resolved.row,
        planned: { ...before, before: before.values, pins: {}, exact: false, mayArrive: true },
      };
      const again = { ...update, resolved: { ...update.resolved, row } };
      const { outcome } = await send({ update: again, answers: [accepted(after)] });
      expect(outcome).toMatchObject({ status: 'updated', mayArrive: true });
    });

    it('against an update that gives back what was there before: it was taken, and may not last', async () => {
      const notices = [{ reason: 'may_arrive', message: 'An update may still arrive' } as const];
      const { outcome } = await send({
        update: { ...update, exact: true, notices },
        answers: [accepted(after)],
      });
      expect(withAttempts(outcome)).toBe('unconfirmed may_arrive 1');
      expect(outcome.message).toBe('An update may still arrive');
    });
  });

  describe('something ends the run after an attempt', () => {
    const interruption = new InterruptedError('SIGINT');
    const refusal = new KeyRefusedError('the key is refused');

    it.each([
      ['interrupted after 429', [stopped(interruption, 2)], 'unconfirmed answer_lost 2', 429],
      ['too many after 429', [stopped(new TooManyFailuresError('many'))], 'unconfirmed answer_lost 1', 429],
      ['key refused after 429', [stopped(refusal, 2, 401)], 'failed key_refused 2', 401],
      ['interrupted after a 500', [stumbled(), interruption], 'unconfirmed answer_lost 1', 500],
      ['key refused after a 500', [stumbled(), stopped(refusal, 2, 401)], 'unconfirmed answer_lost 2', 401],
      ['interrupted after a loss', [lost(), interruption], 'unconfirmed answer_lost 1', undefined],
      ['key refused after a loss', [lost(), stopped(refusal, 2, 403)], 'unconfirmed answer_lost 2', 403],
      ['interrupted after both', [lost(), stopped(interruption, 2)], 'unconfirmed answer_lost 2', 429],
    ] as const)('%s: it is told, with what ended it', async (_name, answers, expected, httpStatus) => {
      const { outcome, stop } = await send({ answers, reads: [[before]] });
      expect(withAttempts(outcome)).toBe(expected);
      expect(outcome).toMatchObject({ httpStatus, completedAt: expect.any(Number) });
      const why = `it was not sent again: ${(stop as Error).message}`;
      expect(outcome.message).toContain(stop === refusal ? `the service answered ${httpStatus}` : why);
      expect(stop).toBeInstanceOf(PricesheetError);
    });

    it('even where that is a bug, and nobody knows how far it let the update come', async () => {
      const bug = new TypeError('x is not a function');
      const { outcome, stop } = await send({ answers: [bug] });
      expect(withAttempts(outcome)).toBe('unconfirmed answer_lost 1');
      expect(stop).toBe(bug);
    });
  });
});
