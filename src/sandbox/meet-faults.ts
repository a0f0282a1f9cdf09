import type { Account } from './account.ts';
import { Refusal } from './errors.ts';
import type { CannedAnswer, FaultRule, Faults, RateLimit } from './faults.ts';
import type { Random } from './random.ts';
import type { Service, ServiceRequest } from './service.ts';

/** A request as it came. */
export interface ReceivedRequest extends ServiceRequest {
  readonly authorization: string | undefined;
  /** Why the service can't read it. */
  readonly problem: string | undefined;
  /** The SKU that a list is filtered by, or that of the listing being updated. */
  readonly sku: string | undefined;
  /** Of an update, whether or not there is such a listing. */
  readonly listingId: string | undefined;
}

/** What becomes of a request: its connection is reset, or an answer is sent, perhaps cut short. */
export interface Reply {
  readonly outcome: 'reset' | CannedAnswer;
  readonly truncate?: FaultRule['truncate'];
}

interface RespondOptions {
  readonly account: Account;
  readonly service: Service;
  readonly apiKey: string;
  readonly faults: Faults;
  /** Decides which of the faults that come by chance a request meets. */
  readonly random: Random;
  /** The time of the rate limit. Units: milliseconds. */
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
}

/**
 * Makes the function that decides about a request: key, rate limit, faults before, the service, faults after. A client that hangs up meanwhile
 * does not undo anything, as with a service far away.
 *
 * The occurrences of each rule are counted and the random faults drawn in a fixed order, so that the same requests meet the same faults.
 */
export function createResponder({
  account,
  service,
  apiKey,
  faults,
  random,
  now,
  wait,
}: RespondOptions): (request: ReceivedRequest) => Promise<Reply> {
  const admit = createRateLimiter(faults.rateLimit, now);
  const seen = new Map<FaultRule, number>();
  const isDue = (rule: FaultRule, request: ReceivedRequest): boolean => {
    if (!matches(rule.match ?? {}, request)) return false;
    const occurrence = seen.get(rule) ?? 0;
    seen.set(rule, occurrence + 1);
    const { skip = 0, times = Number.POSITIVE_INFINITY } = rule;
    return occurrence >= skip && occurrence < skip + times;
  };
  const render = (error: unknown): CannedAnswer => {
    if (error instanceof Refusal) return renderRefusal(error, faults.errorBody);
    throw error;
  };
  const handle = (request: ReceivedRequest, due: readonly FaultRule[]): CannedAnswer => {
    const ignored = new Set(due.flatMap(({ ignore = [] }) => ignore));
    const hold = Object.assign({}, ...due.map((rule) => rule.hold));
    try {
      if (request.problem !== undefined) throw new Refusal(400, request.problem);
      return { status: 200, body: service.handle(request, { ignored, hold }) };
    } catch (error) {
      return render(error);
    }
  };
  /** What a request meets at one moment. */
  const pass = async (
    when: 'before' | 'after',
    request: ReceivedRequest,
    due: readonly FaultRule[],
  ): Promise<Reply['outcome'] | undefined> => {
    const rules = due.filter((rule) => (rule.when ?? 'before') === when);
    for (const { change } of rules) if (change) makeChange(change, request, account);
    const delayMs = rules.reduce((sum, rule) => sum + (rule.delayMs ?? 0), 0);
    if (delayMs > 0) await wait(delayMs);
    const ending = rules.find(({ reset, answer }) => reset || answer);
    return ending?.reset ? 'reset' : ending?.answer;
  };

  return async (request) => {
    try {
      authenticate(request.authorization, apiKey);
      admit();
    } catch (error) {
      return { outcome: render(error) };
    }
    const due = [
      ...(faults.rules ?? []).filter((rule) => isDue(rule, request)),
      ...drawFaults(faults, random),
    ];
    const before = await pass('before', request, due);
    const { lateMs } = due.find((rule) => rule.lateMs !== undefined) ?? {};
    // The client is gone then, so the result goes nowhere.
    if (before !== undefined && lateMs !== undefined) void wait(lateMs).then(() => handle(request, due));
    if (before === 'reset') return { outcome: 'reset' };
    const handled = before ?? handle(request, due);
    const outcome = (await pass('after', request, due)) ?? handled;
    if (outcome === 'reset') return { outcome };
    const { truncate } = due.find((rule) => rule.truncate) ?? {};
    return { outcome, truncate };
  };
}

/**
 * Checks the `Authorization` header: HTTP Basic, the key as user name, an empty password.
 *
 * Errors: `Refusal` 401.
 * Source: interface.md section 5; the status is not documented there.
 */
function authenticate(header: string | undefined, apiKey: string): void {
  const [, credentials] = /^basic +(\S+) *$/i.exec(header ?? '') ?? [];
  if (credentials === Buffer.from(`${apiKey}:`).toString('base64')) return;
  const why = credentials
    ? 'the HTTP Basic credentials of the request are not the key of this sandbox'
    : 'the request does not carry the key as HTTP Basic credentials';
  throw new Refusal(401, `Cannot authenticate: ${why}`, {
    headers: { 'www-authenticate': 'Basic realm="sandbox", charset="UTF-8"' },
  });
}

