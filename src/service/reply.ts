import type { z } from 'zod';
import { systemCode } from '../domain/errors.ts';
import { isJsonObject, parseJson } from '../domain/json-text.ts';
import { isListingId } from '../domain/listing.ts';
import type { Redact } from '../domain/secret.ts';
import { ProxyFault } from './open-proxy.ts';
import { type AnswerHeaders, type Attempt, UNTRUSTED_CERTIFICATE } from './transport.ts';

/** An attempt, understood. */
export type Reply<T> =
  | { readonly kind: 'ok'; readonly value: T; readonly httpStatus: number }
  /** The service refused: the request had no effect. */
  | Refusal
  /** No connection: the request had no effect. */
  | { readonly kind: 'not_sent'; readonly message: string; readonly hint?: string | undefined }
  /** Outcome unknown: no answer, an unreadable one, or one of a failing or busy service. */
  | Loss;

export interface Refusal {
  readonly kind: 'refused';
  readonly httpStatus: number;
  readonly message: string;
  /** The parameter that the service found fault with, if it names one. */
  readonly param?: string | undefined;
  readonly retryAfterMs?: number | undefined;
}

export interface Loss {
  readonly kind: 'lost';
  readonly message: string;
  readonly hint?: string | undefined;
  readonly httpStatus?: number;
  readonly retryAfterMs?: number | undefined;
}

interface ReadOptions<T> {
  readonly schema: z.ZodType<T>;
  /** What is wrong with a value of the right shape, if something is. */
  readonly findFault?: ((value: T) => string | undefined) | undefined;
  /** Epoch milliseconds, for a `Retry-After` that names a date in an answer without a date. */
  readonly now: number;
  /** Nothing the service says may carry the key onwards. */
  readonly redact: Redact;
}

/**
 * Understands an attempt, with messages that go behind "the service …" or are complete alone. They are all that is kept of what
 * went wrong: the errors behind them hold pieces of the answer, and the answer may hold the key.
 */
export function readReply<T>(attempt: Attempt, options: ReadOptions<T>): Reply<T> {
  const { now, redact } = options;
  if (attempt.kind !== 'answer') {
    const { text, hint } = explainFault(attempt.cause);
    const message = `${whatFailed(attempt)}${redact(text)}`;
    return { kind: attempt.kind === 'not_sent' ? 'not_sent' : 'lost', message, hint };
  }
  const { httpStatus, body } = attempt;
  if (httpStatus >= 200 && httpStatus < 300) return readValue(attempt, options);
  const said = readErrorBody(redact(body));
  const message = describeError(httpStatus, said, redact);
  const retryAfterMs = parseRetryAfter(firstOf(attempt.headers['retry-after']), serviceTime(attempt, now));
  const unclear = httpStatus < 400 || UNCLEAR.includes(httpStatus) || httpStatus >= 500;
  if (unclear) return { kind: 'lost', httpStatus, message, retryAfterMs };
  return { kind: 'refused', httpStatus, message, param: said.param, retryAfterMs };
}

/** Goes before the cause. If the time ran out, nothing broke off, and the cause says it all. */
function whatFailed({ kind, cause }: Exclude<Attempt, { readonly kind: 'answer' }>): string {
  if (kind === 'not_sent') return 'no connection to the service: ';
  return systemCode(cause) === 'DEADLINE' ? '' : 'the connection broke off: ';
}

/** 499 is what a proxy says that took a request for given up: the service may have it all the same. */
const UNCLEAR: readonly number[] = [408, 409, 499];

function readValue<T>(
  { body, httpStatus, fault: unreadable }: Extract<Attempt, { readonly kind: 'answer' }>,
  { schema, findFault, redact }: ReadOptions<T>,
): Reply<T> {
  const lost = (what: string): Loss => ({
    kind: 'lost',
    httpStatus,
    message: `the service answered ${httpStatus} with ${what}`,
  });
  if (unreadable !== undefined) return lost(shorten(redact(unreadable)));
  let json: unknown;
  try {
    json = parseWithoutKey(body, redact);
  } catch {
    return lost(`something that is not JSON${profileColumn(body)}`);
  }
  if (hasRepeatedName(body, json)) return lost('an object that has one name twice');
  const parsed = schema.safeParse(json);
  const fault = parsed.success ? findFault?.(parsed.data) : undefined;
  if (fault !== undefined) return lost(redact(fault));
  if (parsed.success) return { kind: 'ok', value: parsed.data, httpStatus };
  const issue = parsed.error.issues[0];
  const where = issue?.path.join('.') || 'the answer';
  return lost(`an unexpected shape (${where}: ${issue?.message})`);
}

function profileColumn(body: string): string {
  if (body.trim() === '') return ': an empty body';
  return /^\s*</.test(body) ? ': a page of HTML or XML' : '';
}

