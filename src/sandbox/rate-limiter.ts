import type { LimitHeaders, RateLimit } from './faults.ts';
import { Refusal } from './refusal.ts';

/** Headers of an answer. */
type Headers = Readonly<Record<string, string>>;

/** Asks for one request more. Units: milliseconds. */
interface Decision {
  readonly admitted: boolean;
  /** Until one more would be admitted. */
  readonly retryMs: number;
  readonly limit: number;
  readonly remaining: number;
  /** Until there is more to remain: all of it, for a bucket. */
  readonly resetMs: number;
  readonly windowMs: number;
}

type Limiter = (now: number) => Decision;

/**
 * Makes a limiter of one of the kinds of `RateLimit`. Each call admits a request and returns the headers of its answer.
 *
 * Errors: `Refusal` 429, with `Retry-After` in whole seconds, at least 1, where the limit wants it.
 */
export function createRateLimiter(limit: RateLimit | undefined, now: () => number): () => Headers {
  if (limit === undefined) return () => ({});
  const { retryAfter = true, headers: style = 'none' } = limit;
  const decide = createLimiter(limit);
  return () => {
    const time = now();
    const decision = decide(time);
    const headers = renderLimit(decision, style, time);
    if (decision.admitted) return headers;
    throw new Refusal(429, 'Cannot take more requests now: the rate limit is reached', {
      headers: { ...headers, ...(retryAfter && { 'retry-after': inSeconds(decision.retryMs, 1) }) },
    });
  };
}

function createLimiter(limit: RateLimit): Limiter {
  const { perSecond, kind = 'bucket', burst = Math.max(1, Math.ceil(perSecond)), windowSeconds = 1 } = limit;
  if (kind === 'bucket') return createBucket(perSecond, burst);
  const most = Math.max(1, Math.round(perSecond * windowSeconds));
  const windowMs = windowSeconds * 1000;
  return kind === 'fixed-window' ? createFixedWindow(most, windowMs) : createSlidingLog(most, windowMs);
}

function createBucket(perSecond: number, burst: number): Limiter {
  let tokens = burst;
  let filledAt: number | undefined;
  return (now) => {
    tokens = Math.min(burst, tokens + (Math.max(0, now - (filledAt ?? now)) / 1000) * perSecond);
    filledAt = now;
    const admitted = tokens >= 1;
    if (admitted) tokens--;
    const until = (wanted: number) => (Math.max(0, wanted - tokens) / perSecond) * 1000;
    return {
      admitted,
      retryMs: until(1),
      limit: burst,
      remaining: Math.floor(tokens),
      resetMs: until(burst),
      windowMs: (burst / perSecond) * 1000,
    };
  };
}

function createFixedWindow(limit: number, windowMs: number): Limiter {
  let window = Number.NaN;
  let taken = 0;
  return (now) => {
    const current = Math.floor(now / windowMs);
    if (current !== window) taken = 0;
    window = current;
    const admitted = taken < limit;
    if (admitted) taken++;
    const resetMs = (current + 1) * windowMs - now;
    return { admitted, retryMs: resetMs, limit, remaining: limit - taken, resetMs, windowMs };
  };
}

function createSlidingLog(limit: number, windowMs: number): Limiter {
  /** When each of the last admitted requests came, as a ring; a request that comes when the oldest is a window old is admitted. */
  const times: number[] = [];
  let taken = 0;
  let oldest = 0;
  return (now) => {
    while (oldest < taken && (times[oldest % limit] ?? 0) <= now - windowMs) oldest++;
    const admitted = taken - oldest < limit;
    if (admitted) times[taken++ % limit] = now;
    const resetMs = (times[oldest % limit] ?? now) + windowMs - now;
    return { admitted, retryMs: resetMs, limit, remaining: limit - (taken - oldest), resetMs, windowMs };
  };
}

/** Source: draft-ietf-httpapi-ratelimit-headers, version 10 (`draft`) and 3 (`separate`). */
function renderLimit(
  { limit, remaining, resetMs, windowMs }: Decision,
  style: LimitHeaders,
  now: number,
): Headers {
  const reset = inSeconds(resetMs, 0);
  const policy = `"default";q=${limit};w=${inSeconds(windowMs, 1)}`;
  switch (style) {
    case 'none':
      return {};
    case 'draft':
      return { 'ratelimit-policy': policy, ratelimit: `"default";r=${remaining};t=${reset}` };
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
  }
}

function inSeconds(ms: number, atLeast: number): string {
  return String(Math.max(atLeast, Math.ceil(ms / 1000)));
}
