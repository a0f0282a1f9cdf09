import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../src/domain/errors.ts';
import { readList } from '../../src/service/open-service.ts';
import type { Page } from '../../src/service/schemas.ts';
import { runs } from '../support/runs.ts';

interface Item {
  readonly id: string;
}

const LIMITS = { what: '/listings', maxPages: 100 };

/** `ab> cd> - e`: what pages hold, whose ids are single letters; behind one marked by `>` are more, and `-` is an empty one. */
function parsePages(text: string): readonly Page<Item>[] {
  return text.split(' ').map((page) => ({
    has_more: page.endsWith('>'),
    data: (page.match(/[a-z]/g) ?? []).map((id) => ({ id })),
  }));
}

const EMPTY: Page<Item> = { has_more: false, data: [] };

/** Walks through pages that come in the order given, the last one ever after. */
async function walk(pages: readonly Page<Item>[]) {
  const cursors: (string | undefined)[] = [];
  const fetchPage = async (cursor: string | undefined) => {
    const page = pages[cursors.length] ?? pages.at(-1) ?? EMPTY;
    cursors.push(cursor);
    if (cursors.length > 1000) throw new Error('A loop');
    return page;
  };
  let found: readonly Item[] = [];
  let error: unknown;
  try {
    found = await readList<Item>(fetchPage, LIMITS);
  } catch (caught) {
    error = caught;
  }
  return { found: found.map(({ id }) => id).join(''), cursors, error };
}

describe('readList', () => {
  it.each([
    ['an empty list', '-', '', '*'],
    ['one page', 'abc', 'abc', '*'],
    ['one object', 'a', 'a', '*'],
    ['several pages', 'ab> cd> e', 'abcde', '*bd'],
    ['an exact multiple', 'ab> cd', 'abcd', '*b'],
    ['an exact multiple, told only by an empty page', 'ab> cd> - cd>', 'abcd', '*bdb'],
    ['pages of several lengths', 'a> bcd> e', 'abcde', '*ad'],
    ['pages of which one overlaps with the one before it', 'abc> cde', 'abcde', '*c'],
    [
      'a list whose cursor is gone: the page before shows what is there instead',
      'ab> - ac> d',
      'abcd',
      '*b*c',
    ],
    ['a list whose rest is gone', 'ab> - a', 'ab', '*b*'],
  ])('walks to the end of %s', async (_, pages, found, asked) => {
    const cursors = [...asked].map((cursor) => (cursor === '*' ? undefined : cursor));
    expect(await walk(parsePages(pages))).toEqual({ found, cursors, error: undefined });
  });

  it.each([
    ['promises more and holds nothing, at once', '->', 1, /announces more pages but is empty/],
    ['promises more and holds nothing, later', 'ab> ->', 2, /announces more pages but is empty/],
    ['is the first one over and over', 'ab>', 2, /"a" was listed twice/],
    ['is one of an earlier cursor', 'ab> cd> ef> cd>', 4, /"c" was listed twice/],
    ['begins anew and ends on an earlier cursor', 'ab> xb>', 2, /"b" was listed twice/],
    ['holds something twice', 'aba', 1, /"a" was listed twice/],
    ['is the first one again, and calls itself the last', 'ab> ab', 2, /"a" was listed twice/],
  ])('fails on a page that %s', async (_, pages, requests, message) => {
    const { cursors, error } = await walk(parsePages(pages));
    expect(error).toBeInstanceOf(ServiceError);
    expect((error as ServiceError).message).toMatch(message);
    expect((error as ServiceError).message).toMatch(/^Cannot list \/listings: /);
    expect(cursors).toHaveLength(requests);
  });

  it('fails where something came again with other values: nobody knows which of them count', async () => {
    const items = (...named: readonly (readonly [id: string, sku: string])[]) =>
      named.map(([id, sku]) => ({ id, sku }));
    const pages = [
      { has_more: true, data: items(['a', 'MUG-01'], ['b', 'MUG-02']) },
      { has_more: false, data: items(['b', 'MUG-20'], ['c', 'MUG-03']) },
    ];
    const fetchPage = async (cursor: string | undefined) => pages[cursor === undefined ? 0 : 1] as Page<Item>;
    await expect(readList<Item>(fetchPage, LIMITS)).rejects.toThrow(
      new ServiceError('Cannot list /listings: "b" was listed twice, with other values'),
    );
  });

  it('gives up on a list that never ends', async () => {
    let fetched = 0;
    const fetchPage = async () => ({ has_more: true, data: [{ id: String(++fetched) }] });
    await expect(readList<Item>(fetchPage, { what: '/listings', maxPages: 3 })).rejects.toThrow(
      new ServiceError('Cannot list /listings: the list has not ended after 3 pages'),
    );
    expect(fetched).toBe(3);
  });

  it('comes to an end whatever the service does with a few objects', async () => {
    const data = fc.array(fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd') }), { maxLength: 5 });
    const page = fc.record({ has_more: fc.boolean(), data });
    await fc.assert(
      fc.asyncProperty(fc.array(page, { minLength: 1, maxLength: 12 }), async (pages) => {
        const { cursors, error, found } = await walk(pages);
        // Four ids can be a cursor once each, and each empty page is followed by one that was fetched before.
        expect(cursors.length).toBeLessThanOrEqual(10);
        expect(new Set(found).size).toBe(found.length);
        if (error === undefined) {
          const walked = pages.slice(0, cursors.length).flatMap((each) => each.data.map(({ id }) => id));
          expect([...found].sort()).toEqual([...new Set(walked)].sort());
        } else {
          expect(error).toBeInstanceOf(ServiceError);
        }
      }),
      { numRuns: runs(300) },
    );
  });
});
