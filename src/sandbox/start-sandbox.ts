import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { type Account, createAccount } from './account.ts';
import type { Catalogue, Listing, ListingPatch } from './catalogue.ts';
import { SandboxError } from './errors.ts';
import { type CannedAnswer, type Faults, parseFaults } from './faults.ts';
import { createResponder, type ReceivedRequest, type Reply } from './meet-faults.ts';
import type { NullStyle } from './parameters.ts';
import { createRandom } from './random.ts';
import { createService, type GoneCursors, listingIdOf, type ServiceRequest } from './service.ts';

/** Nobody else on the network can reach it. */
const HOST = '127.0.0.1';
const MANUAL_PRICE_STREAM = 1;
const FAULT_STREAM = 2;

export interface SandboxOptions {
  /** What the sandbox serves. It is left as it is: updates go to the sandbox's own state, see `snapshot`. */
  readonly catalogue: Catalogue;
  /** The one key that is accepted. Default `sandbox-key`. */
  readonly apiKey?: string;
  /** Default 0, any free port. */
  readonly port?: number;
  /** How many times as fast as `now` the sandbox's own clock runs, on which manual prices become due. Default 1. */
  readonly speed?: number;
  /** Epoch milliseconds, default `Date.now`. Also the time of the rate limit and the log, without `speed`. */
  readonly now?: () => number;
  /** Decides every delay of a manual price and every random fault. Default 1. */
  readonly seed?: number;
  /** How a null is written in an update. Default `empty`. */
  readonly nulls?: NullStyle;
  /** What a page after a listing that was removed is. Default `refused`. */
  readonly goneCursors?: GoneCursors;
  readonly faults?: Faults;
  /** Whether `requests` is filled. Default true. */
  readonly keepsRequests?: boolean;
  /** Called with each request, just before its answer goes out. It must not throw: an error is thrown on as uncaught. */
  readonly onRequest?: (entry: RequestEntry) => void;
  /** Waits for latencies and delays of faults. Default: real milliseconds, cancelled by `close`. */
  readonly wait?: (ms: number) => Promise<void>;
}

export interface Sandbox {
  /** Base address, `http://127.0.0.1:PORT`. */
  readonly url: string;
  readonly apiKey: string;
  /** Requests in the order in which they were answered, growing while the sandbox runs. */
  readonly requests: readonly RequestEntry[];
  /** The state as a catalogue that can be saved and started again, waits of manual prices included. Works after `close` too. */
  snapshot(): Catalogue;
  /** Changes by others to the account. An added listing is not validated. */
  addListing(listing: Listing): void;
  removeListing(id: string): void;
  changeListing(id: string, patch: ListingPatch): void;
  /** Ends every connection and frees the port. Calling it again gives the same promise. */
  close(): Promise<void>;
}

/**
 * Starts a local service that implements all of interface.md, for this computer only.
 *
 * Errors: `SandboxError` `invalid_option` for a key that can't be used, `invalid_faults`, `port_in_use`, `cannot_listen`. The catalogue is
 * not validated: JSON from outside goes through `parseCatalogue` first.
 */
export async function startSandbox({
  catalogue,
  apiKey = 'sandbox-key',
  port = 0,
  speed = 1,
  now = Date.now,
  seed = 1,
  nulls = 'empty',
  goneCursors = 'refused',
  faults = {},
  keepsRequests = true,
  onRequest,
  wait,
}: SandboxOptions): Promise<Sandbox> {
  if (!/^[\x21-\x39\x3b-\x7e]+$/.test(apiKey))
    throw new SandboxError('invalid_option', 'Cannot use the key: it must be visible ASCII without ":"');
  const begun = now();
  const account = createAccount(catalogue, {
    now: () => begun + (now() - begun) * speed,
    random: createRandom(seed, MANUAL_PRICE_STREAM),
  });
  let closing: Promise<void> | undefined;
  /** Once closed, a wait does not end, and its timer keeps no process alive. */
  const pause = async (ms: number) => {
    await setTimeout(ms, undefined, { ref: false });
    if (closing) await new Promise(() => undefined);
  };
  const requests: RequestEntry[] = [];
  const listener = createRequestListener({
    account,
    respond: createResponder({
      account,
      service: createService(account, { nulls, goneCursors }),
      apiKey,
      faults: parseFaults(faults),
      random: createRandom(seed, FAULT_STREAM),
      now,
      wait: wait ?? pause,
    }),
    now,
    record: (entry) => {
      if (keepsRequests) requests.push(entry);
      onRequest?.(entry);
    },
  });
  // No idle timeout: a connection that ends on its own would be a fault nobody asked for.
  const server = createServer({ keepAliveTimeout: 0 }, listener);
  const url = await listen(server, port);
  return {
    url,
    apiKey,
    requests,
    snapshot: account.snapshot,
    addListing: account.listings.add,
    removeListing: account.listings.remove,
    changeListing: account.listings.patch,
    close: () => {
      closing ??= new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      return closing;
    },
  };
}

