import type { FaultMatch } from './faults.ts';
import type { QueryPairs } from './service-request.ts';

/** What a request is about, as far as fault rules care. `sku` and `listingId` are undefined where the request names none. */
export interface FaultSubject {
  readonly method: string;
  readonly path: string;
  readonly query: QueryPairs;
  readonly sku: string | undefined;
  readonly listingId: string | undefined;
}

/** Whether a request is one of those that a rule is about: everything that the rule names must hold. */
export function matchesFault(match: FaultMatch, subject: FaultSubject): boolean {
  return (
    (match.method === undefined || match.method === subject.method) &&
    (match.path === undefined || subject.path.startsWith(match.path)) &&
    (match.sku === undefined || match.sku === subject.sku) &&
    (match.listing === undefined || match.listing === subject.listingId) &&
    Object.entries(match.query ?? {}).every(([name, wish]) => matchesParameter(subject.query, name, wish))
  );
}

function matchesParameter(query: QueryPairs, name: string, wish: string | boolean): boolean {
  const values = query.filter((pair) => pair[0] === name).map((pair) => pair[1]);
  return typeof wish === 'boolean' ? values.length > 0 === wish : values.includes(wish);
}
