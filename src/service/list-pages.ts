import { ServiceError } from '../domain/errors.ts';
import type { Page } from './schemas.ts';

/** Fetches the page after the object with this id, or the first page. */
type FetchPage<T> = (startingAfter: string | undefined) => Promise<Page<T>>;

/**
 * Walks through a list, page by page. Its order never changes, so nothing can rightly come twice.
 *
 * Errors: `ServiceError` where the list can't be walked to its end: a page that promises more and holds nothing, one
 * that holds something that was there before, or more than `maxPages` of them. Never a loop, and never an end that only
 * looks like one.
 */
export async function* listPages<T extends { readonly id: string }>(
  fetchPage: FetchPage<T>,
  { what, maxPages }: { readonly what: string; readonly maxPages: number },
): AsyncGenerator<readonly T[]> {
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 1; page <= maxPages; page++) {
    const { data, has_more } = await fetchPage(cursor);
    for (const { id } of data) {
      if (seen.has(id)) throw new ServiceError(`Cannot list ${what}: "${id}" came twice`);
      seen.add(id);
    }
    yield data;
    if (!has_more) return;
    cursor = data.at(-1)?.id;
    if (cursor === undefined)
      throw new ServiceError(`Cannot list ${what}: a page says there is more and holds nothing`);
  }
  throw new ServiceError(`Cannot list ${what}: there is no end to it after ${maxPages} pages`);
}
