import { z } from 'zod';
import { listingPatchSchema } from './catalogue.ts';
import { parseStrictly } from './errors.ts';

const milliseconds = z.number().nonnegative();
const positive = z.number().positive();
const share = z.exactOptional(z.number().min(0).max(1));
const status = z.int().min(200).max(599);
const headerText = z.string().regex(/^[\x20-\x7e]*$/, 'Invalid string: must be plain ASCII');

const rateLimitSchema = z
  .strictObject({
    perSecond: positive,
    kind: z.exactOptional(z.enum(['bucket', 'fixed-window', 'sliding-log'])),
    burst: z.exactOptional(z.int().positive()),
    windowSeconds: z.exactOptional(positive),
    retryAfter: z.exactOptional(z.boolean()),
  })
  .refine(({ kind = 'bucket', burst }) => kind === 'bucket' || burst === undefined, {
    error: '"burst" goes with a bucket only',
  })
  .refine(({ kind = 'bucket', windowSeconds }) => kind !== 'bucket' || windowSeconds === undefined, {
    error: '"windowSeconds" goes with a window only, and this is a bucket',
  });

/**
 * `perSecond` requests on average; beyond it 429, with `Retry-After` in whole seconds, rounded up, unless `retryAfter` is false.
 * Runs on the sandbox's `now`, not on its speed.
 *
 * - `bucket` (default): a token bucket, full at first, of `burst` tokens (default: a second's worth, at least 1).
 * - `fixed-window`: windows of `windowSeconds` (default 1) that begin at whole multiples of it; a window takes `perSecond` times
 *   its seconds, rounded, at least 1.
 * - `sliding-log`: the same number in any stretch of `windowSeconds`.
 */
export type RateLimit = Readonly<z.infer<typeof rateLimitSchema>>;

/** All that is given must hold. Without any, every request matches. */
const match = z
  .strictObject({
    method: z.string().regex(/^[A-Z]+$/),
    /** Beginning of the path. */
    path: z.string().startsWith('/'),
    /** The `sku` parameter of a list of listings, or the SKU of the listing being updated. */
    sku: z.string(),
    /** Id of the listing being updated. */
    listing: z.string(),
    /** By parameter name: its value, or true for "given", false for "not given". */
    query: z.record(z.string(), z.union([z.string(), z.boolean()])),
  })
  .exactPartial();

/** A text is the body as it is, other JSON is written as JSON; content type `application/json` unless given. */
const answer = z.strictObject({
  status,
  body: z.exactOptional(z.unknown()),
  contentType: z.exactOptional(headerText),
  headers: z.exactOptional(z.record(z.string().regex(/^[\w-]+$/), headerText)),
});

export type CannedAnswer = Readonly<z.infer<typeof answer>>;

const rule = z
  .strictObject({
    match,
    skip: z.int().nonnegative(),
    times: z.int().positive(),
    when: z.enum(['before', 'after']),
    /** Waits. Units: real milliseconds. */
    delayMs: milliseconds,
    /** Resets the connection. */
    reset: z.literal(true),
    answer,
    /**
     * A `reset` or `answer` that replaces the handling only puts it off: the request is handled that much later, and nobody hears of it.
     * Units: real milliseconds.
     */
    lateMs: milliseconds,
    /** Sets fields of a listing behind the client's back: the listing or SKU named, else the one that the request is about. */
    change: z.strictObject({
      listing: z.exactOptional(z.string()),
      sku: z.exactOptional(z.string()),
      set: listingPatchSchema,
    }),
    /** Reads these query parameters as if they had not been sent. */
    ignore: z.array(z.string()).min(1).readonly(),
    /** An update leaves these fields at these values, stored and in its answer, whatever it sent. */
    hold: listingPatchSchema,
    /** Cuts the body after `bytes`; `content-length` announces the `full` body (the connection then ends early) or the `cut` one. */
    truncate: z.strictObject({ bytes: z.int().nonnegative(), contentLength: z.enum(['full', 'cut']) }),
  })
  .exactPartial()
  .refine(({ match: _, skip, times, when, ...effects }) => Object.keys(effects).length > 0, {
    error: 'It has no effect',
  })
  .refine((each) => !(each.reset && each.answer), { error: '"reset" and "answer" exclude each other' })
  .refine(
    ({ lateMs, when, ...each }) => lateMs === undefined || (when !== 'after' && (each.reset || each.answer)),
    { error: '"lateMs" goes with a "reset" or an "answer" before the request is handled' },
  );

/**
 * What happens to the requests that match, from the occurrence after `skip` on, `times` times (default: for ever). Every rule counts every
 * request that it matches, whatever the other rules do. Of several rules for one request all take effect; of several `reset`s and `answer`s
 * of the same moment the first rule's.
 *
 * `when` is the moment of `delayMs`, `reset`, `answer` and `change`: `before` the request is handled (default; a `reset` or `answer` then
 * replaces the handling) or `after` (an update has taken effect).
 */
export type FaultRule = Readonly<z.infer<typeof rule>>;

const faultsSchema = z
  .strictObject({
    /** Wait before each request is handled, fixed or drawn evenly from [shortest, longest]. Units: real milliseconds. */
    latencyMs: z.union([milliseconds, z.tuple([milliseconds, milliseconds]).readonly()]),
    rateLimit: rateLimitSchema,
    /** Shares of requests answered with `status` (default 500) instead of being handled, or after they were. */
    errors: z.strictObject({ before: share, after: share, status: z.exactOptional(status.min(500)) }),
    /** Shares of requests whose connection is reset instead of being handled, or after they were. */
    resets: z.strictObject({ before: share, after: share }),
    /**
     * The body of every error answer, not of answers that a rule gives: `nested` `{"error":{"message":…,"param":…}}` (default); `flat`
     * `{"message":…,"param":…}`; `html` a page; `empty` no body, no content type.
     */
    errorBody: z.enum(['nested', 'flat', 'html', 'empty']),
    rules: z.array(rule).readonly(),
    /** Which empty or null value of a query clears a field; see `NullStyle`. */
    nulls: z.enum(['empty', 'null', 'both', 'ignore', 'zero']),
    /** How much faster than in reality manual prices take effect. */
    speed: positive,
    /** Another one makes up another account, and draws other faults. */
    seed: z.int().nonnegative(),
  })
  .exactPartial()
  .refine(({ errors, resets }) => sumOfShares(errors) + sumOfShares(resets) <= 1 + 1e-9, {
    error: 'The shares of errors and resets add up to more than 1',
  });

function sumOfShares({ before = 0, after = 0 }: { before?: number; after?: number } = {}): number {
  return before + after;
}

/**
 * How a sandbox misbehaves, as plain JSON data. Everything is off unless given, and the same from run to run for one seed and one
 * order of requests.
 *
 * A request goes: key checked (401) → rate limit (429) → latency and `before` faults → handled, an update takes effect → `after` faults →
 * answer. One that the key check or the rate limit turns away meets no other fault.
 */
export type Faults = Readonly<z.infer<typeof faultsSchema>>;

/**
 * Makes faults of parsed JSON. An unknown word is a mistake.
 *
 * Errors: `SandboxError` `invalid_faults`.
 */
export function parseFaults(json: unknown): Faults {
  return parseStrictly('faults', faultsSchema, json);
}
