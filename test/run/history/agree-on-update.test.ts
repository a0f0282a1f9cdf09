import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/domain/stages.ts';
import type { Status } from '../../../src/domain/status.ts';
import { agreeOnUpdate } from '../../../src/run/history/agree-on-update.ts';
import { AgreedValues } from '../../../src/run/history/agreed-values.ts';
import { cents, listingId } from '../../support/builders.ts';

const listingId1 = listingId(1);
const changes: readonly Change[] = [{ field: 'cost', before: cents(600), after: cents(650) }];
const pins: readonly Change[] = [{ field: 'minimum_price', before: cents(1000), after: cents(1000) }];

/** What is agreed on of cost and minimum after an update of the cost, where both were something else before. */
function agreedAfter(status: Status | undefined, mayArrive?: boolean) {
  const agreed = new AgreedValues();
  agreed.set(listingId1, 'cost', cents(600));
  agreed.set(listingId1, 'minimum_price', cents(900));
  agreeOnUpdate({ listingId: listingId1, changes, pins, status, mayArrive }, agreed);
  return [agreed.get(listingId1, 'cost'), agreed.get(listingId1, 'minimum_price')];
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
