/** The request limit that a service advertises in the headers of an answer. */
export interface Quota {
  /** Requests that it takes until `resetMs` from now. */
  readonly remaining: number;
  readonly resetMs: number;
  /** Requests in all in a window, if it says so. */
  readonly limit: number | undefined;
  readonly windowMs: number | undefined;
}

/** Headers by their names in lower case, as HTTP clients have them. */
export type AnswerHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

const PREFIXES = ['ratelimit-', 'x-ratelimit-', 'x-rate-limit-'] as const;

/**
 * Reads the headers in which services advertise their limits, in the forms that are in use: `RateLimit` and `RateLimit-Policy` of
 * the current draft (`"day";r=50;t=30`), the one list of the draft before (`limit=100, remaining=50, reset=30`),
 * `RateLimit-Limit`, `-Remaining` and `-Reset`, and the same with `X-`, whose reset may be a time of day.
 *
 * Of several limits it gives the one that is used up first. Nothing if there is none, or none that makes sense.
 * Units: `now` is epoch milliseconds.
 * Source: draft-ietf-httpapi-ratelimit-headers, versions 3, 7 and 10.
 */
export function readQuota(headers: AnswerHeaders, now: number): Quota | undefined {
  const combined = textOf(headers['ratelimit']);
  if (combined !== undefined) return readCombined(combined, textOf(headers['ratelimit-policy']));
  for (const prefix of PREFIXES) {
    const remaining = readCount(textOf(headers[`${prefix}remaining`]));
    if (remaining === undefined) continue;
    const limitText = textOf(headers[`${prefix}limit`]);
    return toQuota({
      remaining,
      reset: readReset(textOf(headers[`${prefix}reset`]), now),
      limit: readCount(limitText?.split(/[,;]/)[0]),
      window: readCount(/\bw=(\d+)/.exec(textOf(headers['ratelimit-policy']) ?? limitText ?? '')?.[1]),
    });
  }
  return undefined;
}

function textOf(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'object' ? header.join(', ') : header;
}

interface Said {
  readonly remaining: number | undefined;
  /** Seconds from now. */
  readonly reset: number | undefined;
  readonly limit: number | undefined;
  /** Seconds. */
  readonly window: number | undefined;
}

function toQuota({ remaining, reset, limit, window }: Said): Quota | undefined {
  if (remaining === undefined || reset === undefined) return undefined;
  const windowMs = window === undefined || window === 0 ? undefined : window * 1000;
  return { remaining, resetMs: reset * 1000, limit: limit === 0 ? undefined : limit, windowMs };
}

function readCombined(text: string, policies: string | undefined): Quota | undefined {
  if (/\bremaining=/.test(text)) {
    const of = (name: string) => readCount(new RegExp(`\\b${name}=(\\d+)`).exec(text)?.[1]);
    const window = readCount(/\bw=(\d+)/.exec(policies ?? '')?.[1]);
    return toQuota({ remaining: of('remaining'), reset: of('reset'), limit: of('limit'), window });
  }
  const quotas = text.split(',').flatMap((item) => readItem(item, policies) ?? []);
  return quotas.sort((a, b) => a.remaining / (a.limit ?? 1) - b.remaining / (b.limit ?? 1))[0];
}

/** One limit of the current draft; its policy has the same name. */
function readItem(item: string, policies: string | undefined): Quota | undefined {
  const name = /^\s*([^;]*)/.exec(item)?.[1] ?? '';
  const policy = policies?.split(',').find((one) => one.trim().startsWith(`${name};`));
  const parameter = (text: string | undefined, key: string) =>
    readCount(new RegExp(`;\\s*${key}=(\\d+)`).exec(text ?? '')?.[1]);
  return toQuota({
    remaining: parameter(item, 'r'),
    reset: parameter(item, 't'),
    limit: parameter(policy, 'q'),
    window: parameter(policy, 'w'),
  });
}

function readCount(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d{1,15}\s*$/.test(text) ? Number(text) : undefined;
}

/** A reset of more seconds than that is a time of day: seconds or milliseconds since 1970. */
const MAX_SECONDS = 1e9;
const MAX_EPOCH_SECONDS = 1e11;

function readReset(text: string | undefined, now: number): number | undefined {
  if (text === undefined || !/^\s*\d{1,15}(\.\d{1,9})?\s*$/.test(text)) return undefined;
  const number = Number(text);
  if (number < MAX_SECONDS) return number;
  const at = number < MAX_EPOCH_SECONDS ? number * 1000 : number;
  return Math.max(0, at - now) / 1000;
}
