import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Account } from './account.ts';
import type { CannedAnswer } from './faults.ts';
import type { ReceivedRequest, Reply } from './respond.ts';
import { listingIdOf, type ServiceRequest } from './service.ts';

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
export function createRequestListener(context: ServeContext): RequestListener {
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
