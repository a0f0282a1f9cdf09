import { describe, expect, it } from 'vitest';
import { STATUSES } from '../../../src/domain/status.ts';
import { digestOf, EVERY_STATUS } from '../support.ts';

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

  it('counts nothing as nothing', () => {
    const { byStatus, byReason } = digestOf([]);
    expect(byStatus).toEqual(Object.fromEntries(STATUSES.map((status) => [status, 0])));
    expect(Object.keys(byStatus)).toEqual([...STATUSES]);
    expect(byReason).toEqual({});
  });
});