/**
 * A name or a type that holds the key is masked like any other text. Identifiers stay as they are: if the key is a mere word,
 * a listing must not be lost because of it.
 */
function parseWithoutKey(body: string, redact: Redact): unknown {
  if (redact(body) === body) return JSON.parse(body);
  return JSON.parse(body, (name, value: unknown) =>
    typeof value !== 'string' || IDENTITIES.has(name) || isListingId(value) ? value : redact(value),
  );
}

/** A SKU is only taken if it is the sheet's own; the others are one of a few words. */
const IDENTITIES: ReadonlySet<string> = new Set(['sku', 'object', 'currency']);

/** What to do about a fault, where it shows the cause: every GET is of a list, and a list that is not found is elsewhere. */
export function hintOf(method: 'GET' | 'POST', reply: Reply<unknown>): string | undefined {
  if (reply.kind === 'refused')
    return method === 'GET' && reply.httpStatus === 404 ? CHECK_ADDRESS : undefined;
  return reply.kind === 'ok' ? undefined : reply.hint;
}

interface Explained {
  readonly text: string;
  /** What to do about it, where the error shows the cause. */
  readonly hint?: string | undefined;
}

function explainFault(error: unknown): Explained {
  if (!(error instanceof Error)) return { text: String(error) };
  if (error instanceof ProxyFault) return { text: error.message, hint: error.hint };
  const { code = '' } = error as NodeJS.ErrnoException;
  const { text, hint } = FAULTS.find(({ codes }) => codes.test(code)) ?? {};
  if (text !== undefined) return { text, hint };
  // OpenSSL's own words are a dump of its sources, line break and all.
  if (/^(EPROTO$|ERR_SSL_)/.test(code)) return { text: describeTlsFault(error.message) };
  const own = error instanceof AggregateError ? code || error.message : error.message || code;
  return { text: own || error.name, hint };
}

export const CHECK_ADDRESS = 'Check the base URL (--base-url or PRICESHEET_BASE_URL)';
const OPEN_MORE = 'Allow more open files (ulimit -n), or set a lower "concurrency" in pricesheet.json';
const CHECK_CLOCK = 'Check the clock of this machine; if it is right, the service has to fix its certificate';

/** Failures whose error shows what to do, or is in undici's or the system's own terms. The first one with the code counts. */
const FAULTS: readonly (Partial<Explained> & { readonly codes: RegExp })[] = [
  { codes: /^CERT_HAS_EXPIRED$/, text: 'the certificate has expired', hint: CHECK_CLOCK },
  { codes: /^CERT_NOT_YET_VALID$/, hint: CHECK_CLOCK },
  { codes: /^(ERR_TLS_CERT_ALTNAME_INVALID|ENOTFOUND|ECONNREFUSED)$/, hint: CHECK_ADDRESS },
  {
    codes: UNTRUSTED_CERTIFICATE,
    hint: 'If the service or a proxy uses its own certificate authority, set NODE_EXTRA_CA_CERTS to the file with its certificate',
  },
  { codes: /^EMFILE$/, text: 'this process has too many files and connections open', hint: OPEN_MORE },
  { codes: /^ENFILE$/, text: 'this machine has too many files and connections open', hint: OPEN_MORE },
  {
    codes: /^EAI_AGAIN$/,
    hint: 'The name server did not answer: check the network of this machine',
  },
  {
    codes: /^UND_ERR_RES_EXCEEDED_MAX_SIZE$/,
    text: 'the answer is longer than 8 MiB, and was not read to its end',
  },
  { codes: /^UND_ERR_HEADERS_OVERFLOW$/, text: 'the headers of the answer are longer than 16 KiB' },
  { codes: /^UND_ERR_CONNECT_TIMEOUT$/, text: 'no answer in time' },
  // Its message holds a piece of undici's source. So far it is seen if the status is below 100.
  { codes: /^ERR_ASSERTION$/, text: 'the answer is not proper HTTP' },
];

function describeTlsFault(message: string): string {
  if (/wrong version number|packet length too long/i.test(message))
    return 'the server does not speak TLS; is it http://?';
  const [, , said] = /:SSL routines:([^:]*):([^:]+):/.exec(message) ?? [];
  return `TLS failed${said === undefined ? '' : `: ${said}`}`;
}

/** The key is taken out both before and after parsing, since JSON may hold it in escapes. */
function describeError(httpStatus: number, { message, param }: ErrorBody, redact: Redact): string {
  if (httpStatus >= 300 && httpStatus < 400) {
    return `the service answered ${httpStatus}, a redirect, which is not followed; check the base URL`;
  }
  const said = message === undefined ? 'without a reason' : `"${shorten(redact(message))}"`;
  return `the service answered ${httpStatus} ${said}${param === undefined ? '' : ` (parameter ${shorten(redact(param))})`}`;
}

