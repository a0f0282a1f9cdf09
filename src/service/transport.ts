import { isAscii, isUtf8 } from 'node:buffer';
import { type Dispatcher, Pool } from 'undici';
import type { Clock } from '../domain/ports.ts';
import type { Secret } from '../domain/secret.ts';
import { openProxy, type ProxyAddress } from './open-proxy.ts';
import { type ServiceRequest, writeTarget } from './requests.ts';

/** Headers by their names in lower case, as HTTP clients have them. */
export type AnswerHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What one attempt came to: an answer from the service, or the lack of one. */
export type Attempt =
  | {
      readonly kind: 'answer';
      readonly httpStatus: number;
      readonly headers: AnswerHeaders;
      /** From when the request was sent, over a connection that was there by then, to the last byte of the answer. Units: milliseconds. */
      readonly tripMs?: number | undefined;
      readonly body: string;
      /** Why the body can't be read, as what the service answered with, at any length: nothing is cut before the key is out. */
      readonly fault?: string | undefined;
    }
  /** No connection came about: the service has not seen the request. */
  | { readonly kind: 'not_sent'; readonly cause: unknown }
  /** The request may have been seen, and no whole answer came back. */
  | { readonly kind: 'cut_off'; readonly cause: unknown };

/** Makes one attempt. Never throws for what the network does. */
export type Send = (request: ServiceRequest) => Promise<Attempt>;

export interface Transport {
  readonly send: Send;
  close(): Promise<void>;
}

export interface TransportOptions {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: Secret;
  readonly proxy?: ProxyAddress | undefined;
  /** For a whole attempt, from connecting to the last byte of the answer. */
  readonly timeoutMs: number;
  readonly connections: number;
  readonly clock: Pick<Clock, 'monotonic'>;
}

export type OpenTransport = (options: TransportOptions) => Transport;

/** An answer of more bytes than this is not read to its end. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** A list that a cache on the way has kept would show an update as lost that took effect. Source: RFC 9111 section 5.2.1.4. */
const FRESH = { 'cache-control': 'no-cache' };

/** Opens the connection pool to the service. Redirects are not followed; request bodies are never sent. */
export function openTransport({
  baseUrl,
  apiKey,
  proxy,
  timeoutMs,
  connections,
  clock,
}: TransportOptions): Transport {
  const bounds = { connections, headersTimeout: 0, bodyTimeout: 0, maxResponseSize: MAX_ANSWER_BYTES };
  const { origin, pathname } = new URL(baseUrl);
  const dispatcher = proxy
    ? openProxy(proxy, { ...bounds, timeoutMs })
    : new Pool(origin, { ...bounds, connect: { timeout: timeoutMs } });
  const prefix = pathname.replace(/\/+$/, '');
  const headers = {
    authorization: `Basic ${Buffer.from(`${apiKey.reveal()}:`).toString('base64')}`,
    accept: 'application/json',
    // Compressed bodies are never unpacked: a few bytes could expand without limit.
    'accept-encoding': 'identity',
    'user-agent': 'pricesheet',
  };
  const headersOf = { POST: headers, GET: { ...headers, ...FRESH } } as const;

  async function send({ method, path, query }: ServiceRequest): Promise<Attempt> {
    try {
      const request = {
        origin,
        path: writeTarget(prefix, { path, query }),
        method,
        headers: headersOf[method],
      };
      const answer = await new Promise<Answer>((resolve, reject) => {
        dispatcher.dispatch(request, new Collector({ timeoutMs, clock, resolve, reject }));
      });
      return {
        kind: 'answer',
        httpStatus: answer.httpStatus,
        headers: answer.headers,
        tripMs: answer.tripMs,
        ...readBody(answer.bytes, answer.headers['content-encoding']),
      };
    } catch (cause) {
      return { kind: wasNotSent(cause) ? 'not_sent' : 'cut_off', cause };
    }
  }

  return { send, close: () => dispatcher.destroy() };
}

