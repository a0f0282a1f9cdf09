import { describe, expect, it } from 'vitest';
import { describeChanges, describeMissed, verifyAnswer } from '../../src/execute/judge-answer.ts';
import { aListing, anUpdate, cents } from '../support/builders.ts';

const update = anUpdate({ cost: cents(640), maximum_price: null });

function verify(values: NonNullable<Parameters<typeof aListing>[0]>['values']) {
  return verifyAnswer(update, aListing({ values: { ...values } }));
}

describe('verifyAnswer', () => {
  const taken = { cost: cents(640), maximum_price: null };

  it.each([
    ['all taken over', taken, 2, [], []],
    ['one taken over', { cost: cents(640) }, 1, ['maximum_price'], []],
    ['a clear that became 0', { ...taken, maximum_price: cents(0) }, 2, ['maximum_price'], []],
    ['others', { ...taken, minimum_price: cents(704), strategy: 's' }, 4, [], ['minimum_price', 'strategy']],
    ['an unsent field cleared', { ...taken, minimum_price: null }, 3, [], ['minimum_price']],
  ])('%s', (_name, values, count, missing, others) => {
    const { observed, missed, unsent } = verify(values);
    const fieldsOf = (changes: typeof unsent) => changes.map(({ field }) => field);
    expect([observed.length, fieldsOf(missed), fieldsOf(unsent)]).toEqual([count, missing, others]);
  });

  it('compares a pin with what it was sent as, and the changes with theirs', () => {
    const pins = [{ field: 'minimum_price', before: cents(1000), after: cents(1000) }] as const;
    expect(verifyAnswer({ ...update, pins }, aListing({ values: taken }))).toMatchObject({
      missed: [],
      unsent: [],
    });
    const moved = aListing({ values: { ...taken, minimum_price: cents(900) } });
    expect(verifyAnswer({ ...update, pins }, moved)).toMatchObject({
      missed: [{ field: 'minimum_price', before: 1000, after: 900 }],
      unsent: [],
    });
  });
});

describe('describeMissed', () => {
  it('says what is and what was sent: money in major units, and a currency', () => {
    expect(describeMissed(update, verify({ cost: cents(5), maximum_price: cents(0) }))).toBe(
      'cost is 0.05 instead of 6.40, maximum_price is 0.00 instead of null',
    );
    expect(describeMissed(update, { missed: [], otherCurrency: 'eur' })).toBe(
      'currency is eur instead of usd',
    );
  });
});

describe('describeChanges', () => {
  it('says from what to what', () => {
    const { unsent } = verify({ cost: cents(640), maximum_price: null, minimum_price: null, strategy: 's' });
    expect(describeChanges(unsent)).toBe('minimum_price 10.00 → null, strategy null → s');
  });
});
