import type { PageQuery } from './listing-store.ts';
import { parseWholeNumber } from './read-parameters.ts';
import { refuseParameter } from './refusal.ts';

const SMALLEST_LIMIT = 1;
const LARGEST_LIMIT = 100;
const DEFAULT_LIMIT = 10;

/** The parameters that every list operation takes. */
export const pageParameters = ['limit', 'starting_after', 'ending_before'] as const;

/**
 * Reads the page parameters of a list operation. `exists` checks that an id belongs to the listed kind of object.
 *
 * Errors: `Refusal` 400 for a limit that is not an integer from 1 to 100, for both cursors at once, and for a cursor that names
 * nothing. Their status is not documented, nor that they are errors.
 * Source: interface.md sections 4.1 to 4.3 and 8.
 */
export function parsePageQuery(
  values: ReadonlyMap<string, string>,
  exists: (id: string) => boolean,
): PageQuery {
  const limit = parseLimit(values.get('limit'));
  const after = values.get('starting_after');
  const before = values.get('ending_before');
  if (after !== undefined && before !== undefined) {
    throw refuseParameter('ending_before', 'it excludes "starting_after"');
  }
  const id = after ?? before;
  if (id === undefined) return { limit };
  const param = after === undefined ? 'ending_before' : 'starting_after';
  if (!exists(id)) throw refuseParameter(param, `there is no object "${id}" to page from`);
  return { limit, cursor: { id, backwards: after === undefined } };
}

function parseLimit(text: string | undefined): number {
  if (text === undefined) return DEFAULT_LIMIT;
  const limit = parseWholeNumber(text);
  if (limit === undefined || limit < SMALLEST_LIMIT || limit > LARGEST_LIMIT) {
    throw refuseParameter(
      'limit',
      `it is "${text}", it must be an integer from ${SMALLEST_LIMIT} to ${LARGEST_LIMIT}`,
    );
  }
  return limit;
}
