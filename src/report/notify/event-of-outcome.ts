import type { OutcomeEvent } from '../../domain/run-event.ts';
import { changesOf, listingOf, type Outcome, rowOf, skuOf } from '../../domain/stages.ts';

/** What an event says of an outcome. */
export function eventOfOutcome(outcome: Outcome): Omit<OutcomeEvent, 'version' | 'seq' | 'at'> {
  const { entry, status, reason, message, attempts, httpStatus } = outcome;
  return {
    event: 'outcome',
    line: rowOf(entry).line,
    sku: skuOf(entry),
    listing_id: listingOf(entry)?.id ?? null,
    status,
    reason,
    message,
    changes: Object.fromEntries(changesOf(entry).map(({ field, before, after }) => [field, [before, after]])),
    attempts,
    http_status: httpStatus ?? null,
  };
}
