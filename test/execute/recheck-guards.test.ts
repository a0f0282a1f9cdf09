import { describe, expect, it } from 'vitest';
import type { Reason } from '../../src/domain/reasons.ts';
import type { Change, Outcome, Update } from '../../src/domain/stages.ts';
import { recheckGuards } from '../../src/execute/judge-answer.ts';
import { anOutcome } from '../report/support.ts';
import { anUpdate, cents } from '../support/builders.ts';

const update = anUpdate({ minimum_price: cents(1100) });
const own: Change = { field: 'minimum_price', before: cents(1000), after: cents(1100) };
const theirs: Change = { field: 'cost', before: cents(600), after: cents(1200) };

function hold(fields: Partial<Outcome>, rules: readonly Reason[] = ['below_cost']) {
  const outcome = anOutcome(update, { attempts: 1, status: 'updated', observed: [own, theirs], ...fields });
  const held = recheckGuards(outcome, (entry, observed) => {
    expect([entry, observed]).toEqual([update, outcome.observed]);
    return rules.map((rule) => ({ rule, message: `${rule} is broken` }));
  });
  return { outcome, held };
}

describe('recheckGuards', () => {
  it('calls for attention where a rule is broken by what has changed beside the update', () => {
    const { held, outcome } = hold({ message: 'Also changed: cost 6.00 → 12.00' });
    expect(held).toEqual({
      ...outcome,
      status: 'unconfirmed',
      reason: 'below_cost',
      message:
        'Also changed: cost 6.00 → 12.00; the update was sent, but now below_cost is broken: check this listing',
    });
  });

  it('names every rule', () => {
    expect(hold({ message: '' }, ['below_cost', 'zero_cost']).held).toMatchObject({
      reason: 'below_cost;zero_cost',
      message: 'the update was sent, but now below_cost is broken; zero_cost is broken: check this listing',
    });
  });

  it('names the rule of an update whose reason was that somebody else had changed a field', () => {
    expect(hold({ reason: 'drifted' }).held).toMatchObject({ status: 'unconfirmed', reason: 'below_cost' });
  });

  it('keeps the reason for which it needs attention already', () => {
    const { held } = hold({ status: 'unconfirmed', reason: 'answer_differs', message: 'No' });
    expect([held.reason, held.message]).toEqual([
      'answer_differs',
      'No; the update was sent, but now below_cost is broken: check this listing',
    ]);
  });

  it('asks no rule again of what was sent, all of it, and of what was sent to stay', () => {
    const pinned: Update = {
      ...anUpdate({ minimum_price: cents(1100), maximum_price: cents(2200) }),
      pins: [{ field: 'cost', before: cents(600), after: cents(600) }],
    };
    const observed: readonly Change[] = [...pinned.changes, theirs];
    const outcome = anOutcome(pinned, { attempts: 1, status: 'updated', observed });
    expect(recheckGuards(outcome, () => [{ rule: 'below_cost', message: 'it is broken' }])).toBe(outcome);
  });

  it('asks them again beside a pin of another field', () => {
    const pins = [{ field: 'maximum_price', before: cents(2000), after: cents(2000) }] as const;
    const observed = [own, theirs];
    const outcome = anOutcome({ ...update, pins }, { attempts: 1, status: 'updated', observed });
    const held = recheckGuards(outcome, () => [{ rule: 'below_cost', message: 'it is broken' }]);
    expect(held).toMatchObject({ status: 'unconfirmed', reason: 'below_cost' });
  });

  it.each([
    ['no rule is broken', {}, []],
    ['nothing has changed beside it', { observed: [own] }, ['below_cost']],
    ['nobody has seen the listing', { status: 'unconfirmed', reason: 'answer_lost' }, ['below_cost']],
    ['it was not sent', { attempts: 0, reason: 'already_updated' }, ['below_cost']],
    ['it is a conflict', { status: 'conflict' }, ['below_cost']],
  ] as const)('leaves the outcome as it is where %s', (_name, fields, rules) => {
    const { held, outcome } = hold(fields, rules);
    expect(held).toBe(outcome);
  });
});
