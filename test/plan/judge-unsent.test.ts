import { describe, expect, it } from 'vitest';
import type { FieldValues } from '../../src/domain/fields.ts';
import { judgeUnsent } from '../../src/plan/plan-row.ts';
import { aListing, aResolved, cents } from '../support/builders.ts';

const unsent = {
  planned: { cost: cents(640), minimum_price: cents(1100) },
  evidence: 'the journal says that nothing was sent',
};

/** A listing that held a cost of 6.00 and a minimum of 10.00 before the run, and now holds these values. */
function judge(values: Partial<FieldValues>) {
  const desired = { cost: cents(600), minimum_price: cents(1000) };
  return judgeUnsent(aResolved({ listing: aListing({ values }), desired }), unsent);
}

describe('judgeUnsent', () => {
  it('leaves a listing alone that is as it was', () => {
    const judged = judge({});
    expect(judged.kind).toBe('unchanged');
    expect(judged.resolved.row.notices).toEqual([]);
  });

  it('leaves alone what somebody else has set, and says so', () => {
    const judged = judge({ cost: cents(700) });
    expect(judged.kind).toBe('unchanged');
    expect(judged.resolved.row.notices).toEqual([
      {
        reason: 'changed_by_others',
        message: 'Changed by somebody else: cost 6.00 → 7.00; the journal says that nothing was sent',
      },
    ]);
  });

  it.each([
    ['all', { cost: cents(640), minimum_price: cents(1100) }, /cost 6\.00 → 6\.40, minimum_price 10\.00/],
    ['a part', { cost: cents(640) }, /\(cost 6\.00 → 6\.40\)/],
    [
      'a part, beside what somebody else has set',
      { cost: cents(640), minimum_price: cents(1) },
      /\(cost [^,]*\)/,
    ],
  ])(
    'is a conflict where the listing holds %s of what was planned all the same',
    (_name, values, message) => {
      expect(judge(values)).toMatchObject({
        kind: 'blocked',
        status: 'conflict',
        reason: 'held_though_unsent',
        message: expect.stringMatching(message),
      });
    },
  );
});
