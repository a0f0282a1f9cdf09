import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Desired } from '../../src/domain/fields.ts';
import type { Listing, ListingId } from '../../src/domain/listing.ts';
import type { InvalidRow, SheetRow, Target } from '../../src/domain/row.ts';
import { type PlanEntry, type Resolved, rowOf, type Unresolved } from '../../src/domain/stages.ts';
import { diffListing, noticeStrategy, toListed } from '../../src/plan/plan-row.ts';
import {
  aListing,
  anUpdate,
  aResolved,
  aRow,
  aStrategy,
  cents,
  listingId,
  sku,
} from '../support/builders.ts';
import {
  applyUpdates,
  buildPlan,
  differingFields,
  planOne,
  someDesired,
  someLimits,
  someSheet,
  someValues,
  updatesOf,
  withChanges,
} from './support.ts';

const listing = aListing();

/** A row on `line` that leads to the listing. */
function row(line: number, desired: Desired, fields: Partial<Resolved> = {}): Resolved {
  return aResolved({ listing, desired, row: aRow({ line, requested: desired }), ...fields });
}

function inShort(entries: readonly PlanEntry[]): readonly string[] {
  return entries.map((entry) => {
    if (entry.kind === 'blocked') return `${entry.status} ${entry.reason}`;
    return entry.kind === 'unresolved' ? `unresolved ${entry.status}` : entry.kind;
  });
}

