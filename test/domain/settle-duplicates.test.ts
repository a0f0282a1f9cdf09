import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DuplicatePolicy,
  explainDuplicate,
  settleDuplicates,
} from '../../src/domain/settle-duplicates.ts';
import { aRow, cents, sku } from '../support/builders.ts';
import { runs } from '../support/runs.ts';

/** A row by what matters here: `A1` has the key A and the wish 1, `A?` can't be read, `?1` has no key. */
type Item = { readonly key: string | undefined; readonly wish: string | undefined };

const known = (letter: string | undefined) => (letter === '?' ? undefined : letter);

function items(text: string): readonly Item[] {
  return text.split(' ').map(([key, wish]) => ({ key: known(key), wish: known(wish) }));
}

function settle(all: readonly Item[], policy: DuplicatePolicy) {
  return settleDuplicates(all, { keyOf: ({ key }) => key, requestedOf: ({ wish }) => wish, policy });
}

/** Verdicts as words, an item a line: `-` for one that is used, else the kind and the number of the other item. */
function verdicts(text: string, policy: DuplicatePolicy): string {
  const all = items(text);
  const settled = settle(all, policy);
  return all
    .map((item) => {
      const verdict = settled.get(item);
      return verdict ? `${verdict.kind} ${all.indexOf(verdict.other)}` : '-';
    })
    .join(', ');
}

/** Rows as letter of their key and digit of their wish, and what becomes of each by a policy. */
const SETTLED: Readonly<Record<DuplicatePolicy, Readonly<Record<string, string>>>> = {
  error: {
    A1: '-',
    'A1 B1': '-, -',
    'A1 A1': '-, repeats 0',
    'A1 B1 A1 A1': '-, -, repeats 0, repeats 0',
    'A1 A2': 'disagrees 1, disagrees 0',
    'A1 A1 A2': 'disagrees 1, disagrees 0, disagrees 0',
    'A1 A?': 'disagrees 1, disagrees 0',
    'A? A1': 'disagrees 1, disagrees 0',
    'A? A?': 'disagrees 1, disagrees 0',
    'A1 B2 A2 B2': 'disagrees 2, -, disagrees 0, repeats 1',
    '?1 ?2 ?? A1': '-, -, -, -',
  },
  first: {
    'A1 A1': '-, repeats 0',
    'A1 A2': '-, superseded 0',
    'A1 A2 A1': '-, superseded 0, repeats 0',
    'A1 A?': '-, superseded 0',
    'A? A1': 'disagrees 1, disagrees 0',
    'A? A?': 'disagrees 1, disagrees 0',
    'A? A1 A1': 'disagrees 1, disagrees 0, disagrees 0',
  },
  last: {
    'A1 A1': 'repeats 1, -',
    'A1 A1 A1': 'repeats 2, repeats 2, -',
    'A1 A2': 'superseded 1, -',
    'A2 A1 A2': 'repeats 2, superseded 2, -',
    'A? A1': 'superseded 1, -',
    'A1 A?': 'disagrees 1, disagrees 0',
    'A? A?': 'disagrees 1, disagrees 0',
    '?1 A1 ?2': '-, -, -',
  },
};

describe('settleDuplicates', () => {
  it.each(
    (['error', 'first', 'last'] as const).flatMap((policy) =>
      Object.entries(SETTLED[policy]).map(([text, expected]) => [policy, text, expected] as const),
    ),
  )('by the policy %s settles %s as %s', (policy, text, expected) => {
    expect(verdicts(text, policy)).toBe(expected);
  });

  const letter = fc.constantFrom('A', 'B', 'C', undefined);
  const digit = fc.constantFrom('1', '2', undefined);
  const someItems = fc.array(fc.record({ key: letter, wish: digit }), { maxLength: 12 });
  const policies = fc.constantFrom<DuplicatePolicy>('error', 'first', 'last');

  it('leaves at most one row of a key to be used, and none where an unreadable one would have been it', () => {
    fc.assert(
      fc.property(someItems, policies, (all, policy) => {
        const settled = settle(all, policy);
        for (const key of ['A', 'B', 'C']) {
          const group = all.filter((item) => item.key === key);
          const used = group.filter((item) => !settled.has(item));
          const agree = new Set(group.map(({ wish }) => wish)).size <= 1;
          const chosen = policy === 'last' ? group.at(-1) : group[0];
          if (group.length < 2) expect(used).toEqual(group);
          else if (chosen?.wish === undefined || (policy === 'error' && !agree)) expect(used).toEqual([]);
          else {
            expect(used).toHaveLength(1);
            expect(used[0]?.wish).toBe(chosen.wish);
          }
        }
      }),
      { numRuns: runs(1000) },
    );
  });
});

describe('explainDuplicate', () => {
  it.each([
    ['repeats', 'Line 7 says the same'],
    ['superseded', 'Line 7 is used instead'],
    ['disagrees', 'Line 7 has the same SKU and says something else'],
  ] as const)('says of a row that %s which line it is about', (kind, sentence) => {
    expect(explainDuplicate(kind, aRow({}), aRow({ line: 7 }))).toBe(sentence);
  });

  it.each([
    [
      'another value',
      { requested: { cost: cents(2783) } },
      'has the same SKU with cost 27.83; here it is 21.41',
    ],
    ['no value', { requested: {} }, 'has the same SKU with no cost; here it is 21.41'],
    [
      'under another SKU',
      { sku: sku('B'), requested: {} },
      'is for the same listing with no cost; here it is 21.41',
    ],
  ])('says what the other row says: %s', (_what, other, sentence) => {
    const row = aRow({ requested: { cost: cents(2141) } });
    expect(explainDuplicate('disagrees', row, aRow({ line: 7, ...other }))).toBe(`Line 7 ${sentence}`);
    expect(explainDuplicate('disagrees', row, { line: 7 })).toBe(
      "Line 7 is for the same listing and can't be read",
    );
  });
});

describe('rows that wait for a person', () => {
  /** `w` behind a row says that it waits. Which row is used. */
  const used = (text: string, policy: DuplicatePolicy) => {
    const all = text.split(' ').map((each, at) => ({ at, wish: each[0], waits: each.endsWith('w') }));
    const settled = settleDuplicates(all, {
      keyOf: () => 'A',
      requestedOf: ({ wish }) => wish,
      waits: ({ waits }) => waits,
      policy,
    });
    return all.filter((item) => !settled.has(item)).map(({ at }) => at);
  };

  it.each([
    ['1w 1', 'error', [1]],
    ['1 1w', 'last', [0]],
    ['1w 1w 1', 'first', [2]],
    ['1w 1w', 'error', [0]],
    ['1w 1w', 'last', [1]],
    ['1w 2', 'first', [0]],
    ['1 2w', 'last', [1]],
    ['1w 2', 'error', []],
    ['1 1', 'error', [0]],
  ] as const)('%s, %s: the one that does not is used if they agree', (text, policy, expected) => {
    expect(used(text, policy)).toEqual(expected);
  });
});
