import { describe, expect, it } from 'vitest';
import { carrySettled, carryUnapproved, carryUnsent } from '../../../src/run/folder/carry-entry.ts';
import type { JournalledOutcome } from '../../../src/run/folder/journal.ts';
import type { PlannedEntry } from '../../../src/run/folder/plan-schema.ts';

const entryOf = (fields: object = {}) =>
  ({
    n: 0,
    line: 2,
    sku: 'SKU-1',
    status: 'planned',
    reason: '',
    message: 'cost 4.995 was rounded to 5.00',
    changes: [],
    cells: ['SKU-1', '5'],
    listing_id: null,
    ...fields,
  }) as unknown as PlannedEntry;

const endOf = (fields: object) => fields as unknown as JournalledOutcome;

describe('an update that nobody approved', () => {
  it('is held', () => {
    expect(carryUnapproved(entryOf())).toMatchObject({
      kind: 'carried',
      status: 'held',
      reason: 'not_approved',
      message: 'the review file does not approve it',
    });
  });

  it('keeps what it was held for', () => {
    const held = entryOf({ status: 'held', reason: 'hold_over', message: 'cost moves' });
    expect(carryUnapproved(held)).toMatchObject({
      status: 'held',
      reason: 'hold_over;not_approved',
      message: 'cost moves; the review file does not approve it',
    });
  });

  it('is reported as it ended where the run has sent it itself', () => {
    expect(carrySettled(entryOf(), endOf({ status: 'updated', reason: '' }))).toMatchObject({
      status: 'updated',
      reason: 'already_updated',
      message: 'The run that is applied has sent it, and nothing was sent now',
    });
    const lost = { status: 'unconfirmed', reason: 'answer_lost', message: 'The answer was lost' };
    expect(carrySettled(entryOf(), endOf(lost))).toMatchObject(lost);
  });

  it('is left as unsent where nobody was asked about it, with what kept the run from sending it', () => {
    const message = 'The run that is applied did not send it, and its review file does not offer it: ';
    const stop = { code: 'guard', rules: ['max_updates', 'max_clears'], message: 'too many' } as const;
    expect(carryUnsent(entryOf(), stop)).toMatchObject({
      status: 'skipped',
      reason: 'max_updates;max_clears',
      message: `${message}too many`,
    });
    expect(carryUnsent(entryOf(), undefined)).toMatchObject({
      status: 'skipped',
      reason: 'interrupted',
      message: `${message}that run was killed`,
    });
  });
});
