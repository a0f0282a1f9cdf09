import { expect, it } from 'vitest';
import { noticeStrategy, toListed } from '../../src/plan/plan-row.ts';
import { aListing, anUpdate, aStrategy, cents } from '../support/builders.ts';

const listed = toListed([aStrategy({ id: 'S-1' }), aStrategy({ id: 's-2' })]);
const from = (strategy: string | null, desired: Parameters<typeof anUpdate>[0] = { strategy: 's-2' }) =>
  anUpdate(desired, aListing({ values: { strategy } })).changes;

it.each([
  ['a strategy that is listed in another case', from('s-1'), listed, []],
  ['one that is listed, written in capitals', from('S-2', { strategy: null }), listed, []],
  ['one that is in no list', from('s-9'), listed, ['strategy_unlisted']],
  [
    'one that is in no list, beside a cost',
    from('s-9', { cost: cents(1), strategy: null }),
    listed,
    ['strategy_unlisted'],
  ],
  ['none', from(null), listed, []],
  ['the cost alone of a listing whose strategy is in no list', from('s-9', { cost: cents(640) }), listed, []],
  ['one that is in no list, where the service was not asked', from('s-9'), undefined, []],
])('noticeStrategy: an update that replaces %s', (_name, changes, known, expected) => {
  expect(noticeStrategy(changes, known).map(({ reason }) => reason)).toEqual(expected);
});
