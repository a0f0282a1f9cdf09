import type { Reason } from './reasons.ts';
import type { Remark } from './row.ts';

/** The reason of whatever an update that is still on its way may change. */
export const MAY_ARRIVE = 'may_arrive' satisfies Reason;

/**
 * How long an update whose answer was lost counts as being on its way. Gateways and queues give up after minutes; nobody
 * documents it, so that this is several times as long as any of them is known to take.
 */
export const MAY_ARRIVE_MS = 15 * 60 * 1000;

/** Until when an update of another run may still take effect, if it may. Units: epoch milliseconds. */
export function mayArriveUntil(settledAt: number, now: number): number | undefined {
  const until = settledAt + MAY_ARRIVE_MS;
  return now < until ? until : undefined;
}

/** Says it of a row that gives back what a listing held before such an update. */
export function remarkMayArrive(until: number): Remark {
  const minute = new Date(Math.ceil(until / 60_000) * 60_000).toISOString().slice(0, 16).replace('T', ' ');
  const message = `An update that the run sent may still arrive and change the listing again; undo the run once more after ${minute} UTC`;
  return { reason: MAY_ARRIVE, message, until: minute };
}
