import { describe, expect, it } from 'vitest';
import {
  effectsOf,
  mayArriveUntil,
  remarkMayArrive,
  type SentUpdate,
  seenChanges,
  unseenChanges,
} from '../../src/domain/effects.ts';
import type { Field, FieldValue, FieldValues } from '../../src/domain/fields.ts';
import type { Change } from '../../src/domain/stages.ts';
import type { Status } from '../../src/domain/status.ts';
import { aListing, anUpdate, cents } from '../support/builders.ts';

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

/** An update of a listing that held these values. */
function sentTo(before: FieldValues, sent: readonly Change[]): SentUpdate['entry'] {
  const update = anUpdate({ cost: cents(1) }, aListing({ values: before }));
  return { ...update, changes: sent as SentUpdate['entry']['changes'] };
}

/** What was seen of an update. */
function knownOf(
  sent: readonly Change[],
  { before = values, ...settled }: Partial<SentUpdate> & { before?: FieldValues },
) {
  return effectsOf({ entry: sentTo(before, sent), reason: '', ...settled }).known;
}

type Case = readonly [
  name: string,
  sent: readonly Change[],
  observed: readonly Change[],
  expected: readonly Change[],
];

describe('effectsOf: known', () => {
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
      expect(knownOf(sent, { status, observed })).toEqual(expected);
  });

  const clear = change('maximum_price', null);
  const zero = change('maximum_price', cents(0));

  it.each<Case>([
    ['the part that was taken over', [cost, repricing], [cost], [cost]],
    ['not what somebody else set', [cost, repricing], [otherCost, repricing], [repricing]],
    ['nothing where nothing was taken over', [cost], [otherCost], []],
    ['bounds beside a cost', [cost, otherMinimum], [cost, minimum, maximum], [cost, minimum, maximum]],
    ['not bounds beside another’s cost', [cost, repricing], [otherCost, repricing, minimum], [repricing]],
    ['a clear, however it came out', [clear], [zero], [zero]],
  ])('conflict: %s', (_name, sent, observed, expected) => {
    expect(knownOf(sent, { status: 'conflict', observed })).toEqual(expected);
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
        const effects = knownOf(sent, { status, before, observed: [...seen, minimum] });
        expect(effects.includes(minimum)).toBe(isOwn);
      }
    });
  });
});

const BOUNDS = [
  { ...minimum, after: minimum.before },
  { ...maximum, after: maximum.before },
];

describe('effectsOf: unseen', () => {
  const possible = (sent: readonly Change[], before = values, observed?: readonly Change[]) => {
    const lost = { status: 'unconfirmed', reason: 'answer_lost', observed } as const;
    const { known, unseen, bounds } = effectsOf({ entry: sentTo(before, sent), ...lost });
    expect(known).toEqual([]);
    return [...unseen, ...bounds];
  };

  it.each<readonly [string, FieldValues, readonly Change[], boolean]>([
    ['where the listing’s strategy may have computed them', values, [cost], true],
    ['where the strategy may that it is given', bare, [{ ...strategy, before: null }], true],
    ['not where it has none', bare, [cost], false],
    ['not where it is taken away together with a new cost', values, [cost, change('strategy', null)], false],
    ['not as they were, where they were sent', values, [strategy, minimum, maximum], false],
    ['not where nobody computes anything', values, [repricing], false],
  ])('has the bounds from before %s', (_name, before, sent, isAdded) => {
    expect(possible(sent, before)).toEqual([...sent, ...(isAdded ? BOUNDS : [])]);
  });

  it('leads back to what was held, where somebody else had set it before the update arrived', () => {
    expect(possible([cost], bare, [otherCost])).toEqual([{ ...cost, before: 777 }]);
  });
});

/** What is said of an update beside its status. */
const SAID: Readonly<Record<string, Partial<SentUpdate>>> = {
  late: { mayArrive: true },
  unsent: { notApplied: true },
  lost: { reason: 'answer_lost' },
  differs: { reason: 'answer_differs' },
};

