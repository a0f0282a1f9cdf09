import type { RateLimit } from './faults.ts';
import { Refusal } from './refusal.ts';

/**
 * Makes a token bucket, full at first. Each call takes a token.
 *
 * Errors: `Refusal` 429 when no token is left, with `Retry-After` in whole seconds, at least 1, until there is one.
 */
export function createRateLimiter(limit: RateLimit | undefined, now: () => number): () => void {
  if (limit === undefined) return () => undefined;
  const { perSecond, burst = Math.max(1, Math.ceil(perSecond)), retryAfter = true } = limit;
  let tokens = burst;
  let filledAt = now();
  return () => {
    const time = now();
    tokens = Math.min(burst, tokens + (Math.max(0, time - filledAt) / 1000) * perSecond);
    filledAt = time;
    if (tokens < 1) throw refuse(retryAfter ? Math.max(1, Math.ceil((1 - tokens) / perSecond)) : undefined);
    tokens--;
  };
}

function refuse(seconds: number | undefined): Refusal {
  const headers = seconds === undefined ? {} : { 'retry-after': String(seconds) };
  return new Refusal(429, 'Cannot take more requests now: the rate limit is reached', { headers });
}
