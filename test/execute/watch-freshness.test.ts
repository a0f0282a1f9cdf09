import { describe, expect, it } from 'vitest';
import { RetriesSpentError, ServiceError } from '../../src/domain/errors.ts';
import type { Listing } from '../../src/domain/listing.ts';
import type { Rereading, UpdateAnswer, UpdateListing } from '../../src/domain/ports.ts';
import { sendUpdate, watchFreshness } from '../../src/execute/execute-updates.ts';
import { anUpdate, cents } from '../support/builders.ts';
import { accepted, lost, scriptedPorts, updated } from './support.ts';

const update = anUpdate({ cost: cents(640) });
const before = update.resolved.listing;
const changed: Listing = { ...before, values: { ...before.values, minimum_price: cents(1200) } };

interface Script {
  /** What each look shows, the one before the first attempt included. */
  readonly looks: readonly (Listing | Error)[];
  /** A text is a renewal; what it rejects with is thrown, or ends an answer with so many attempts. */
  readonly steps: readonly (UpdateAnswer | 'renew' | { readonly renewAfter: number })[];
  readonly reads?: readonly (readonly Listing[])[];
}

async function send({ looks, steps, reads }: Script) {
  const rest = { looks: [...looks], steps: [...steps] };
  const rereading: Rereading = {
    look: async () => {
      const found = rest.looks.shift();
      if (found instanceof Error) throw found;
      return found;
    },
    isStale: () => true,
  };
  const updateListing: UpdateListing = async (update, asking) => {
    const step = rest.steps.shift();
    if (step === undefined) throw new Error('The script has no more steps');
    if (typeof step === 'object' && 'kind' in step) return step;
    try {
      await asking.freshness?.renew();
    } catch (stop) {
      if (step === 'renew') throw stop;
      return { kind: 'stopped', message: 'it answered 429', attempts: step.renewAfter, stop };
    }
    return updateListing(update, asking);
  };
  const { ports, clock } = scriptedPorts([], reads);
  const settled = await clock.runUntilDone(sendUpdate(update, { ...ports, rereading, updateListing }));
  return { ...settled, rest };
}

describe('sendUpdate, which has to wait for its turn', () => {
  it('goes on where the listing is still as it was', async () => {
    const { outcome, rest } = await send({
      looks: [before, before, before],
      steps: ['renew', 'renew', accepted(updated(update))],
    });
    expect([outcome.status, rest.looks]).toEqual(['updated', []]);
  });

  it('is a conflict where somebody has changed it in the meantime', async () => {
    const { outcome, stop } = await send({ looks: [before, changed], steps: ['renew'] });
    expect(outcome).toMatchObject({ status: 'conflict', reason: 'changed_meanwhile', attempts: 0 });
    expect(stop).toBeUndefined();
  });

  it('counts the attempts that were turned down before, which may still arrive', async () => {
    const { outcome, stop } = await send({ looks: [before, changed], steps: [{ renewAfter: 3 }] });
    expect(outcome).toMatchObject({
      status: 'conflict',
      reason: 'changed_meanwhile',
      attempts: 3,
      mayArrive: true,
    });
    expect(stop).toBeUndefined();
  });

  it('is unconfirmed after such attempts where its listing can no longer be read', async () => {
    const { outcome, stop } = await send({
      looks: [before, new ServiceError('GET /listings: it broke')],
      steps: [{ renewAfter: 3 }],
    });
    expect(outcome).toMatchObject({
      status: 'unconfirmed',
      reason: 'answer_lost',
      attempts: 3,
      mayArrive: true,
      message: expect.stringContaining('it may still arrive'),
    });
    expect(stop).toBeUndefined();
  });

  it('asks whether the reading of its listing is stale, with more patience after each renewal', async () => {
    const asked: unknown[] = [];
    const rereading: Rereading = {
      look: async () => before,
      isStale: (listing, patienceMs) => asked.push([listing, patienceMs]) > 1,
    };
    const freshness = watchFreshness(update, rereading, async () => undefined);
    expect(freshness.isStale()).toBe(false);
    await freshness.renew();
    expect(freshness.isStale()).toBe(true);
    await freshness.renew();
    freshness.isStale();
    expect(asked).toEqual([5000, 10_000, 20_000].map((patienceMs) => [before, patienceMs]));
  });

  it('reads back instead where an answer was lost before', async () => {
    const { outcome } = await send({
      looks: [before],
      steps: [lost(), 'renew'],
      reads: [[before], [updated(update)]],
    });
    expect(outcome).toMatchObject({ status: 'updated', attempts: 1 });
    expect(outcome.message).toContain('reading the listing back shows the update');
  });

  it('was never sent where the reading ends the run', async () => {
    const spent = new RetriesSpentError('Down');
    await expect(send({ looks: [before, spent], steps: ['renew'] })).rejects.toBe(spent);
    await expect(send({ looks: [spent], steps: [] })).rejects.toBe(spent);
  });
});
