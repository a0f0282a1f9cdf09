import { isDeepStrictEqual } from 'node:util';
import { ServiceError } from '../domain/errors.ts';
import type { Page } from './schemas.ts';

/**
 * Reads a list to its end, page by page, each object once. `fetchPage`: the page after the object with an id, or the first one.
 *
 * The list may change meanwhile: earlier objects may come again, unchanged, on a page that has something new too. An empty
 * page after one that promised more may be the end, or the answer to a cursor whose object is gone; the page before it is
 * fetched again to find out which.
 *
 * Errors: `ServiceError` if the list can't be walked to its end: a page that promises more and holds nothing, one that holds
 * nothing new, or more than `maxPages` of them. Never a loop, and never an end that only looks like one.
 */
export async function readList<T extends { readonly id: string }>(
  fetchPage: (startingAfter: string | undefined) => Promise<Page<T>>,
  { what, maxPages }: { readonly what: string; readonly maxPages: number },
): Promise<readonly T[]> {
  const seen = new Map<string, T>();
  const cursors: (string | undefined)[] = [undefined];
  for (let page = 1; page <= maxPages; page++) {
    const cursor = cursors.at(-1);
    const given = await fetchPage(cursor);
    const isDoubtful = cursor !== undefined && given.data.length === 0 && !given.has_more;
    const { data, has_more } = isDoubtful ? await fetchPage(cursors.at(-2)) : given;
    const [first] = data;
    if (takeNew(data, seen, what) === 0 && first && !isDoubtful) throw cameTwice(first.id, what);
    const next = data.at(-1)?.id;
    // What the empty page came after is still there: then nothing comes after it.
    if (!has_more || (isDoubtful && next === cursor)) return [...seen.values()];
    if (next === undefined)
      throw new ServiceError(`Cannot list ${what}: a page announces more pages but is empty`);
    if (cursors.includes(next)) throw cameTwice(next, what);
    cursors.push(next);
  }
  throw new ServiceError(`Cannot list ${what}: the list has not ended after ${maxPages} pages`);
}

/** Returns how many were not there before. */
function takeNew<T extends { readonly id: string }>(
  data: readonly T[],
  seen: Map<string, T>,
  what: string,
): number {
  const before = seen.size;
  const onPage = new Set<string>();
  for (const item of data) {
    if (onPage.has(item.id)) throw cameTwice(item.id, what);
    onPage.add(item.id);
    const known = seen.get(item.id);
    if (known && !isDeepStrictEqual(known, item)) throw cameTwice(item.id, what, ', with other values');
    seen.set(item.id, item);
  }
  return seen.size - before;
}

function cameTwice(id: string, what: string, how = ''): ServiceError {
  return new ServiceError(`Cannot list ${what}: "${id}" was listed twice${how}`);
}
