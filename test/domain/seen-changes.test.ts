import { describe, expect, it } from 'vitest';
import type { FieldValues } from '../../src/domain/fields.ts';
import { seenChanges } from '../../src/domain/seen-changes.ts';
import type { Change } from '../../src/domain/stages.ts';
import type { Status } from '../../src/domain/status.ts';
import { aListing } from '../support/builders.ts';

const COST: Change = { field: 'cost', before: 600, after: 650 } as Change;
const MINIMUM: Change = { field: 'minimum_price', before: 1000, after: 1100 } as Change;
const RULE = '50000000-0000-4000-8000-000000000001';

interface Case {
  readonly status?: Status;
  readonly attempts?: number;
  readonly notApplied?: boolean;
  readonly strategy?: string | null;
  readonly observed?: readonly Change[];
  readonly pins?: readonly Change[];
}

function seen(sent: readonly Change[], { strategy = null, ...settled }: Case = {}): readonly Change[] {
  const before: FieldValues = { ...aListing().values, strategy };
  return seenChanges(sent, { status: 'updated', attempts: 1, observed: [], before, ...settled });
}

describe('seenChanges', () => {
  it('are all of an updated listing, without a look at each', () => {
    expect(seen([COST, MINIMUM])).toEqual([COST, MINIMUM]);
  });

  it.each([
    ['never sent', { attempts: 0 }],
    ['read again, which showed no attempt', { notApplied: true }],
  ])('are none of an update that was %s', (_, settled) => {
    expect(seen([COST], { ...settled, observed: [COST] })).toEqual([]);
  });

  it.each(['unconfirmed', 'conflict', 'failed'] as const)(
    'are those of a %s one that were seen',
    (status) => {
      expect(seen([COST, MINIMUM], { status, observed: [MINIMUM] })).toEqual([MINIMUM]);
      expect(seen([COST], { status })).toEqual([]);
    },
  );

  it('are not what somebody else has set instead', () => {
    const other = { ...COST, after: 777 } as Change;
    expect(seen([COST], { status: 'unconfirmed', observed: [other] })).toEqual([]);
  });

  it('have the bounds that a strategy computed', () => {
    expect(seen([COST], { strategy: RULE, observed: [COST, MINIMUM] })).toEqual([COST, MINIMUM]);
    expect(seen([COST], { observed: [COST, MINIMUM] })).toEqual([COST]);
  });

  it("are not a bound that was sent and has another value, which may be somebody else's", () => {
    const other = { ...MINIMUM, after: 1101 } as Change;
    const settled = { status: 'conflict', strategy: RULE, observed: [COST, other] } as const;
    expect(seen([COST, MINIMUM], settled)).toEqual([COST]);
  });

  it('are not a bound that was sent along as it was, and has another value', () => {
    const pins = [{ ...MINIMUM, after: MINIMUM.before }];
    const settled = { status: 'conflict', strategy: RULE, observed: [COST, MINIMUM], pins } as const;
    expect(seen([COST], settled)).toEqual([COST]);
  });

  it('are whatever the service made of a clear', () => {
    const cleared = { ...MINIMUM, after: null } as Change;
    const left = { ...MINIMUM, after: 0 } as Change;
    expect(seen([cleared], { status: 'unconfirmed', observed: [left] })).toEqual([left]);
  });

  it('have no field that is as before', () => {
    const same = { ...MINIMUM, after: MINIMUM.before };
    expect(seen([COST, same])).toEqual([COST]);
  });
});