function matches(
  { method, path = '', sku, listing, query = {} }: NonNullable<FaultRule['match']>,
  request: ReceivedRequest,
): boolean {
  return (
    (method === undefined || method === request.method) &&
    request.path.startsWith(path) &&
    (sku === undefined || sku === request.sku) &&
    (listing === undefined || listing === request.listingId) &&
    Object.entries(query).every(([name, expected]) => {
      const values = request.query.filter((pair) => pair[0] === name).map((pair) => pair[1]);
      return typeof expected === 'boolean' ? values.length > 0 === expected : values.includes(expected);
    })
  );
}

/** What one request meets by chance, as rules. One draw decides between four outcomes and none, so that their shares add up. */
function drawFaults({ latencyMs = 0, errors, resets, errorBody }: Faults, random: Random): FaultRule[] {
  const [shortest, longest] = typeof latencyMs === 'number' ? [latencyMs, latencyMs] : latencyMs;
  const latency = { delayMs: shortest + random.next() * (longest - shortest) };
  const error = new Refusal(errors?.status ?? 500, 'Cannot answer: this failure is a fault of the sandbox');
  const answer = renderRefusal(error, errorBody);
  const chances: readonly (readonly [share: number | undefined, FaultRule])[] = [
    [errors?.before, { answer }],
    [errors?.after, { answer, when: 'after' }],
    [resets?.before, { reset: true }],
    [resets?.after, { reset: true, when: 'after' }],
  ];
  let rest = random.next();
  const drawn = chances.find(([share = 0]) => {
    rest -= share;
    return rest < 0;
  });
  return drawn === undefined ? [latency] : [latency, drawn[1]];
}

/** Sets fields of the listing or SKU that the change names, else of the one that the request is about. */
function makeChange(
  { listing, sku, set }: NonNullable<FaultRule['change']>,
  request: ReceivedRequest,
  { listings }: Account,
): void {
  const named = listing !== undefined || sku !== undefined ? { sku, listingId: listing } : request;
  const ids =
    named.listingId === undefined ? listings.withSku(named.sku ?? '').map(({ id }) => id) : [named.listingId];
  for (const id of ids) listings.patch(id, set);
}

/** What a limit says to one request more. Units: milliseconds. */
interface Decision {
  readonly admitted: boolean;
  /** Until one more would be admitted. */
  readonly retryMs: number;
}

type Limiter = (now: number) => Decision;

/**
 * Makes a limiter of one of the kinds of `RateLimit`. Each call admits a request.
 *
 * Errors: `Refusal` 429, with `Retry-After` in whole seconds, at least 1, where the limit wants it.
 */
export function createRateLimiter(limit: RateLimit | undefined, now: () => number): () => void {
  if (limit === undefined) return () => {};
  const decide = createLimiter(limit);
  return () => {
    const { admitted, retryMs } = decide(now());
    if (admitted) return;
    const seconds = Math.max(1, Math.ceil(retryMs / 1000));
    throw new Refusal(429, 'Cannot take more requests now: the rate limit is reached', {
      headers: limit.retryAfter === false ? {} : { 'retry-after': String(seconds) },
    });
  };
}

function createLimiter({ perSecond, kind = 'bucket', burst, windowSeconds = 1 }: RateLimit): Limiter {
  if (kind === 'bucket') return createBucket(perSecond, burst ?? Math.max(1, Math.ceil(perSecond)));
  const limit = Math.max(1, Math.round(perSecond * windowSeconds));
  const windowMs = windowSeconds * 1000;
  return kind === 'fixed-window' ? createFixedWindow(limit, windowMs) : createSlidingLog(limit, windowMs);
}

function createBucket(perSecond: number, burst: number): Limiter {
  const perMs = perSecond / 1000;
  let tokens = burst;
  let filledAt = Number.POSITIVE_INFINITY;
  return (now) => {
    tokens = Math.min(burst, tokens + Math.max(0, now - filledAt) * perMs);
    filledAt = now;
    const admitted = tokens >= 1;
    if (admitted) tokens--;
    return { admitted, retryMs: Math.max(0, 1 - tokens) / perMs };
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
    return { admitted, retryMs: (current + 1) * windowMs - now };
  };
}

function createSlidingLog(limit: number, windowMs: number): Limiter {
  /** When the admitted requests of the last window came; one that comes when the oldest is a window old is admitted. */
  const times: number[] = [];
  return (now) => {
    while (times[0] !== undefined && times[0] <= now - windowMs) times.shift();
    const admitted = times.length < limit;
    if (admitted) times.push(now);
    return { admitted, retryMs: (times[0] ?? now) + windowMs - now };
  };
}

/** Source: interface.md section 7 shows no body shape, so that a client must get along with several. */
function renderRefusal(refusal: Refusal, shape: Faults['errorBody'] = 'nested'): CannedAnswer {
  const { status, headers, message, param } = refusal;
  switch (shape) {
    case 'nested':
      return { status, headers, body: { error: { message, param } } };
    case 'flat':
      return { status, headers, body: { message, param } };
    case 'html':
      return { status, headers, body: renderPage(status), contentType: 'text/html; charset=utf-8' };
    case 'empty':
      return { status, headers };
  }
}

function renderPage(status: number): string {
  return `<!doctype html>\n<html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>\n`;
}