const LONGEST = 300;

function shorten(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** Milliseconds to wait, from the two forms of RFC 9110 section 10.2.3: seconds, or a date by the service's clock. */
function parseRetryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^\s*\d+\s*$/.test(text)) return Number(text) * 1000;
  const date = parseHttpDate(text);
  return date === undefined ? undefined : Math.max(0, date - now);
}

/** The forms of RFC 9110 section 5.6.7, of which all that are in use end in GMT. */
function parseHttpDate(text: string | undefined): number | undefined {
  const date = text !== undefined && /^\s*[a-z].* GMT\s*$/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : date;
}

/**
 * What time it is by the service's own clock, as its answer says, or else by this machine's: the clocks may be minutes apart, and a time of day
 * that the service names is meant by its own. Units: epoch milliseconds.
 */
function serviceTime(attempt: Attempt, now: number): number {
  const date = attempt.kind === 'answer' ? parseHttpDate(firstOf(attempt.headers['date'])) : undefined;
  return date ?? now;
}

/** What came several times counts as it came first. */
function firstOf(header: AnswerHeaders[string]): string | undefined {
  return typeof header === 'object' ? header[0] : header;
}

/** The message and parameter of an error body, where found. */
interface ErrorBody {
  readonly message: string | undefined;
  /** The query parameter at fault. */
  readonly param: string | undefined;
}

/** At most that much of a body that is not JSON is searched for a message. */
const MAX_TEXT = 4096;

/**
 * Reads the body of an error answer. Its shape is not documented: seen are `message` and `param`, flat or under
 * `error`, either of them null; HTML; plain text; and nothing at all.
 */
export function readErrorBody(body: string): ErrorBody {
  const json = parseJson(body);
  if (json === undefined) return { message: tidy(withoutTags(body.slice(0, MAX_TEXT))), param: undefined };
  const holder = isJsonObject(json) && isJsonObject(json['error']) ? json['error'] : json;
  if (!isJsonObject(holder))
    return { message: typeof holder === 'string' ? tidy(holder) : undefined, param: undefined };
  const { message, param, error } = holder;
  return { message: tidy(message ?? error), param: tidy(param) };
}

function withoutTags(html: string): string {
  return html.replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]*>/g, ' ');
}

function tidy(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return text === '' ? undefined : text;
}

/**
 * Whether an object in `json` has a name twice. Readers of JSON differ on which of the two values counts, so neither is safe to
 * use. `json` has to be valid JSON, and `parsed` the result of `JSON.parse`, which has each name once: if the text has no more,
 * none is repeated. Source: RFC 8259 section 4.
 */
export function hasRepeatedName(json: string, parsed: unknown): boolean {
  return countNames(json) !== countKeys(parsed);
}

/** Every text that is followed by a colon is a name. */
function countNames(json: string): number {
  let names = 0;
  let opening = json.indexOf('"');
  while (opening >= 0) {
    let after = findClosingQuote(json, opening) + 1;
    while (isBlank(json.charCodeAt(after))) after++;
    if (json.charCodeAt(after) === COLON) names++;
    opening = json.indexOf('"', after);
  }
  return names;
}

const COLON = 58;
const BLANK = 32;

/** Source: RFC 8259 section 2. Past the end there is no code at all. */
function isBlank(code: number): boolean {
  return code <= BLANK;
}

/** Without a call for each value inside: JSON may be nested deeper than calls may. */
function countKeys(parsed: unknown): number {
  const left: object[] = isObject(parsed) ? [parsed] : [];
  let keys = 0;
  for (let holder = left.pop(); holder; holder = left.pop()) {
    if (Array.isArray(holder)) {
      for (const value of holder) if (isObject(value)) left.push(value);
      continue;
    }
    // An array of all values would take four times as long.
    for (const key in holder) {
      keys++;
      const value = (holder as Readonly<Record<string, unknown>>)[key];
      if (isObject(value)) left.push(value);
    }
  }
  return keys;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Looks at each character once: a pattern would keep a way back for each escape, and run out of stack over millions. */
function findClosingQuote(json: string, opening: number): number {
  let at = json.indexOf('"', opening + 1);
  while (at >= 0 && isEscaped(json, at)) at = json.indexOf('"', at + 1);
  return at < 0 ? json.length : at;
}

/** By an odd number of backslashes; of an even one each escapes the next. */
function isEscaped(json: string, at: number): boolean {
  let before = at - 1;
  while (json.charCodeAt(before) === BACKSLASH) before--;
  return (at - before) % 2 === 0;
}

const BACKSLASH = 92;
