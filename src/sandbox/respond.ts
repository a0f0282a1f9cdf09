import type { Account } from './account.ts';
import type { CannedAnswer, FaultRule, Faults } from './faults.ts';
import type { Random } from './random.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { Refusal, renderRefusal } from './refusal.ts';
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
    let limitHeaders: CannedAnswer['headers'];
    try {
      authenticate(request.authorization, apiKey);
      limitHeaders = admit();
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
    const headers = { ...outcome.headers, ...limitHeaders };
    const { truncate } = due.find((rule) => rule.truncate) ?? {};
    return { outcome: { ...outcome, headers }, truncate };
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
