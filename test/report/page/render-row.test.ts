import { describe, expect, it } from 'vitest';
import type { ListingId } from '../../../src/domain/listing.ts';
import { readReasons } from '../../../src/domain/reasons.ts';
import type { Change } from '../../../src/domain/stages.ts';
import type { Status } from '../../../src/domain/status.ts';
import { currencyOf, toChangeCell, toRowWords } from '../../../src/report/page/render-row.ts';
import { aPageRow } from '../../page/support.ts';
import { cents } from '../../support/builders.ts';

const look = { nameOf: (id: string) => (id === 's2' ? 'Buy Box' : undefined) };

describe('toChangeCell', () => {
  it.each<[Change, readonly string[]]>([
    [{ field: 'cost', before: cents(1000), after: cents(850) }, ['10.00', '8.50', '−15.0 %', 'down']],
    [{ field: 'cost', before: cents(10_811), after: cents(10_810) }, ['108.11', '108.10', '−0.0 %', 'down']],
    [{ field: 'cost', before: null, after: cents(850) }, ['—', '8.50', '', 'none']],
    [
      { field: 'cost', before: cents(123_456), after: cents(123_456_789) },
      ['1234.56', '1234567.89', '+99900.6 %', 'up'],
    ],
    [{ field: 'repricing', before: true, after: false }, ['on', 'off', '', 'none']],
    [{ field: 'strategy', before: 's1', after: 's2' }, ['s1', 'Buy Box', '', 'none']],
  ])('shows %j', (change, [before, after, percent, direction]) => {
    expect(toChangeCell(change, look)).toEqual({ before, after, percent, direction });
  });

  it.each<[Change, string]>([
    [{ field: 'cost', before: cents(850), after: null }, '8.50'],
    [{ field: 'strategy', before: 's2', after: null }, 'Buy Box'],
  ])('says in a word that %j takes a value away', (change, before) => {
    const cell = { before, after: 'cleared', percent: '', direction: 'none' };
    expect(toChangeCell(change, look)).toEqual(cell);
  });
});

describe('currencyOf', () => {
  const row = (...changes: readonly Change[]) => aPageRow({ changes });

  it.each<[readonly Change[], string]>([
    [[{ field: 'cost', before: null, after: cents(850) }], 'usd'],
    [[{ field: 'cost', before: cents(850), after: null }], 'usd'],
    [[{ field: 'repricing', before: true, after: false }], ''],
    [[{ field: 'strategy', before: 's1', after: null }], ''],
    [[], ''],
  ])('names the currency of the amounts of %j, if the page has several', (changes, currency) => {
    expect(currencyOf(row(...changes), { hasCurrencies: true })).toBe(currency);
    expect(currencyOf(row(...changes), { hasCurrencies: false })).toBe('');
  });
});

const MEANS: Readonly<Record<string, string>> = {
  below_cost: 'The minimum would be under the cost.',
  zero_price: 'A price would be 0.',
};

describe('toRowWords', () => {
  const wordsOf = (reason: string, message: string, status: Status = 'updated') =>
    toRowWords(
      { reason: readReasons(reason), message, status, listing: undefined },
      {
        missingIsOk: false,
        adviceOn: (code) => {
          const means = MEANS[code];
          return means === undefined ? undefined : { means, todo: 'Check the cost.' };
        },
      },
    );

  it('says of an entry of an ambiguous row which listing it is', () => {
    const listing = { id: 'l1' as ListingId, platform: 'amazon', channel: 'c1', currency: 'usd' };
    const candidate = {
      reason: readReasons(''),
      message: '2 listings',
      status: 'ambiguous',
      listing,
    } as const;
    expect(toRowWords(candidate, { missingIsOk: false, adviceOn: () => undefined })?.message).toBe(
      'this entry is the one on amazon, channel c1, in usd',
    );
  });

  it.each([
    ['below_cost', 'cost 6 > min 5', 'The minimum would be under the cost', ['Check the cost.']],
    ['below_cost;zero_price', 'm', 'The minimum would be under the cost, and 1 more', ['Check the cost.']],
    ['', 'cost 4.995 was rounded to 5.00', 'cost 4.995 was rounded to 5.00', []],
    ['of_another_version', 'm', 'm', []],
    ['of_another_version', '', 'of_another_version', []],
  ])('of %j and %j says in short %j, and nothing twice', (reason, message, phrase, todo) => {
    const behind = message === phrase ? '' : message;
    expect(wordsOf(reason, message)).toEqual({ phrase, isOpen: false, code: reason, message: behind, todo });
  });
});
