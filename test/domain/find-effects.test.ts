import { describe, expect, it } from 'vitest';
import type { Field, FieldValue } from '../../src/domain/fields.ts';
import { findEffects, findPossibleEffects, isUnseen, withObserved } from '../../src/domain/find-effects.ts';
import type { Change } from '../../src/domain/stages.ts';
import { aListing, cents } from '../support/builders.ts';

const { values } = aListing();

function change(field: Field, after: FieldValue): Change {
  return { field, before: values[field], after };
}

const cost = change('cost', cents(700));
const minimum = change('minimum_price', cents(770));
const maximum = change('maximum_price', cents(1400));
const strategy = change('strategy', 's-1');
const repricing = change('repricing', false);
const otherCost = change('cost', cents(777));
const otherMinimum = change('minimum_price', cents(999));

type Case = readonly [
  name: string,
  sent: readonly Change[],
  observed: readonly Change[],
  expected: readonly Change[],
];

describe('findEffects', () => {
  it.each<Case>([
    ['what was sent and seen', [cost, repricing], [cost, repricing], [cost, repricing]],
    ['what was sent, as it was last seen', [cost], [otherCost], [otherCost]],
    ['what was sent and not seen to change', [cost], [], [cost]],
    ['bounds beside a cost', [cost], [cost, minimum, maximum], [cost, minimum, maximum]],
    ['bounds beside a strategy', [strategy], [strategy, minimum], [strategy, minimum]],
    ['bounds beside neither are somebody else’s', [repricing], [repricing, minimum, maximum], [repricing]],
    ['anything else is somebody else’s', [cost], [cost, strategy, repricing], [cost]],
  ])('updated or unconfirmed: %s', (_name, sent, observed, expected) => {
    for (const status of ['updated', 'unconfirmed'] as const)
      expect(findEffects(sent, { status, observed })).toEqual(expected);
  });

  const clear = change('maximum_price', null);
  const zero = change('maximum_price', cents(0));

  it.each<Case>([
    ['the part that was taken over', [cost, repricing], [cost], [cost]],
    ['not what somebody else set', [cost, repricing], [otherCost, repricing], [repricing]],
    ['nothing where nothing was taken over', [cost], [otherCost], []],
    [
      'bounds beside a cost, sent or not',
      [cost, otherMinimum],
      [cost, minimum, maximum],
      [cost, minimum, maximum],
    ],
    [
      'not bounds beside somebody else’s cost',
      [cost, repricing],
      [otherCost, repricing, minimum],
      [repricing],
    ],
    ['a clear, however it came out', [clear], [zero], [zero]],
  ])('conflict: %s', (_name, sent, observed, expected) => {
    expect(findEffects(sent, { status: 'conflict', observed })).toEqual(expected);
  });
});

describe('findPossibleEffects', () => {
  it('adds the bounds from before where a strategy may have computed them', () => {
    const before = { ...values, maximum_price: null };
    expect(findPossibleEffects([cost], before)).toEqual([
      cost,
      { field: 'minimum_price', before: 1000, after: 1000 },
      { field: 'maximum_price', before: null, after: null },
    ]);
  });

  it('leaves bounds as they were sent', () => {
    expect(findPossibleEffects([strategy, minimum, maximum], values)).toEqual([strategy, minimum, maximum]);
  });

  it('adds nothing where nobody computes anything', () => {
    expect(findPossibleEffects([repricing], values)).toEqual([repricing]);
  });
});

describe('isUnseen', () => {
  it.each([
    ['unconfirmed', 'answer_lost', true],
    ['unconfirmed', 'answer_differs', false],
    ['conflict', 'changed_meanwhile', false],
    ['updated', '', false],
  ] as const)('%s %s: %s', (status, reason, expected) => {
    expect(isUnseen({ status, reason })).toBe(expected);
  });
});

describe('withObserved', () => {
  it('has what was seen in place of what was there before', () => {
    expect(withObserved(values, [otherMinimum, change('maximum_price', null)])).toEqual({
      ...values,
      minimum_price: 999,
      maximum_price: null,
    });
    expect(withObserved(values, undefined)).toEqual(values);
  });
});
