import type { RateLimit } from './faults.ts';
import { Refusal } from './refusal.ts';

type Headers = Readonly<Record<string, string>>;

/** What a limit says to one request more. Units: milliseconds. */
interface Decision {
  readonly admitted: boolean;
  /** How many more would be admitted now. */
  readonly remaining: number;
  /** Until one more would be admitted. */
  readonly retryMs: number;
  /** Until there is more to remain: all of it, for a bucket. */
  readonly resetMs: number;
}

interface Limiter {
  /** How many requests are admitted in `windowMs`. */
  readonly limit: number;
  readonly windowMs: number;
  readonly decide: (now: number) => Decision;
}

/**
 * Makes a limiter of one of the kinds of `RateLimit`. Each call admits a request and returns the headers of its answer.
 *
 * Errors: `Refusal` 429, with `Retry-After` in whole seconds, at least 1, where the limit wants it.
 */
export function createRateLimiter(limit: RateLimit | undefined, now: () => number): () => Headers {
  if (limit === undefined) return () => ({});
  const limiter = createLimiter(limit);
  return () => {
    const time = now();
    const decision = limiter.decide(time);
    const headers = renderHeaders(limit.headers, { ...limiter, ...decision, now: time });
    if (decision.admitted) return headers;
    throw new Refusal(429, 'Cannot take more requests now: the rate limit is reached', {
      headers: {
        ...headers,
        ...(limit.retryAfter !== false && { 'retry-after': inSeconds(decision.retryMs, 1) }),
      },
    });
  };
}

function createLimiter({ perSecond, kind = 'bucket', burst, windowSeconds = 1 }: RateLimit): Limiter {
  if (kind === 'bucket') return createBucket(perSecond, burst ?? Math.max(1, Math.ceil(perSecond)));
  const limit = Math.max(1, Math.round(perSecond * windowSeconds));
  const windowMs = windowSeconds * 1000;
  const decide =
    kind === 'fixed-window' ? createFixedWindow(limit, windowMs) : createSlidingLog(limit, windowMs);
  return { limit, windowMs, decide };
}

function createBucket(perSecond: number, burst: number): Limiter {
  const perMs = perSecond / 1000;
  let tokens = burst;
  let filledAt = Number.POSITIVE_INFINITY;
  const decide = (now: number) => {
    tokens = Math.min(burst, tokens + Math.max(0, now - filledAt) * perMs);
    filledAt = now;
    const admitted = tokens >= 1;
    if (admitted) tokens--;
    return {
      admitted,
      remaining: Math.floor(tokens),
      retryMs: Math.max(0, 1 - tokens) / perMs,
      resetMs: (burst - tokens) / perMs,
    };
  };
  return { limit: burst, windowMs: burst / perMs, decide };
}

function createFixedWindow(limit: number, windowMs: number): Limiter['decide'] {
  let window = Number.NaN;
  let taken = 0;
  return (now) => {
    const current = Math.floor(now / windowMs);
    if (current !== window) taken = 0;
    window = current;
    const admitted = taken < limit;
    if (admitted) taken++;
    const resetMs = (current + 1) * windowMs - now;
    return { admitted, remaining: limit - taken, retryMs: resetMs, resetMs };
  };
}

function createSlidingLog(limit: number, windowMs: number): Limiter['decide'] {
  /** When the admitted requests of the last window came; one that comes when the oldest is a window old is admitted. */
  const times: number[] = [];
  return (now) => {
    while (times[0] !== undefined && times[0] <= now - windowMs) times.shift();
    const admitted = times.length < limit;
    if (admitted) times.push(now);
    const resetMs = (times[0] ?? now) + windowMs - now;
    return { admitted, remaining: limit - times.length, retryMs: resetMs, resetMs };
  };
}

/** Source: draft-ietf-httpapi-ratelimit-headers, version 10 (`draft`) and 3 (`separate`). */
function renderHeaders(
  style: RateLimit['headers'],
  { limit, windowMs, remaining, resetMs, now }: Omit<Limiter, 'decide'> & Decision & { readonly now: number },
): Headers {
  const reset = inSeconds(resetMs, 0);
  switch (style) {
    case 'draft':
      return {
        'ratelimit-policy': `"default";q=${limit};w=${inSeconds(windowMs, 1)}`,
        ratelimit: `"default";r=${remaining};t=${reset}`,
      };
    case 'separate':
      return {
        'ratelimit-limit': String(limit),
        'ratelimit-remaining': String(remaining),
        'ratelimit-reset': reset,
      };
    case 'x':
      return {
        'x-ratelimit-limit': String(limit),
        'x-ratelimit-remaining': String(remaining),
        'x-ratelimit-reset': inSeconds(now + resetMs, 0),
      };
    default:
      return {};
  }
}

function inSeconds(ms: number, atLeast: number): string {
  return String(Math.max(atLeast, Math.ceil(ms / 1000)));
}
