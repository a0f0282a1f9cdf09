/** Parameters as sent, in order, repeats included. */
export type QueryPairs = readonly (readonly [name: string, value: string])[];

/**
 * A request as the service sees it.
 *
 * Shape: `path` is percent-decoded; `malformed` holds the first piece of the query that is not well-formed percent-encoded UTF-8 (such a
 * piece stays as it came in `query`).
 */
export interface ServiceRequest {
  readonly method: string;
  readonly path: string;
  readonly query: QueryPairs;
  readonly malformed: string | undefined;
  readonly hasBody: boolean;
}

/**
 * Reads a request target such as `/listings?sku=A%2FB`. A `+` in the query is a space, as in forms; a plus sign is `%2B`.
 *
 * Shape: never throws; what can't be decoded is left as it came.
 */
export function parseTarget(target: string): Pick<ServiceRequest, 'path' | 'query' | 'malformed'> {
  const mark = target.indexOf('?');
  const rawPath = mark === -1 ? target : target.slice(0, mark);
  const rawQuery = mark === -1 ? '' : target.slice(mark + 1);
  const pieces = rawQuery.split('&').filter((piece) => piece !== '');
  return {
    path: decode(rawPath) ?? rawPath,
    query: pieces.map(toPair),
    malformed: pieces.find((piece) => decode(piece) === undefined),
  };
}

function toPair(piece: string): readonly [string, string] {
  const mark = piece.indexOf('=');
  const spaced = piece.replaceAll('+', ' ');
  const name = mark === -1 ? spaced : spaced.slice(0, mark);
  const value = mark === -1 ? '' : spaced.slice(mark + 1);
  return [decode(name) ?? name, decode(value) ?? value];
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
