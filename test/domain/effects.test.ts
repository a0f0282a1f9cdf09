import { describe, expect, it } from 'vitest';
import {
  findEffects,
  findPossibleEffects,
  findRest,
  isNotOurChange,
  isUnseen,
  mayArriveUntil,
  remarkMayArrive,
  seenChanges,
} from '../../src/domain/effects.ts';
import type { Field, FieldValue, FieldValues } from '../../src/domain/fields.ts';
import type { Change } from '../../src/domain/stages.ts';
import type { Status } from '../../src/domain/status.ts';
import { aListing, cents } from '../support/builders.ts';

/** Of a listing whose strategy may compute bounds. */
const { values } = aListing({ values: { strategy: 's-0' } });
const bare: FieldValues = { ...values, strategy: null };

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
      expect(findEffects(sent, { status, before: values, observed })).toEqual(expected);
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
    expect(findEffects(sent, { status: 'conflict', before: values, observed })).toEqual(expected);
  });

  describe('takes bounds beside a cost for its own', () => {
    const [cleared, given] = [change('strategy', null), { ...strategy, before: null }];
    const [others, othersFirst] = [change('strategy', 's-9'), { ...change('strategy', 's-9'), before: null }];

    it.each<readonly [string, FieldValues, readonly Change[], readonly Change[], boolean]>([
      ['not where the listing has no strategy', bare, [cost], [cost], false],
      ['where it has one', values, [cost], [cost], true],
      ['where the update gave it one', bare, [cost, given], [cost, given], true],
      ['not where the update was to, and did not', bare, [cost, given], [cost], false],
      ['not where the update took it away', values, [cost, cleared], [cost, cleared], false],
      ['where the update was to take it away, and did not', values, [cost, cleared], [cost], true],
      ['not where only somebody else gave it one', bare, [cost], [cost, othersFirst], false],
      ['where somebody else took it away since', values, [cost], [cost, cleared], true],
      ['where somebody else gave it another since', values, [cost, strategy], [cost, others], true],
      ['where somebody else took the update’s away', values, [cost, strategy], [cost, cleared], true],
    ])('%s', (_name, before, sent, seen, isOwn) => {
      for (const status of ['updated', 'unconfirmed', 'conflict'] as const) {
        const effects = findEffects(sent, { status, before, observed: [...seen, minimum] });
        expect(effects.includes(minimum)).toBe(isOwn);
      }
    });
  });
});

describe('findPossibleEffects', () => {
  it.each<readonly [string, FieldValues, readonly Change[], boolean]>([
    ['where the listing’s strategy may have computed them', values, [cost], true],
    ['where the strategy may that it is given', bare, [{ ...strategy, before: null }], true],
    ['not where it has none', bare, [cost], false],
    ['not where it is taken away together with a new cost', values, [cost, change('strategy', null)], false],
  ])('adds the bounds from before %s', (_name, before, sent, isAdded) => {
    const bounds = [
      { field: 'minimum_price', before: 1000, after: 1000 },
      { field: 'maximum_price', before: null, after: null },
    ];
    const effects = findPossibleEffects(sent, { ...before, maximum_price: null });
    expect(effects).toEqual([...sent, ...(isAdded ? bounds : [])]);
  });

  it('leaves bounds as they were sent', () => {
    expect(findPossibleEffects([strategy, minimum, maximum], values)).toEqual([strategy, minimum, maximum]);
  });

  it('gives back what was held, where somebody else had set it before the update arrived', () => {
    const held = { ...bare, cost: cents(777) };
    expect(findPossibleEffects([cost], held)).toEqual([{ ...cost, before: 777 }]);
  });

  it('adds nothing where nobody computes anything', () => {
    expect(findPossibleEffects([repricing], values)).toEqual([repricing]);
  });
});

