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

/** Whether a request fits every condition of a rule. */
export function matchesFault(match: FaultMatch, subject: FaultSubject): boolean {
  return (
    (match.method === undefined || match.method === subject.method) &&
    (match.path === undefined || subject.path.startsWith(match.path)) &&
    (match.sku === undefined || match.sku === subject.sku) &&
    (match.listing === undefined || match.listing === subject.listingId) &&
    Object.entries(match.query ?? {}).every(([name, value]) => matchesParameter(subject.query, name, value))
  );
}

function matchesParameter(query: QueryPairs, name: string, expected: string | boolean): boolean {
  const values = query.filter((pair) => pair[0] === name).map((pair) => pair[1]);
  return typeof expected === 'boolean' ? values.length > 0 === expected : values.includes(expected);
}
