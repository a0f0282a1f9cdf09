import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../src/domain/errors.ts';
import { listPages } from '../../src/service/open-service.ts';
import type { Page } from '../../src/service/schemas.ts';
import { runs } from '../support/runs.ts';

interface Item {
  readonly id: string;
}

const LIMITS = { what: '/listings', maxPages: 100 };

type Fetched = readonly [ids: string, hasMore: boolean];

/** Walks through pages that come in the order given, the last one ever after. Ids are single letters. */
async function walk(pages: readonly Fetched[]) {
  const cursors: (string | undefined)[] = [];
  const found: string[] = [];
  const walking = listPages<Item>(async (cursor) => {
    const [ids, hasMore] = pages[cursors.length] ?? pages.at(-1) ?? ['', false];
    cursors.push(cursor);
    if (cursors.length > 1000) throw new Error('A loop');
    return { has_more: hasMore, data: [...ids].map((id) => ({ id })) };
  }, LIMITS);
  let error: unknown;
  try {
    for await (const items of walking) found.push(...items.map(({ id }) => id));
  } catch (caught) {
    error = caught;
  }
  return { found: found.join(''), cursors, error };
}

describe('listPages', () => {
  it.each([
    ['an empty list', [['', false]], '', [undefined]],
    ['one page', [['abc', false]], 'abc', [undefined]],
    ['one object', [['a', false]], 'a', [undefined]],
    [
      'several pages',
      [
        ['ab', true],
        ['cd', true],
        ['e', false],
      ],
      'abcde',
      [undefined, 'b', 'd'],
    ],
    [
      'an exact multiple',
      [
        ['ab', true],
        ['cd', false],
      ],
      'abcd',
      [undefined, 'b'],
    ],
    [
      'an exact multiple, told only by an empty page',
      [
        ['ab', true],
        ['cd', true],
        ['', false],
        ['cd', true],
      ],
      'abcd',
      [undefined, 'b', 'd', 'b'],
    ],
    [
      'pages of several lengths',
      [
        ['a', true],
        ['bcd', true],
        ['e', false],
      ],
      'abcde',
      [undefined, 'a', 'd'],
    ],
    [
      'pages of which one overlaps with the one before it',
      [
        ['abc', true],
        ['cde', false],
      ],
      'abcde',
      [undefined, 'c'],
    ],
    [
      'a list whose cursor is gone, where the page before shows what is there instead',
      [
        ['ab', true],
        ['', false],
        ['ac', true],
        ['d', false],
      ],
      'abcd',
      [undefined, 'b', undefined, 'c'],
    ],
    [
      'a list whose rest is gone',
      [
        ['ab', true],
        ['', false],
        ['a', false],
      ],
      'ab',
      [undefined, 'b', undefined],
    ],
  ] as const)('walks to the end of %s', async (_, pages, found, cursors) => {
    expect(await walk(pages)).toEqual({ found, cursors, error: undefined });
  });

  it.each([
    ['promises more and holds nothing, at once', [['', true]], 1, /announces more pages but is empty/],
    [
      'promises more and holds nothing, later',
      [
        ['ab', true],
        ['', true],
      ],
      2,
      /announces more pages but is empty/,
    ],
    ['is the first one over and over', [['ab', true]], 2, /"a" was listed twice/],
    [
      'is one of an earlier cursor',
      [
        ['ab', true],
        ['cd', true],
        ['ef', true],
        ['cd', true],
      ],
      4,
      /"c" was listed twice/,
    ],
    [
      'begins anew and ends on an earlier cursor',
      [
        ['ab', true],
        ['xb', true],
      ],
      2,
      /"b" was listed twice/,
    ],
    ['holds something twice', [['aba', false]], 1, /"a" was listed twice/],
    [
      'is the first one again, and calls itself the last',
      [
        ['ab', true],
        ['ab', false],
      ],
      2,
      /"a" was listed twice/,
    ],
  ] as const)('fails on a page that %s', async (_, pages, requests, message) => {
    const { cursors, error } = await walk(pages);
    expect(error).toBeInstanceOf(ServiceError);
    expect((error as ServiceError).message).toMatch(message);
    expect((error as ServiceError).message).toMatch(/^Cannot list \/listings: /);
    expect(cursors).toHaveLength(requests);
  });

  it('fails where something came again with other values: nobody knows which of them count', async () => {
    const pages = [
      {
        has_more: true,
        data: [
          { id: 'a', sku: 'MUG-01' },
          { id: 'b', sku: 'MUG-02' },
        ],
      },
      {
        has_more: false,
        data: [
          { id: 'b', sku: 'MUG-20' },
          { id: 'c', sku: 'MUG-03' },
        ],
      },
    ];
    const walking = listPages<Item>(
      async (cursor) => pages[cursor === undefined ? 0 : 1] as Page<Item>,
      LIMITS,
    );
    expect((await walking.next()).value).toHaveLength(2);
    await expect(walking.next()).rejects.toThrow(
      new ServiceError('Cannot list /listings: "b" was listed twice, with other values'),
    );
  });

  it('gives up on a list that never ends', async () => {
    let fetched = 0;
    const fetchPage = async () => ({ has_more: true, data: [{ id: String(++fetched) }] });
    const pages = listPages<Item>(fetchPage, { what: '/listings', maxPages: 3 });
    const walkToTheEnd = async () => {
      for await (const _ of pages);
    };
    await expect(walkToTheEnd()).rejects.toThrow(
      new ServiceError('Cannot list /listings: the list has not ended after 3 pages'),
    );
    expect(fetched).toBe(3);
  });

  it('passes on what fetching a page throws, after the pages before it', async () => {
    const broken = new Error('The service broke');
    const pages = listPages<Item>(async (cursor) => {
      if (cursor !== undefined) throw broken;
      return { has_more: true, data: [{ id: 'a' }] };
    }, LIMITS);
    expect((await pages.next()).value).toEqual([{ id: 'a' }]);
    await expect(pages.next()).rejects.toBe(broken);
  });

  it('fetches a page only when it is asked for', async () => {
    let fetched = 0;
    const pages = listPages<Item>(async () => {
      fetched++;
      return { has_more: true, data: [{ id: String(fetched) }] };
    }, LIMITS);
    expect(fetched).toBe(0);
    await pages.next();
    await pages.next();
    expect(fetched).toBe(2);
    await pages.return(undefined);
    expect(fetched).toBe(2);
  });

  it('comes to an end whatever the service does with a few objects', async () => {
    const page = fc.tuple(
      fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), maxLength: 5 }),
      fc.boolean(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(page, { minLength: 1, maxLength: 12 }), async (pages) => {
        const { cursors, error, found } = await walk(pages);
        // Four ids can be a cursor once each, and each empty page is followed by one that was fetched before.
        expect(cursors.length).toBeLessThanOrEqual(10);
        expect(new Set(found).size).toBe(found.length);
        if (error === undefined) {
          const walked = pages.slice(0, cursors.length).map(([ids]) => ids);
          expect([...found].sort()).toEqual([...new Set(walked.join(''))].sort());
        } else {
          expect(error).toBeInstanceOf(ServiceError);
        }
      }),
      { numRuns: runs(300) },
    );
  });
});
