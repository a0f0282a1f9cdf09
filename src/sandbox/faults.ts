import { describeIssues } from './describe-issues.ts';
import { faultsSchema } from './faults-schema.ts';
import type { ListingPatch } from './listing-store.ts';
import { SandboxError } from './sandbox-error.ts';

/**
 * How a sandbox misbehaves, as plain JSON data. Everything is off unless given, and the same from run to run for one seed and one
 * order of requests.
 *
 * A request goes: key checked (401) → rate limit (429) → latency and `before` faults → handled, an update takes effect → `after` faults →
 * answer. One that the key check or the rate limit turns away meets no other fault.
 */
export interface Faults {
  /** Wait before each request is handled, fixed or drawn evenly from [shortest, longest]. Units: real milliseconds. */
  readonly latencyMs?: number | readonly [number, number];
  readonly rateLimit?: RateLimit;
  /** Shares of requests answered with `status` (default 500) instead of being handled, or after they were. */
  readonly errors?: { readonly before?: number; readonly after?: number; readonly status?: number };
  /** Shares of requests whose connection is reset instead of being handled, or after they were. */
  readonly resets?: { readonly before?: number; readonly after?: number };
  /** The body of every error answer (default `nested`); not of answers that a rule gives. */
  readonly errorBody?: ErrorBody;
  readonly rules?: readonly FaultRule[];
}

/**
 * `perSecond` requests on average; beyond it 429, with `Retry-After` in whole seconds, rounded up, unless `retryAfter` is false.
 * Runs on the sandbox's `now`, not on its speed.
 *
 * - `bucket` (default): a token bucket, full at first, of `burst` tokens (default: a second's worth, at least 1).
 * - `fixed-window`: windows of `windowSeconds` (default 1) that begin at whole multiples of it; a window takes `perSecond` times
 *   its seconds, rounded, at least 1.
 * - `sliding-log`: the same number in any stretch of `windowSeconds`.
 *
 * `headers` adds the limit to each answer: `none` (default); `draft`: `RateLimit` and `RateLimit-Policy`; `separate`:
 * `RateLimit-Limit`, `-Remaining` and `-Reset`; `x`: the same with `X-` and the reset as a time, in seconds since 1970. Resets are
 * in whole seconds, rounded up: until the bucket is full, the window ends or the oldest request of the log counts no more.
 */
export interface RateLimit {
  readonly perSecond: number;
  readonly kind?: LimitKind;
  readonly burst?: number;
  readonly windowSeconds?: number;
  readonly retryAfter?: boolean;
  readonly headers?: LimitHeaders;
}

export type LimitKind = 'bucket' | 'fixed-window' | 'sliding-log';
export type LimitHeaders = 'none' | 'draft' | 'separate' | 'x';

/**
 * - `nested`: `{"error":{"message":…,"param":…}}`
 * - `flat`: `{"message":…,"param":…}`
 * - `html`: a page
 * - `empty`: no body, no content type
 */
export type ErrorBody = 'nested' | 'flat' | 'html' | 'empty';

/**
 * What happens to the requests that match, from the occurrence after `skip` on, `times` times (default: for ever). Every rule counts every
 * request that it matches, whatever the other rules do. Of several rules for one request all take effect; of several `reset`s and `answer`s
 * of the same moment the first rule's.
 *
 * `when` is the moment of `delayMs`, `reset`, `answer` and `change`: `before` the request is handled (default; a `reset` or `answer` then
 * replaces the handling) or `after` (an update has taken effect).
 */
