import { describe, expect, it } from 'vitest';
import { carryUnapproved } from '../../../src/run/folder/carry-unapproved.ts';
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

const outcomeOf = (fields: object) => fields as unknown as JournalledOutcome;

describe('an update that nobody approved', () => {
  it('is held', () => {
    expect(carryUnapproved(entryOf(), undefined)).toMatchObject({
      kind: 'carried',
      status: 'held',
      reason: 'not_approved',
      message: 'the review file does not approve it',
    });
  });

  it('keeps what it was held for', () => {
    const held = entryOf({ status: 'held', reason: 'hold_over', message: 'cost moves' });
    expect(carryUnapproved(held, undefined)).toMatchObject({
      status: 'held',
      reason: 'hold_over;not_approved',
      message: 'cost moves; the review file does not approve it',
    });
  });

  it('is reported as it ended where the run has sent it itself', () => {
    expect(carryUnapproved(entryOf(), outcomeOf({ status: 'updated', reason: '' }))).toMatchObject({
      status: 'updated',
      reason: 'already_updated',
      message: 'The run that is applied has sent it, and nothing was sent now',
    });
    const lost = { status: 'unconfirmed', reason: 'answer_lost', message: 'The answer was lost' };
    expect(carryUnapproved(entryOf(), outcomeOf(lost))).toMatchObject(lost);
  });
});
