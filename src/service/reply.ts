import type { z } from 'zod';
import { systemCode } from '../domain/describe-system-error.ts';
import { isListingId } from '../domain/listing.ts';
import type { Redact } from '../domain/secret.ts';
import { readErrorBody } from './error-body.ts';
import { findHint } from './find-hint.ts';
import { findRepeatedName } from './find-repeated-name.ts';
import { parseHttpDate, serviceTime } from './service-time.ts';
import type { Attempt } from './transport.ts';

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
    const isUnsent = attempt.kind === 'not_sent';
    const message = `${whatFailed(attempt)}${redact(describeFault(attempt.cause))}`;
    return { kind: isUnsent ? 'not_sent' : 'lost', message, hint: findHint(attempt.cause) };
  }
  const { httpStatus, body } = attempt;
  if (httpStatus >= 200 && httpStatus < 300) return readValue(attempt, options);
  const message = describeError(httpStatus, body, redact);
  const retryAfterMs = parseRetryAfter(attempt.retryAfter, serviceTime(attempt, now));
  const unclear = httpStatus < 400 || UNCLEAR.includes(httpStatus) || httpStatus >= 500;
  if (unclear) return { kind: 'lost', httpStatus, message, retryAfterMs };
  return { kind: 'refused', httpStatus, message, param: readErrorBody(redact(body)).param, retryAfterMs };
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
  const repeated = findRepeatedName(body, json);
  if (repeated !== undefined) return lost(`an object that has "${shorten(redact(repeated))}" twice`);
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

function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof AggregateError) return code ?? error.message;
  const plain = PLAIN_WORDS[code ?? ''];
  if (plain !== undefined) return plain;
  // OpenSSL's own words are a dump of its sources, line break and all.
  if (code === 'EPROTO' || code?.startsWith('ERR_SSL_')) return describeTlsFault(error.message);
  return error.message || code || error.name;
}

/** For what undici and the system say in their own terms. */
const PLAIN_WORDS: Readonly<Record<string, string>> = {
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'the answer is longer than 8 MiB, and was not read to its end',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are longer than 16 KiB',
  EMFILE: 'this process has too many files and connections open',
  ENFILE: 'this machine has too many files and connections open',
  UND_ERR_CONNECT_TIMEOUT: 'no answer in time',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  // Its message holds a piece of undici's source. So far it is seen if the status is below 100.
  ERR_ASSERTION: 'the answer is not proper HTTP',
};

function describeTlsFault(message: string): string {
  if (/wrong version number|packet length too long/i.test(message))
    return 'the server does not speak TLS; is it http://?';
  const [, , said] = /:SSL routines:([^:]*):([^:]+):/.exec(message) ?? [];
  return `TLS failed${said === undefined ? '' : `: ${said}`}`;
}

/** The key is taken out both before and after parsing, since JSON may hold it in escapes. */
function describeError(httpStatus: number, body: string, redact: Redact): string {
  if (httpStatus >= 300 && httpStatus < 400) {
    return `the service answered ${httpStatus}, a redirect, which is not followed; check the base URL`;
  }
  const { message, param } = readErrorBody(redact(body));
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