function settledAs(status: Status | undefined, said: string, observed?: readonly Change[]): SentUpdate {
  const words = said.split(' ').map((word) => SAID[word]);
  return Object.assign({ entry: sentTo(values, [cost, repricing]), status, observed, reason: '' }, ...words);
}

const fieldsOf = (changes: readonly Change[]) => changes.map(({ field }) => field).join(' ');
const BOTH = [cost, repricing];
const BY_OTHERS = [otherCost];
const IN_PART = [otherCost, repricing];
const ALL = 'cost repricing';
const COMPUTED = 'minimum_price maximum_price';

it.each<readonly [Status | undefined, string, readonly Change[] | undefined, string]>([
  [undefined, '', undefined, ` / ${ALL} / ${COMPUTED}`],
  ['skipped', '', undefined, ' /  / '],
  ['failed', '', undefined, ' /  / '],
  ['updated', '', BOTH, `${ALL} /  / `],
  ['updated', 'unsent', BOTH, ' /  / '],
  ['updated', 'unsent late', BOTH, ' /  / '],
  ['unconfirmed', 'lost', [], ` / ${ALL} / ${COMPUTED}`],
  ['unconfirmed', 'differs', [], `${ALL} /  / `],
  ['unconfirmed', 'unsent', BOTH, ' /  / '],
  ['unconfirmed', 'unsent late', BOTH, `${ALL} /  / `],
  // The other value in the answer is the update's own.
  ['unconfirmed', 'differs late', IN_PART, `${ALL} /  / `],
  ['conflict', '', IN_PART, 'repricing /  / '],
  ['conflict', 'late', IN_PART, `repricing / cost / ${COMPUTED}`],
  // Nothing is computed upon the rest.
  ['conflict', 'late', [cost], 'cost / repricing / '],
  ['conflict', '', BY_OTHERS, ' /  / '],
  ['conflict', 'late', BY_OTHERS, ` / ${ALL} / ${COMPUTED}`],
  ['conflict', 'unsent', BOTH, ' /  / '],
  // Whatever the listing holds.
  ['conflict', 'unsent late', [cost], ` / ${ALL} / ${COMPUTED}`],
])('effectsOf: an update that is %s %s has effects number %#', (status, said, observed, expected) => {
  const { known, unseen, bounds } = effectsOf(settledAs(status, said, observed));
  expect([known, unseen, bounds].map(fieldsOf).join(' / ')).toBe(expected);
});

it('effectsOf: leads back to what somebody else has set before the rest arrives', () => {
  expect(effectsOf(settledAs('conflict', 'late', IN_PART))).toEqual({
    known: [repricing],
    unseen: [{ ...cost, before: otherCost.after }],
    bounds: BOUNDS,
  });
});

it.each<readonly [Status | undefined, string, readonly Change[] | undefined, string]>([
  [undefined, '', undefined, `${ALL} ${COMPUTED}`],
  ['unconfirmed', 'lost', undefined, `${ALL} ${COMPUTED}`],
  ['unconfirmed', 'differs', [cost], 'repricing'],
  ['updated', '', [cost], ''],
  ['conflict', 'late', [cost], 'repricing'],
])('unseenChanges: of an update that is %s %s, number %#', (status, said, observed, expected) => {
  expect(fieldsOf(unseenChanges(settledAs(status, said, observed)))).toBe(expected);
});

it('unseenChanges: have no bound that was sent along as it was', () => {
  const entry = { ...sentTo(values, [cost]), pins: BOUNDS.slice(0, 1) };
  expect(unseenChanges({ entry })).toEqual([cost, BOUNDS[1]]);
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
  const { pins = [], ...tried } = settled;
  const entry = { ...sentTo({ ...aListing().values, strategy }, sent), pins };
  return seenChanges({ entry, status: 'updated', attempts: 1, observed: [], ...tried });
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

  it.each(['unconfirmed', 'conflict', 'failed'] as const)('are those seen of a %s one', (status) => {
    expect(seen([COST, MINIMUM], { status, observed: [MINIMUM] })).toEqual([MINIMUM]);
    expect(seen([COST], { status })).toEqual([]);
  });

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