describe('findRest', () => {
  const restOf = (sent: readonly Change[], observed: readonly Change[], status: Status = 'conflict') =>
    findRest(sent, { status, before: values, observed });

  it('is what was sent and not seen, and bounds that may be computed upon it', () => {
    const bounds = [
      { ...minimum, after: minimum.before },
      { ...maximum, after: maximum.before },
    ];
    expect(restOf([cost, repricing], [repricing])).toEqual({ unseen: [cost], bounds });
    expect(restOf([cost, repricing], [cost])).toEqual({ unseen: [repricing], bounds: [] });
  });

  it('leads back to what somebody else has set meanwhile', () => {
    const { unseen } = restOf([cost, repricing], [repricing, otherCost]);
    expect(unseen).toEqual([{ ...cost, before: otherCost.after }]);
  });

  it('is nothing of an update whose answer shows other values: those are its own', () => {
    expect(restOf([cost, repricing], [repricing, otherCost], 'unconfirmed').unseen).toEqual([]);
  });
});

describe('isUnseen', () => {
  it.each([
    ['unconfirmed', 'answer_lost', true],
    ['unconfirmed', 'answer_differs', false],
    ['conflict', 'changed_meanwhile', false],
    ['updated', '', false],
  ] as const)('%s %s: %s', (status, reason, expected) => {
    expect(isUnseen([cost], { status, reason })).toBe(expected);
  });

  it.each([
    ['nothing of it shows', [otherCost], true, true],
    ['nothing of it shows, and nothing of it is on its way', [otherCost], false, false],
    ['a part of it shows', [otherCost, repricing], true, false],
  ])('a conflict where %s: %s', (_name, observed, mayArrive, expected) => {
    const told = { status: 'conflict', reason: 'changed_meanwhile', mayArrive, observed } as const;
    expect(isUnseen([cost, repricing], told)).toBe(expected);
  });
});

it.each([
  ['updated', true, true, true],
  ['updated', true, false, true],
  ['updated', false, false, false],
  ['conflict', true, false, true],
  ['conflict', true, true, false],
  ['conflict', false, true, false],
  ['unconfirmed', true, false, true],
  ['unconfirmed', true, true, false],
] as const)(
  'isNotOurChange: %s, notApplied %s, may arrive %s: %s',
  (status, notApplied, mayArrive, expected) => {
    expect(isNotOurChange({ status, notApplied, mayArrive })).toBe(expected);
    expect(isNotOurChange({ status, mayArrive })).toBe(false);
  },
);

it('an update that was not sent and may still arrive has no effect that was seen, whatever the listing holds', () => {
  const known = {
    status: 'conflict',
    reason: 'changed_meanwhile',
    mayArrive: true,
    observed: [cost],
  } as const;
  expect(isUnseen([cost], { ...known, notApplied: true })).toBe(true);
  expect(isUnseen([cost], known)).toBe(false);
});

const COST: Change = { field: 'cost', before: 600, after: 650 } as Change;
const MINIMUM: Change = { field: 'minimum_price', before: 1000, after: 1100 } as Change;
const RULE = '50000000-0000-4000-8000-000000000001';

interface Settling {
  readonly status?: Status;
  readonly attempts?: number;
  readonly notApplied?: boolean;
  readonly strategy?: string | null;
  readonly observed?: readonly Change[];
  readonly pins?: readonly Change[];
}

function seen(sent: readonly Change[], { strategy = null, ...settled }: Settling = {}): readonly Change[] {
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

const SENT = Date.UTC(2026, 10, 20, 19, 25, 30);
const UNTIL = SENT + 900_000;

it.each([
  ['at once', SENT, UNTIL],
  ['just before a quarter of an hour is over', UNTIL - 1, UNTIL],
  ['once it is over', UNTIL, undefined],
  ['later', UNTIL + 1, undefined],
])('an update may still arrive %s', (_name, now, expected) => {
  expect(mayArriveUntil(SENT, now)).toBe(expected);
});

it('the remark says when to undo once more, in whole minutes after that', () => {
  const { reason, message, until } = remarkMayArrive(UNTIL);
  expect(reason).toBe('may_arrive');
  expect(message).toContain('once more after 2026-11-20 19:41 UTC');
  expect(until).toBe('2026-11-20 19:41');
  expect(remarkMayArrive(Date.UTC(2026, 11, 31, 23, 59, 1)).until).toBe('2027-01-01 00:00');
});
