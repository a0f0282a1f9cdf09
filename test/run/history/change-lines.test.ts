import { describe, expect, it } from 'vitest';
import type { Change, Outcome } from '../../../src/domain/stages.ts';
import type { Status } from '../../../src/domain/status.ts';
import { AgreedValues } from '../../../src/run/history/agreed-values.ts';
import { agreeOnUpdate, changeLinesOf } from '../../../src/run/history/change-lines.ts';
import { chosenSettings } from '../../../src/run/history/new-record.ts';
import { aListing, anUpdate, cents, listingId } from '../../support/builders.ts';
import { night } from './support.ts';

function anOutcome(fields: Partial<Outcome> = {}): Outcome {
  return {
    kind: 'outcome',
    entry: anUpdate({ cost: cents(650) }),
    status: 'updated',
    reason: '',
    message: '',
    attempts: 1,
    completedAt: Date.parse(night(1)),
    ...fields,
  } as Outcome;
}

const LINE = {
  kind: 'change',
  at: night(1),
  line: 2,
  sku: 'MUG-01',
  listing_id: listingId(1),
  currency: 'usd',
} as const;

describe('changeLinesOf', () => {
  it('says what was, what is, and when', () => {
    expect(changeLinesOf(anOutcome())).toEqual([{ ...LINE, field: 'cost', was: 600, is: 650 }]);
  });

  it('says of a bound that a strategy computed whose doing it is', () => {
    const listing = aListing({ values: { strategy: 'x' } });
    const observed = [{ field: 'minimum_price', before: 1000, after: 1100 } as Change];
    expect(changeLinesOf(anOutcome({ entry: anUpdate({ cost: cents(650) }, listing), observed }))).toEqual([
      { ...LINE, field: 'cost', was: 600, is: 650 },
      { ...LINE, field: 'minimum_price', was: 1000, is: 1100, by: 'strategy' },
    ]);
  });

  it.each([
    ['was refused', { status: 'failed' }],
    ['was never sent', { status: 'skipped', attempts: 0 }],
    ['may have got lost', { status: 'unconfirmed' }],
    ['another run made', { attempts: 0 }],
    ['somebody else made', { untaken: true }],
  ] as const)('says nothing of an update that %s', (_, fields) => {
    expect(changeLinesOf(anOutcome(fields))).toEqual([]);
  });

  it('says nothing of other rows', () => {
    const entry = { kind: 'unchanged', resolved: anUpdate({ cost: cents(1) }).resolved } as const;
    expect(changeLinesOf(anOutcome({ entry, status: 'unchanged' }))).toEqual([]);
  });
});

describe('chosenSettings', () => {
  it('leaves out the defaults', () => {
    expect(
      chosenSettings({
        match: { value: 'all', from: '--match' },
        rate: { value: '10', from: 'default' },
        platform: { from: '--platform' },
        note: 'text',
      }),
    ).toEqual({ match: 'all', platform: null });
  });
});

const ID = listingId(1);
const changes: readonly Change[] = [{ field: 'cost', before: cents(600), after: cents(650) }];
const pins: readonly Change[] = [{ field: 'minimum_price', before: cents(1000), after: cents(1000) }];

/** What is agreed on of cost and minimum after an update of the cost, where both were something else before. */
function agreedAfter(status: Status | undefined, mayArrive?: boolean) {
  const agreed = new AgreedValues();
  agreed.set(ID, 'cost', cents(600));
  agreed.set(ID, 'minimum_price', cents(900));
  agreeOnUpdate({ listingId: ID, changes, pins, status, mayArrive }, agreed);
  return [agreed.get(ID, 'cost'), agreed.get(ID, 'minimum_price')];
}

describe('agreeOnUpdate', () => {
  it('takes what was sent, and what was sent along, of an update that was seen to hold', () => {
    expect(agreedAfter('updated')).toEqual([650, 1000]);
    expect(agreedAfter('updated', true)).toEqual([650, 1000]);
  });

  it.each([
    ['its run was killed', undefined, undefined],
    ['it was not seen to hold', 'unconfirmed', undefined],
    ['it was refused, and an earlier attempt may still arrive', 'failed', true],
    ['somebody else was faster, and it may still arrive', 'conflict', true],
  ] as const)('knows nothing any more of what was sent if %s', (_name, status, mayArrive) => {
    expect(agreedAfter(status, mayArrive)).toEqual([undefined, 900]);
  });

  it.each(['failed', 'conflict', 'skipped', 'planned', 'held'] as const)(
    'leaves all as it was: %s',
    (status) => {
      expect(agreedAfter(status)).toEqual([600, 900]);
    },
  );
});
