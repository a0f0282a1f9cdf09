import type { Loss, Reply } from './reply.ts';

interface Situation {
  readonly method: 'GET' | 'POST';
  readonly reply: Reply<unknown>;
  /** Attempts that may still be made. */
  readonly attemptsLeft: number;
}

/** `return`: this reply is the result. `end_run`: no further request makes sense. */
export type RetryDecision = 'return' | 'retry' | 'end_run';

/** A service that asks for a longer pause than this is not waited for. */
export const MAX_PAUSE_MS = 10 * 60 * 1000;

/**
 * Whether to try again.
 *
 * A refused key ends the run. 429 is tried again, like a connection that never came about. A lost answer (408, 409, 499, 5xx,
 * no answer, nonsense) is tried again for a GET; for a POST it is returned, since the update may have been applied and only
 * reading the listing back can show it. A redirect is as unclear, and asking again leads to it again. Every other refusal is
 * final.
 */
export function decideRetry({ method, reply, attemptsLeft }: Situation): RetryDecision {
  if (reply.kind === 'ok') return 'return';
  if (reply.kind === 'refused' && (reply.httpStatus === 401 || reply.httpStatus === 403)) return 'end_run';
  if (attemptsLeft <= 0 || exceedsMaxPause(reply)) return 'return';
  if (reply.kind === 'not_sent') return 'retry';
  if (reply.kind === 'lost') return method === 'GET' && !isRedirect(reply) ? 'retry' : 'return';
  return reply.httpStatus === 429 ? 'retry' : 'return';
}

/** Whether the service asks for a longer pause than is waited for: then nothing is tried again, with or without it. */
export function exceedsMaxPause(reply: Reply<unknown>): boolean {
  const isAnswered = reply.kind === 'refused' || reply.kind === 'lost';
  return isAnswered && (reply.retryAfterMs ?? 0) > MAX_PAUSE_MS;
}

function isRedirect({ httpStatus }: Loss): boolean {
  return httpStatus !== undefined && httpStatus >= 300 && httpStatus < 400;
}
