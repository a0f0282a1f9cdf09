import type { QueryPairs } from './service-request.ts';

/**
 * One request as it was answered.
 *
 * Units: `at` is an ISO time of the `now` given; `ms` real milliseconds from the request's headers to the decision what to answer.
 * Shape: `n` counts from 1 in order of arrival; `status` is `'reset'` when the connection was reset instead; `sku` is the one asked for
 * or that of the listing updated; the API key is written `***` should it ever turn up in a path or query.
 */
export interface RequestEntry {
  readonly n: number;
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly query: QueryPairs;
  readonly status: number | 'reset';
  readonly sku?: string;
  readonly listingId?: string;
  readonly ms: number;
}