describe('buildPlan', () => {
  it('is the smallest update, what is unchanged, and what is refused', () => {
    const rows = [
      row(2, { cost: cents(700), repricing: true }),
      row(3, { cost: cents(600) }, { listing: aListing({ id: listingId(2) }) }),
      row(4, { cost: cents(60) }, { listing: aListing({ id: listingId(3) }) }),
    ];
    const { entries } = buildPlan(rows, { duplicates: 'error', limits: someLimits() });
    expect(inShort(entries)).toEqual(['update', 'unchanged', 'blocked max_change']);
    expect(entries[0]).toMatchObject({ changes: [{ field: 'cost', before: 600, after: 700 }], exact: false });
  });

  describe('sends bounds along that the row speaks of and a strategy could compute anew', () => {
    const strategic = aListing({ values: { ...listing.values, strategy: 's-1', maximum_price: null } });
    const unstrategic = aListing({ values: { ...strategic.values, strategy: null } });
    const minimum_price = strategic.values.minimum_price ?? null;
    const pinsOf = (desired: Desired, fields: Partial<Resolved> = {}, restoring = false) => {
      const entry = planOne(row(2, desired, { listing: strategic, ...fields }), { restoring });
      return entry.kind === 'update' ? entry.pins : entry.kind;
    };
    const pinned = [{ field: 'minimum_price', before: minimum_price, after: minimum_price }];

    it.each<[string, Desired, readonly object[]]>([
      ['a new cost, and the minimum as it is', { cost: cents(620), minimum_price }, pinned],
      ['another strategy, and the minimum as it is', { strategy: 's-2', minimum_price }, pinned],
      ['a new cost alone', { cost: cents(620) }, []],
      ['a new cost and a new minimum', { cost: cents(620), minimum_price: cents(1010) }, []],
      ['a new cost, and a maximum that is not set as it is', { cost: cents(620), maximum_price: null }, []],
      ['neither cost nor strategy', { repricing: !strategic.values.repricing, minimum_price }, []],
      ['a strategy taken away', { cost: cents(620), strategy: null, minimum_price }, []],
    ])('%s', (_name, desired, pins) => {
      expect(pinsOf(desired)).toEqual(pins);
    });

    it('not without a strategy: nothing else computes anything', () => {
      expect(pinsOf({ cost: cents(620), minimum_price }, { listing })).toEqual([]);
    });

    it.each<readonly [string, Desired, Partial<Resolved>, readonly object[]]>([
      ['the cost of a listing with a strategy', { cost: cents(620) }, {}, pinned],
      ['the strategy', { strategy: 's-1' }, { listing: unstrategic }, pinned],
      ['the cost of a listing without one', { cost: cents(620) }, { listing: unstrategic }, []],
      ['a cost and no strategy', { cost: cents(620), strategy: null }, {}, []],
    ])('restoring %s: every bound that is set, or none', (_name, desired, fields, pins) => {
      expect(pinsOf(desired, fields, true)).toEqual(pins);
    });
  });

  it('hands side exits on as they are', () => {
    const invalid: InvalidRow = { kind: 'invalid', line: 2, cells: [], problems: [] };
    const missing: Unresolved = { kind: 'unresolved', row: aRow({ line: 3 }), ...NOT_LISTED };
    const { entries } = buildPlan([invalid, missing], { duplicates: 'error' });
    expect(entries[0]).toBe(invalid);
    expect(entries[1]).toBe(missing);
  });

  describe('several rows that lead to one listing', () => {
    const DISAGREES = 'invalid duplicate_disagrees';
    const agree = [row(2, { cost: cents(700) }), row(3, { cost: cents(700) })];
    const disagree = [700, 650, 700].map((cost, index) => row(2 + index, { cost: cents(cost) }));
    const different = [row(2, { cost: cents(700) }), row(3, { repricing: false })];
    const withFees = (...shares: readonly number[]) =>
      shares.map((share, index) => row(2 + index, { cost: cents(700) }, { fees: { share } }));

    it.each([
      ['agree', agree, 'error', ['update', 'duplicate repeats']],
      ['agree, last', agree, 'last', ['duplicate repeats', 'update']],
      ['disagree', disagree, 'error', [DISAGREES, DISAGREES, DISAGREES]],
      ['disagree, first', disagree, 'first', ['update', 'duplicate superseded', 'duplicate repeats']],
      ['disagree, last', disagree, 'last', ['duplicate repeats', 'duplicate superseded', 'update']],
      ['set different fields', different, 'error', [DISAGREES, DISAGREES]],
      ['differ in their fees alone', withFees(15_000, 8000), 'error', [DISAGREES, DISAGREES]],
      ['differ in their fees, last', withFees(15_000, 8000), 'last', ['duplicate superseded', 'update']],
      ['agree in their fees too', withFees(15_000, 15_000), 'error', ['update', 'duplicate repeats']],
      ['set different fields, last', different, 'last', ['duplicate superseded', 'update']],
    ] as const)('%s', (_name, rows, duplicates, expected) => {
      expect(inShort(buildPlan(rows, { duplicates }).entries)).toEqual(expected);
    });

    it('sends what the chosen row wishes and nothing of the others', () => {
      const { entries } = buildPlan(disagree.slice(0, 2), { duplicates: 'last' });
      expect(updatesOf(entries).map(({ changes }) => changes)).toEqual([
        [{ field: 'cost', before: 600, after: 650 }],
      ]);
    });

    it('names the other line', () => {
      const [first, second, third] = buildPlan(disagree, { duplicates: 'error' }).entries;
      expect(first).toMatchObject({ message: expect.stringMatching(/^Line 3 /) });
      expect(second).toMatchObject({ message: expect.stringMatching(/^Line 2 /) });
      expect(third).toMatchObject({ message: expect.stringMatching(/^Line 2 /) });
      expect(buildPlan(agree, { duplicates: 'error' }).entries[1]).toMatchObject({
        message: 'Line 2 says the same',
      });
    });

    it('agree by strategy, whether by its name or its id', () => {
      const strategy = 'id-of-buy-box';
      const rows = [
        row(2, { strategy }, { row: aRow({ line: 2, requested: { strategy: 'Buy Box' } }) }),
        row(3, { strategy }, { row: aRow({ line: 3, requested: { strategy } }) }),
      ];
      expect(inShort(buildPlan(rows, { duplicates: 'error' }).entries)).toEqual([
        'update',
        'duplicate repeats',
      ]);
    });

    const OTHER_CURRENCY = { status: 'invalid', reason: 'currency_mismatch' } as const;
    const SEVERAL = { status: 'ambiguous', reason: 'several_listings' } as const;
    const UNKNOWN = { status: 'invalid', reason: 'strategy_unknown' } as const;
    const UNFIT = { requested: { strategy: 'Bye Box' } };
    it.each<[string, Partial<SheetRow>, Pick<Unresolved, 'status' | 'reason'>, readonly string[]]>([
      ['are two where one is in another currency', { currency: 'eur' }, OTHER_CURRENCY, ['update', 'update']],
      ['are settled without one that may mean several listings', {}, SEVERAL, ['update', 'update']],
      // The row that would have been the one to use can't be used: an older wish is no stand-in for it.
      ['are all refused where one does not fit, also by policy last', UNFIT, UNKNOWN, [DISAGREES, DISAGREES]],
    ])('%s', (_name, given, why, expected) => {
      const unfit: Unresolved = {
        kind: 'unresolved',
        row: aRow({ line: 3, ...given } as Parameters<typeof aRow>[0]),
        ...why,
        message: 'x',
        listing,
      };
      const rows = [row(2, { cost: cents(700) }), unfit];
      const [error, last] = (['error', 'last'] as const).map((duplicates) => {
        const [first, second] = buildPlan(rows, { duplicates }).entries;
        expect(second).toBe(unfit);
        return first ? inShort([first])[0] : '';
      });
      expect([error, last]).toEqual(expected);
    });

    describe('one of which can’t be read', () => {
      const unreadable = (line: number, target: Partial<Target> = {}): InvalidRow => ({
        kind: 'invalid',
        line,
        cells: [],
        target: { sku: listing.sku, ...target },
        problems: [{ reason: 'money_unreadable', message: 'cost "abc" is not an amount' }],
      });
      const readable = row(2, { cost: cents(700) });
      const refused = ['invalid duplicate_disagrees', 'invalid'];

      it.each([
        ['only the SKU', {}, refused],
        ['its platform', { platform: listing.platform }, refused],
        ['its channel', { channel: listing.channel }, refused],
        ['its id, in whatever case', { listingId: listing.id.toUpperCase() as ListingId }, refused],
        ['another SKU', { sku: sku('OTHER') }, ['update', 'invalid']],
        ['another platform', { platform: 'walmart' }, ['update', 'invalid']],
        ['another channel', { platform: listing.platform, channel: 'c-9' }, ['update', 'invalid']],
        ['another listing', { listingId: listingId(9) }, ['update', 'invalid']],
      ])('and says %s', (_name, target, expected) => {
        const { entries } = buildPlan([readable, unreadable(3, target)], { duplicates: 'error' });
        expect(inShort(entries)).toEqual(expected);
      });

      it('and says not even the SKU', () => {
        const nameless: InvalidRow = { ...unreadable(3), target: undefined };
        expect(inShort(buildPlan([readable, nameless], { duplicates: 'error' }).entries)).toEqual([
          'update',
          'invalid',
        ]);
      });

      it.each([
        ['first', [readable, unreadable(3)], ['update', 'invalid']],
        ['last', [readable, unreadable(3)], refused],
        ['first', [unreadable(2), row(3, { cost: cents(700) })], ['invalid', 'invalid duplicate_disagrees']],
        ['last', [unreadable(2), row(3, { cost: cents(700) })], ['invalid', 'update']],
      ] as const)('and the %s one counts', (duplicates, rows, expected) => {
        expect(inShort(buildPlan(rows, { duplicates }).entries)).toEqual(expected);
      });

      it('may mean each of the SKU’s listings', () => {
        const other = { listing: aListing({ id: listingId(2) }) };
        const rows = [readable, row(3, { cost: cents(700) }, other), unreadable(4)];
        const { entries } = buildPlan(rows, { duplicates: 'error' });
        expect(inShort(entries)).toEqual([refused[0], ...refused]);
        expect(entries[1]).toMatchObject({ message: expect.stringMatching(/^Line 4 .*can't be read/) });
      });
    });

    it('lead to nothing sent at all by rows that disagree, whatever else the sheet says', () => {
      const other = row(5, { cost: cents(610) }, { listing: aListing({ id: listingId(2) }) });
      const { entries } = buildPlan([...disagree, other], { duplicates: 'error' });
      expect(updatesOf(entries).map(({ resolved }) => resolved.row.line)).toEqual([5]);
    });
  });

  describe('several listings of one row', () => {
    it('get an update each, by what each of them holds', () => {
      const one = aRow({ line: 2, requested: { cost: cents(700) } });
      const rows = [600, 700, 800].map((cost, index) =>
        aResolved({
          row: one,
          desired: one.requested,
          listing: aListing({ id: listingId(index + 1), values: { cost: cents(cost) } }),
        }),
      );
      const { entries } = buildPlan(rows, { duplicates: 'error', limits: someLimits() });
      expect(inShort(entries)).toEqual(['update', 'unchanged', 'update']);
      expect(updatesOf(entries).map(({ changes }) => changes[0].before)).toEqual([600, 800]);
    });

    it('are blocked one by one', () => {
      const one = aRow({ line: 2, requested: { minimum_price: cents(1100) } });
      const lower = aListing({ id: listingId(2), values: { maximum_price: cents(1050) } });
      const rows = [aListing({ id: listingId(1) }), lower].map((listing) =>
        aResolved({ row: one, desired: one.requested, listing }),
      );
      const { entries } = buildPlan(rows, { duplicates: 'error', limits: someLimits() });
      expect(inShort(entries)).toEqual(['update', 'blocked min_above_max']);
    });
  });

  describe('conflicts with what a row expects', () => {
    const expected = { cost: cents(640), strategy: null };
    const CHANGED = ['conflict changed_meanwhile'];
    const desired = { cost: cents(600), strategy: 's-1' };
    const plan = (values: Partial<typeof listing.values>) => [
      planOne(
        aResolved({ listing: aListing({ values }), desired, row: aRow({ requested: desired, expected }) }),
      ),
    ];

    it.each([
      ['as expected', { cost: cents(640), strategy: null }, ['update']],
      ['already as wished', { cost: cents(600), strategy: 's-1' }, ['unchanged']],
      ['one as expected, one as wished', { cost: cents(600), strategy: null }, ['update']],
      ['one neither', { cost: cents(650), strategy: null }, CHANGED],
      ['one neither, the other as wished', { cost: cents(650), strategy: 's-1' }, CHANGED],
      ['cleared meanwhile', { cost: null, strategy: null }, CHANGED],
      ['set to 0 meanwhile', { cost: cents(0), strategy: null }, CHANGED],
      ['a field nobody wishes differs', { cost: cents(640), repricing: false }, ['update']],
    ])('%s', (_name, values, result) => {
      expect(inShort(plan(values))).toEqual(result);
    });

    it('leave alone a field of which nobody knows what to expect, unless those that are known have changed too', () => {
      const requested = { cost: cents(600), minimum_price: cents(1000) };
      const row = aRow({ requested, expected: { cost: cents(640) } });
      const planOf = (cost: number) => {
        const listing = aListing({ values: { cost: cents(cost), minimum_price: cents(1100) } });
        return [planOne(aResolved({ listing, desired: requested, row }))];
      };
      expect(inShort(planOf(600))).toEqual(['unchanged']);
      expect(updatesOf(planOf(640)).map(({ changes }) => changes.map(({ field }) => field))).toEqual([
        ['cost', 'minimum_price'],
      ]);
    });

    it('say what is, what was expected and what was wished', () => {
      expect(plan({ cost: cents(650) })[0]).toMatchObject({
        message: 'cost is 6.50, expected 6.40 to become 6.00',
      });
    });

    it('send nothing of the row, the fields in order included', () => {
      expect(updatesOf(plan({ cost: cents(650), strategy: null }))).toEqual([]);
    });

    it('are not looked for where a row expects nothing', () => {
      expect(planOne(row(2, desired)).kind).toBe('update');
    });
  });

  describe('rows that carry on what a run planned', () => {
    const now = aListing({ values: { cost: cents(640) } });
    const carried = (fields: Partial<SheetRow>) =>
      row(2, { cost: cents(640) }, { listing: now, row: aRow({ line: 2, ...fields }) });
    const planOf = (resolved: Resolved) => inShort([planOne(resolved)]);

    it('are that update or none, compared with what it was planned upon', () => {
      const planned = { ...listing, before: listing.values, pins: {}, exact: false, mayArrive: false };
      expect(planOf(carried({ planned }))).toEqual(['updated already_updated']);
    });

    it('send nothing where the run says that it sent nothing', () => {
      const unsent = { planned: { cost: cents(640) }, evidence: 'nothing was sent' };
      const resolved = row(2, { cost: cents(600) }, { listing: now, row: aRow({ line: 2, unsent }) });
      expect(planOf(resolved)).toEqual(['conflict held_though_unsent']);
    });

    it('are unconfirmed where an update that may still arrive can change what is as it should be', () => {
      const arrival = { reason: 'may_arrive', message: 'An update may still arrive' } as const;
      const rounded = { reason: 'rounded', message: 'cost was rounded' } as const;
      expect(planOf(carried({ notices: [rounded, arrival] }))).toEqual(['unconfirmed may_arrive']);
      expect(planOf(carried({ notices: [rounded] }))).toEqual(['unchanged']);
    });
  });

  describe('what waits for a person', () => {
    const damaged = { reason: 'sku_damaged', message: 'A spreadsheet took its zeros' } as const;
    const rounded = { reason: 'rounded', message: 'cost was rounded' } as const;
    const noticed = row(2, { cost: cents(700) }, { row: aRow({ notices: [damaged, rounded] }) });

    it('is an update whose SKU was recognized: held, with the rest of its remarks', () => {
      expect(planOne(noticed)).toMatchObject({
        kind: 'held',
        reason: 'sku_damaged',
        message: damaged.message,
        notices: [rounded],
      });
      expect(planOne(row(2, { cost: cents(700) }, { row: aRow({ notices: [rounded] }) })).kind).toBe(
        'update',
      );
    });

    it('has each cause once, among the causes', () => {
      const limits = someLimits({ holdOver: 10 });
      expect(planOne(noticed, { limits })).toMatchObject({
        kind: 'held',
        reason: 'sku_damaged;hold_over',
        notices: [rounded],
      });
    });
  });

  describe('holds, whatever the account and the sheet', () => {
    type Drawn = Parameters<typeof buildPlan>[1] & {
      readonly listings: readonly Listing[];
      readonly rows: readonly Resolved[];
      readonly entries: readonly PlanEntry[];
    };

    function always(check: (drawn: Drawn) => void): void {
      const policies = fc.constantFrom('error' as const, 'first' as const, 'last' as const);
      const someOrNone = fc.constantFrom(undefined, someLimits({ maxChange: 80 }));
      fc.assert(
        fc.property(someSheet, policies, someOrNone, ({ listings, rows }, duplicates, limits) => {
          const options = { duplicates, limits };
          check({ listings, rows, ...options, entries: buildPlan(rows, options).entries });
        }),
      );
    }

    it('every row is accounted for, in order', () => {
      always(({ rows, entries }) => {
        expect(entries.map(rowOf)).toEqual(rows.map((resolved) => resolved.row));
        expect(entries.map((entry) => ('resolved' in entry ? entry.resolved : undefined))).toEqual(rows);
      });
    });

    it('side exits keep their places among the rest', () => {
      const exit = fc.constantFrom(...SIDE_EXITS).map((each) => ({ ...each }));
      fc.assert(
        fc.property(someSheet, fc.array(fc.tuple(exit, fc.nat({ max: 9 }))), ({ rows }, exits) => {
          const mixed: Parameters<typeof buildPlan>[0][number][] = [...rows];
          for (const [each, at] of exits) mixed.splice(at, 0, each);
          const { entries } = buildPlan(mixed, { duplicates: 'error' });
          expect(entries).toHaveLength(mixed.length);
          for (const [index, item] of mixed.entries()) {
            if (item.kind !== 'resolved') expect(entries[index]).toBe(item);
          }
        }),
      );
    });

    it('nothing is in an update that its row did not wish, and a listing is updated at most once', () => {
      always(({ entries }) => {
        const updates = updatesOf(entries);
        for (const { resolved, changes } of updates)
          for (const { field, before, after } of changes) {
            expect(Object.keys(resolved.desired)).toContain(field);
            expect([before, after]).toEqual([resolved.listing.values[field], resolved.desired[field]]);
          }
        const ids = updates.map(({ resolved }) => resolved.listing.id);
        expect(new Set(ids).size).toBe(ids.length);
      });
    });

    it('a blank never changes a field', () => {
      always(({ listings, rows, entries }) => {
        const after = applyUpdates(listings, updatesOf(entries));
        for (const before of listings) {
          const own = rows.filter((resolved) => resolved.listing.id === before.id);
          const changed = differingFields(before.values, after.get(before.id)?.values ?? before.values);
          const wished = own.flatMap(({ desired }) => Object.keys(desired));
          expect(wished).toEqual(expect.arrayContaining([...changed]));
        }
      });
    });

    it('a plan that was applied leaves nothing to do', () => {
      always(({ listings, rows, entries, ...options }) => {
        const after = applyUpdates(listings, updatesOf(entries));
        const again = rows.map((resolved) => ({
          ...resolved,
          listing: after.get(resolved.listing.id) ?? resolved.listing,
        }));
        expect(updatesOf(buildPlan(again, options).entries)).toEqual([]);
      });
    });
  });
});

const NOT_LISTED = { status: 'not_found', reason: 'sku_not_listed', message: 'x' } as const;

const LAST = { line: 99, cells: [], message: '' };
const SIDE_EXITS = [
  { kind: 'invalid', ...LAST, problems: [{ reason: 'sku_missing', message: 'x' }] },
  { kind: 'ignored', ...LAST, reason: 'note' },
  { kind: 'duplicate', ...LAST, target: { sku: sku('X') }, reason: 'repeats' },
  { kind: 'unresolved', row: aRow({ line: 99 }), ...NOT_LISTED },
] as const;

describe('diffListing', () => {
  const COST = { field: 'cost', before: 600, after: 2 };
  const STRATEGY = { field: 'strategy', before: null, after: 's' };
  it.each([
    ['nothing wished', {}, []],
    ['the same amount', { cost: 600 }, []],
    ['the same null', { strategy: null, manual_price: null }, []],
    ['the same flag', { repricing: true }, []],
    ['another amount', { cost: 601 }, [{ field: 'cost', before: 600, after: 601 }]],
    ['a clear', { minimum_price: null }, [{ field: 'minimum_price', before: 1000, after: null }]],
    ['a zero', { minimum_price: 0 }, [{ field: 'minimum_price', before: 1000, after: 0 }]],
    ['a first amount', { manual_price: 5 }, [{ field: 'manual_price', before: null, after: 5 }]],
    ['false', { repricing: false }, [{ field: 'repricing', before: true, after: false }]],
    ['several, in the order of the fields', { strategy: 's', cost: 2 }, [COST, STRATEGY]],
  ])('%s', (_name, desired, expected) => {
    expect(diffListing(aResolved({ desired }))).toEqual(expected);
  });

  it('leads from what the listing holds to what is desired, by changes that are changes, in the order of the fields', () => {
    fc.assert(
      fc.property(someValues, someDesired, (values, desired) => {
        const listing = aListing({ values });
        const changes = diffListing(aResolved({ listing, desired }));
        const wanted = { ...values, ...desired };
        expect(withChanges(listing, changes).values).toEqual(wanted);
        expect(changes.map(({ field }) => field)).toEqual(differingFields(values, wanted));
        for (const { field, before } of changes) expect(before).toBe(values[field]);
      }),
    );
  });
});

const listed = toListed([aStrategy({ id: 'S-1' }), aStrategy({ id: 's-2' })]);
const from = (strategy: string | null, desired: Parameters<typeof anUpdate>[0] = { strategy: 's-2' }) =>
  anUpdate(desired, aListing({ values: { strategy } })).changes;

it.each([
  ['a strategy that is listed in another case', from('s-1'), listed, []],
  ['one that is listed, written in capitals', from('S-2', { strategy: null }), listed, []],
  ['one that is in no list', from('s-9'), listed, ['strategy_unlisted']],
  ['one beside a cost', from('s-9', { cost: cents(1), strategy: null }), listed, ['strategy_unlisted']],
  ['none', from(null), listed, []],
  ['the cost alone of a listing whose strategy is in no list', from('s-9', { cost: cents(640) }), listed, []],
  ['one that is in no list, where the service was not asked', from('s-9'), undefined, []],
])('noticeStrategy: an update that replaces %s', (_name, changes, known, expected) => {
  expect(noticeStrategy(changes, known).map(({ reason }) => reason)).toEqual(expected);
});
