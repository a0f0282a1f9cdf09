import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../src/domain/stages.ts';
import { STATUSES } from '../../../src/domain/status.ts';
import { anUpdate, cents } from '../../support/builders.ts';
import { anOutcome, digestOf, EVERY_STATUS } from '../support.ts';

describe('OutcomeTally', () => {
  it('counts every status, those that did not occur too, and every reason', () => {
    expect(digestOf([...EVERY_STATUS, ...EVERY_STATUS.slice(0, 2)])).toMatchObject({
      byStatus: {
        updated: 2,
        planned: 2,
        unchanged: 1,
        duplicate: 1,
        invalid: 1,
        ignored: 1,
        not_found: 1,
        ambiguous: 1,
        blocked: 1,
        conflict: 1,
        failed: 1,
        unconfirmed: 1,
        skipped: 1,
      },
      byReason: {
        answer_lost: 1,
        blank: 1,
        changed_since: 1,
        http_402: 1,
        interrupted: 1,
        max_change: 1,
        money_unreadable: 1,
        no_listing: 1,
        repeats: 1,
        repricing_unreadable: 1,
        several_listings: 1,
      },
    });
  });

  it.each<[string, Partial<Outcome>, number]>([
    ['was updated', { status: 'updated', attempts: 1 }, 1],
    ['may have been', { status: 'unconfirmed', attempts: 2 }, 1],
    ['was updated by others before its first attempt', { status: 'updated', attempts: 0 }, 0],
    ['was set by others before its next attempt', { status: 'updated', attempts: 1, untaken: true }, 0],
    [
      'was given back but for its strategy',
      { status: 'conflict', reason: 'strategy_refused', attempts: 2 },
      1,
    ],
    [
      'was given back by others but for its strategy',
      { status: 'conflict', reason: 'strategy_refused', attempts: 1, untaken: true },
      0,
    ],
    ['was refused', { status: 'failed', attempts: 1 }, 0],
    ['was never sent', { status: 'skipped', attempts: 0 }, 0],
  ])('counts among the updates that an undo is offered for one that %s', (_name, fields, own) => {
    expect(digestOf([anOutcome(anUpdate({ cost: cents(640) }), fields)]).own).toBe(own);
  });

  it('counts nothing as nothing', () => {
    const { byStatus, byReason } = digestOf([]);
    expect(byStatus).toEqual(Object.fromEntries(STATUSES.map((status) => [status, 0])));
    expect(Object.keys(byStatus)).toEqual([...STATUSES]);
    expect(byReason).toEqual({});
  });
});