/** An answer that came to its end. */
interface Answer {
  readonly httpStatus: number;
  /** What came several times is a list. */
  readonly headers: Dispatcher.ResponseData['headers'];
  readonly bytes: Buffer;
  /** From when the request was sent over its connection. Units: milliseconds. */
  readonly tripMs: number;
}

interface CollectorOptions extends Pick<TransportOptions, 'timeoutMs' | 'clock'> {
  readonly resolve: (answer: Answer) => void;
  /** Gets what undici says of the network, or `DeadlineError` if the answer is not whole in time. */
  readonly reject: (error: Error) => void;
}

/**
 * Collects a whole answer without the stream that undici would put around it: most of what a request costs here is that stream, and the signal
 * that ends it. A class, since closures for each event of each request would take more than what they do.
 *
 * If the time runs out for a request that still waits for its connection, it ends as soon as there is one, or none.
 */
class Collector implements Dispatcher.DispatchHandler {
  readonly #options: CollectorOptions;
  readonly #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #late: DeadlineError | undefined;
  #sentAt = 0;
  #httpStatus = 0;
  #headers: Answer['headers'] = {};
  readonly #chunks: Buffer[] = [];

  constructor(options: CollectorOptions) {
    this.#options = options;
    this.#timer = setTimeout(Collector.#giveUp, options.timeoutMs, this);
  }

  static #giveUp(this: void, collector: Collector): void {
    collector.#late = new DeadlineError(collector.#options.timeoutMs);
    collector.#controller?.abort(collector.#late);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    this.#sentAt = this.#options.clock.monotonic();
    if (this.#late) controller.abort(this.#late);
  }

  /** An informational status (1xx) is overwritten by the answer that follows. */
  onResponseStart(_: unknown, httpStatus: number, headers: Answer['headers']): void {
    this.#httpStatus = httpStatus;
    this.#headers = headers;
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    clearTimeout(this.#timer);
    this.#options.resolve({
      httpStatus: this.#httpStatus,
      headers: this.#headers,
      bytes: this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks),
      tripMs: this.#options.clock.monotonic() - this.#sentAt,
    });
  }

  onResponseError(_: unknown, error: Error): void {
    clearTimeout(this.#timer);
    this.#options.reject(error);
  }
}

class DeadlineError extends Error {
  readonly code = 'DEADLINE';

  constructor(timeoutMs: number) {
    super(`no complete answer within ${timeoutMs / 1000} s`);
  }
}

type Body = Pick<Extract<Attempt, { readonly kind: 'answer' }>, 'body' | 'fault'>;

function readBody(bytes: Buffer, encoding: string | string[] | undefined): Body {
  const packed = [encoding ?? []].flat().join(', ');
  if (packed !== '' && packed.toLowerCase() !== 'identity')
    return { body: '', fault: `a compressed body ("${packed}") that was not requested` };
  // Nearly every body: there is nothing to decode.
  if (isAscii(bytes)) return { body: bytes.toString('latin1') };
  // A byte order mark is not part of the text.
  const body = new TextDecoder().decode(bytes);
  return isUtf8(bytes) ? { body } : { body, fault: 'text that is not UTF-8' };
}

const CONNECT_CODES = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'PROXY']);
const CONNECT_CALLS = new Set(['connect', 'getaddrinfo']);
/** What Node calls a certificate that it doesn't trust. */
export const UNTRUSTED_CERTIFICATE = /^(CERT_|DEPTH_ZERO_|ERR_TLS_CERT_|SELF_SIGNED_|UNABLE_TO_)/;

/** Only failures before a connection was open count as not sent; everything else may have arrived. */
function wasNotSent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  return (
    (code !== undefined && (CONNECT_CODES.has(code) || UNTRUSTED_CERTIFICATE.test(code))) ||
    (syscall !== undefined && CONNECT_CALLS.has(syscall))
  );
}