export interface FaultRule {
  readonly match?: FaultMatch;
  readonly skip?: number;
  readonly times?: number;
  readonly when?: 'before' | 'after';
  /** Waits. Units: real milliseconds. */
  readonly delayMs?: number;
  /** Resets the connection. */
  readonly reset?: true;
  /** Answers this. A text is the body as it is, other JSON is written as JSON; content type `application/json` unless given. */
  readonly answer?: CannedAnswer;
  /**
   * A `reset` or `answer` that replaces the handling only puts it off: the request is handled that much later, and nobody
   * hears of it. Units: real milliseconds.
   */
  readonly lateMs?: number;
  /** Sets fields of a listing behind the client's back: the listing or SKU named, else the one that the request is about. */
  readonly change?: ListingChange;
  /** Reads these query parameters as if they had not been sent. */
  readonly ignore?: readonly string[];
  /** An update leaves these fields at these values, stored and in its answer, whatever it sent. */
  readonly hold?: ListingPatch;
  /** Cuts the body after `bytes`; `content-length` announces the `full` body (the connection then ends early) or the `cut` one. */
  readonly truncate?: Truncation;
  /** Sends the body in pieces of `bytes`, one `everyMs` real milliseconds. */
  readonly drip?: Drip;
}

/** All that is given must hold. Without any, every request matches. */
export interface FaultMatch {
  readonly method?: string;
  /** Beginning of the path. */
  readonly path?: string;
  /** The `sku` parameter of a listing, or the SKU of the listing being updated. */
  readonly sku?: string;
  /** Id of the listing being updated. */
  readonly listing?: string;
  /** By parameter name: its value, or true for "given", false for "not given". */
  readonly query?: Readonly<Record<string, string | boolean>>;
}

export interface CannedAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ListingChange {
  readonly listing?: string;
  readonly sku?: string;
  readonly set: ListingPatch;
}

export interface Truncation {
  readonly bytes: number;
  readonly contentLength: 'full' | 'cut';
}

export interface Drip {
  readonly bytes: number;
  readonly everyMs: number;
}

/**
 * Makes faults of parsed JSON.
 *
 * Errors: `SandboxError` `invalid_faults` naming the first ten mistakes: unknown words, wrong types, shares that add up to more than 1,
 * rules without an effect, rules that both reset and answer.
 */
export function parseFaults(json: unknown): Faults {
  const parsed = faultsSchema.safeParse(json);
  if (!parsed.success) throw invalid(describeIssues(json, parsed.error.issues));
  const mistakes = findMistakes(parsed.data);
  if (mistakes.length > 0) throw invalid(mistakes);
  return parsed.data;
}

function invalid(mistakes: readonly string[]): SandboxError {
  return new SandboxError('invalid_faults', `Cannot use the faults: ${mistakes.join('\n')}`);
}

function findMistakes({ rateLimit, errors, resets, rules }: Faults): readonly string[] {
  const shares = [errors?.before, errors?.after, resets?.before, resets?.after].map((share) => share ?? 0);
  const total = shares.reduce((sum, share) => sum + share, 0);
  return [
    ...findLimitMistakes(rateLimit),
    ...(total > 1 + 1e-9 ? [`errors, resets: the shares add up to ${total}, more than 1`] : []),
    ...(rules ?? []).flatMap((rule, index) =>
      findRuleMistakes(rule).map((problem) => `rules[${index}]: ${problem}`),
    ),
  ];
}

function findLimitMistakes({
  kind = 'bucket',
  burst,
  windowSeconds,
}: Partial<RateLimit> = {}): readonly string[] {
  if (kind === 'bucket')
    return windowSeconds === undefined
      ? []
      : ['rateLimit: "windowSeconds" goes with a window, and this is a bucket'];
  return burst === undefined ? [] : [`rateLimit: "burst" goes with a bucket, and this is a ${kind}`];
}

function findRuleMistakes({ match, skip, times, when, ...effects }: FaultRule): readonly string[] {
  return [
    ...(Object.keys(effects).length === 0 ? ['it has no effect'] : []),
    ...(effects.reset && effects.answer ? ['"reset" and "answer" exclude each other'] : []),
    ...(effects.lateMs !== undefined && (when === 'after' || !(effects.reset || effects.answer))
      ? ['"lateMs" goes with a "reset" or an "answer" before the request is handled']
      : []),
  ];
}
