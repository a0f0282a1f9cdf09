import { describe, expect, it } from 'vitest';
import type { Cents } from '../../../src/domain/cents.ts';
import type { Change } from '../../../src/domain/stages.ts';
import type { RunReport } from '../../../src/report/tally/run-report.ts';
import { describeShifts } from '../../../src/report/tally/summarize-run.ts';
import { ChangeTally } from '../../../src/report/tally/tally-changes.ts';
import { aListing, sku } from '../../support/builders.ts';
import { aReport } from '../support.ts';

type Given = readonly [sku: string, ...Readonly<Pick<Change, 'field' | 'before' | 'after'>>[]];

const cost = (before: number | null, after: number | null): Change => ({
  field: 'cost',
  before: before as Cents | null,
  after: after as Cents | null,
});
const money = (field: Change['field'], before: number | null, after: number | null): Change => ({
  ...cost(before, after),
  field,
});

const strategy = (before: string | null, after: string): Change => ({ field: 'strategy', before, after });
const repricing = (after: boolean): Change => ({ field: 'repricing', before: !after, after });

function reportOf(given: readonly Given[], fields: Partial<RunReport> = {}): RunReport {
  const tally = new ChangeTally();
  for (const [name, ...changes] of given)
    tally.add({ line: 2, listing: aListing({ sku: sku(name) }), changes });
  const report = aReport();
  return { ...report, digest: { ...report.digest, shifts: tally.shifts() }, ...fields };
}

const asItIs = (name: string) => name;
const said = (given: readonly Given[], room = 5) => describeShifts(reportOf(given), asItIs, room);

/** Costs of 10.00 that go to these, by SKU. */
const costs = (amounts: Readonly<Record<string, number>>): readonly Given[] =>
  Object.entries(amounts).map(([sku, after]) => [sku, cost(1000, after)]);

const MANY = { 'A-1': 1039, 'A-2': 1040, 'A-3': 1041, 'A-4': 1042 };

describe('describeShifts', () => {
  it.each([
    ['amounts close to each other', MANY, '4 costs rose by 4.0 % at the median and 4.2 % at most (A-4).'],
    ['one further', { ...MANY, X: 1093 }, '5 costs rose by 4.1 % at the median and 9.3 % at most (X).'],
    ['the same for all', { A: 1040, B: 1040, C: 1040 }, '3 costs rose by 4.0 %.'],
    ['one', { 'MUG-01': 656 }, 'The cost of MUG-01 fell by 34.4 %, from 10.00 to 6.56.'],
    ['one whose SKU is not known', { '': 656 }, '1 cost fell by 34.4 %.'],
  ])('says how far amounts moved: %s', (_name, amounts, sentence) => {
    expect(said(costs(amounts))).toEqual([sentence]);
  });

  it('compares how far amounts moved before they are rounded', () => {
    const moves: readonly Given[] = [
      ['A', cost(879, 949)],
      ['B', cost(2200, 2376)],
      ...costs({ C: 1010, D: 1010, E: 1010 }),
    ];
    expect(said(moves)).toEqual(['5 costs rose by 1.0 % at the median and 8.0 % at most (B).']);
  });

  it.each<readonly [Change, one: string, two: string]>([
    [money('manual_price', null, 1350), 'The manual price of A was set to 13.50', '2 manual prices were set'],
    [cost(0, 500), 'The cost of A was set to 5.00', '2 costs were set'],
    [money('minimum_price', 900, null), 'The minimum of A was cleared', '2 minimums were cleared'],
    [strategy('s1', 's2'), 'The strategy of A was replaced', '2 strategies were replaced'],
    [strategy(null, 's2'), 'The strategy of A was set', '2 strategies were set'],
    [repricing(true), 'Repricing was switched on for A', 'Repricing was switched on for 2 listings'],
    [repricing(false), 'Repricing was switched off for A', 'Repricing was switched off for 2 listings'],
  ])('says of %j: %s', (change, one, two) => {
    expect(said([['A', change]])).toEqual([`${one}.`]);
    const both: readonly Given[] = ['A', 'B'].map((name) => [name, change]);
    expect(said(both)).toEqual([`${two}.`]);
  });

  const night: readonly Given[] = [
    ['A', cost(1000, 1100), money('minimum_price', 1200, 1100), money('maximum_price', 2000, 2200)],
    ['B', cost(1000, 1100), money('minimum_price', 1200, 1100), strategy(null, 's')],
    ['C', cost(1000, 1100), repricing(false)],
    ['D', money('cost', null, 900), money('manual_price', null, 1500)],
  ];
  const rise = '3 costs rose by 10.0 %';
  const fall = '2 minimums fell by 8.3 %';

  const first = 'The manual price of D was set to 15.00, repricing was switched off for C';
  it.each([
    [1, [`${first}, ${fall} and 6 other changes were made.`]],
    [2, [`${rise}.`, `${first}, ${fall} and 3 other changes were made.`]],
    [3, [`${rise}.`, `${fall}.`, `${first}, the maximum of A rose by 10.0 % and 2 other changes were made.`]],
  ])('counts every change in %i sentences, the most important first', (room, sentences) => {
    expect(said(night, room)).toEqual(sentences);
  });

  it.each<readonly [string, Partial<RunReport>]>([
    ['a dry run', { dryRun: true }],
    ['a run that somebody said no to', { declined: true }],
    ['a run that waits for an answer', { preview: { hasPage: true } }],
    ['a guard stop', { stop: { code: 'guard', rules: ['max_updates'], message: '' } }],
  ])('says of %s what would happen', (_name, fields) => {
    expect(describeShifts(reportOf(night, fields), asItIs, 3)).toEqual([
      '3 costs would rise by 10.0 %.',
      '2 minimums would fall by 8.3 %.',
      expect.stringMatching(
        /^The manual price of D would be set to 15.00, .* and 2 other changes would be made\.$/,
      ),
    ]);
  });

  it('says what was done before an error ended a run', () => {
    const stop = { code: 'interrupted', rules: [], message: '' } as const;
    expect(describeShifts(reportOf(night, { stop }), asItIs, 5)[0]).toBe(`${rise}.`);
  });
});