/** Gives the base address, with the port that was really taken. */
async function listen(server: Server, port: number): Promise<string> {
  server.listen({ host: HOST, port, backlog: 1024 });
  await once(server, 'listening').catch((cause: NodeJS.ErrnoException) => {
    const isInUse = cause.code === 'EADDRINUSE';
    const why = isInUse ? 'the port is in use. Choose another, or 0 for any free one' : cause.message;
    const code = isInUse ? 'port_in_use' : 'cannot_listen';
    throw new SandboxError(code, `Cannot listen on ${HOST}:${port}: ${why}`, { cause });
  });
  const address = server.address();
  const taken = typeof address === 'object' && address !== null ? address.port : port;
  return `http://${HOST}:${taken}`;
}

/**
 * One request as it was answered.
 *
 * Units: `at` is an ISO time of the `now` given.
 * Shape: `n` counts from 1 in order of arrival; `status` is `'reset'` when the connection was reset instead; `sku` is the one asked for
 * or that of the listing updated.
 */
export interface RequestEntry extends ServiceRequest {
  readonly n: number;
  readonly at: string;
  readonly status: number | 'reset';
  readonly sku?: string;
  readonly listingId?: string;
}

interface ServeContext {
  readonly account: Account;
  readonly respond: (request: ReceivedRequest) => Promise<Reply>;
  readonly now: () => number;
  readonly record: (entry: RequestEntry) => void;
}

/** Makes the listener that joins HTTP to the service: reads requests, records them, and writes what was decided. */
function createRequestListener(context: ServeContext): RequestListener {
  let arrived = 0;
  return (request, response) => {
    arrived++;
    response.on('error', () => undefined);
    serve(request, response, { ...context, n: arrived }).catch((error: unknown) => {
      // A bug, or a callback that threw. The client must not wait for ever, nor the reason be lost.
      response.destroy();
      queueMicrotask(() => {
        throw error;
      });
    });
  };
}

async function serve(
  incoming: IncomingMessage,
  response: ServerResponse,
  { account, respond, now, record, n }: ServeContext & { readonly n: number },
): Promise<void> {
  const at = new Date(now()).toISOString();
  const request = readRequest(incoming, account);
  const { outcome, truncate } = await respond(request);
  const { method, path, query, sku, listingId } = request;
  // Recorded before the first byte goes out, so that a client that has the answer finds the entry.
  record({
    n,
    at,
    method,
    path,
    query,
    status: outcome === 'reset' ? outcome : outcome.status,
    ...(sku !== undefined && { sku }),
    ...(listingId !== undefined && { listingId }),
  });
  if (outcome === 'reset') return void incoming.socket.resetAndDestroy();
  if (hasBody(incoming)) response.setHeader('connection', 'close');
  send(response, outcome, truncate);
}

/**
 * Reads a request target such as `/listings?sku=A%2FB`. A `+` in the query is a space, as in forms; a plus sign is `%2B`.
 *
 * Source: interface.md section 4 (query parameters only, no payload).
 */
function readRequest(incoming: IncomingMessage, { listings }: Account): ReceivedRequest {
  const { method = '', url = '/', headers } = incoming;
  const [, rawPath = '', rawQuery = ''] = /^([^?]*)\??(.*)$/.exec(url) ?? [];
  const path = decode(rawPath) ?? rawPath;
  const query = [...new URLSearchParams(rawQuery)];
  const listingId = listingIdOf(path);
  const [, asked] = query.find(([name]) => path === '/listings' && name === 'sku') ?? [];
  return {
    method,
    path,
    query,
    authorization: headers.authorization,
    problem: findProblem(incoming, rawQuery),
    sku: listingId === undefined ? asked : listings.find(listingId)?.sku,
    listingId,
  };
}

/** Stricter than interface.md, which says nothing of bodies and broken encoding: the sandbox is there to check a client. */
function findProblem(incoming: IncomingMessage, rawQuery: string): string | undefined {
  if (hasBody(incoming)) return 'Cannot take a request body: parameters belong in the query';
  return decode(rawQuery) === undefined
    ? 'Cannot read the query: it is not percent-encoded UTF-8'
    : undefined;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Writes an answer, cut short if faults want it. One cut below the length it announced ends with its connection. */
function send(
  response: ServerResponse,
  { status, body = '', contentType = 'application/json', headers = {} }: CannedAnswer,
  truncate: Reply['truncate'],
): void {
  const whole = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const sent = whole.subarray(0, truncate?.bytes);
  response.statusCode = status;
  if (body !== '') response.setHeader('content-type', contentType);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (sent.length === whole.length || truncate?.contentLength === 'cut') return void response.end(sent);
  response.setHeader('content-length', whole.length);
  response.write(sent, () => response.destroy());
}
