import type { PlanEntry } from '../support/read-run.ts';
import type { Exchange, Network } from './network.ts';

/** The answers that showed a process the listing of an entry, in the order in which they were asked for. */
export function findReads(
  pid: number,
  { sku, listing_id }: Pick<PlanEntry, 'sku' | 'listing_id'>,
  { exchanges }: Network,
): readonly Exchange[] {
  return exchanges.filter(
    ({ pid: by, request, seen }) =>
      by === pid &&
      request.method === 'GET' &&
      seen?.attempt.kind === 'answer' &&
      seen.attempt.httpStatus === 200 &&
      request.query.every(([name, value]) => name !== 'sku' || value === sku) &&
      seen.attempt.body.includes(`"${listing_id}"`) &&
      isList(seen.attempt.body),
  );
}

/** No connection, or too many requests: these are sent again without a look. */
export function wasCertainlyNotTaken({ seen }: Exchange): boolean {
  if (seen?.attempt.kind === 'not_sent') return true;
  return seen?.attempt.kind === 'answer' && seen.attempt.httpStatus === 429;
}

/** Refused by the service for what it says. */
export function wasTurnedDown({ seen }: Exchange): boolean {
  return seen?.attempt.kind === 'answer' && [400, 402, 404].includes(seen.attempt.httpStatus);
}

function isList(body: string): boolean {
  try {
    return Array.isArray(JSON.parse(body).data);
  } catch {
    return false;
  }
}
