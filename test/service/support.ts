import { setMaxListeners } from 'node:events';
import { createServer as createHttpServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { FieldValues } from '../../src/domain/fields.ts';
import type { ListingId } from '../../src/domain/listing.ts';
import type { Clock, ListingUpdate, Log, Random } from '../../src/domain/ports.ts';
import { Secret } from '../../src/domain/secret.ts';
import type { Change } from '../../src/domain/stages.ts';
import type { Sandbox } from '../../src/sandbox/start-sandbox.ts';
import { openService, type ServiceOptions } from '../../src/service/open-service.ts';
import { type OpenTransport, openTransport, type TransportOptions } from '../../src/service/transport.ts';
import { wireListing as aWireListing } from '../support/an-account.ts';
import { listingId, sku } from '../support/builders.ts';
import { createFakeClock } from '../support/fake-clock.ts';

export const KEY = 'sandbox-key';

interface LogEntry {
  readonly level: keyof Log;
  readonly event: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** When it was written, in milliseconds of the client's clock. */
  readonly at: number;
}

interface RecordingLog extends Log {
  readonly entries: readonly LogEntry[];
}

function createRecordingLog(clock: Clock): RecordingLog {
  const entries: LogEntry[] = [];
  const write =
    (level: keyof Log): Log['debug'] =>
    (event, fields = {}) =>
      void entries.push({ level, event, fields, at: clock.monotonic() });
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error'), entries };
}

type ClientOptions = Partial<Omit<ServiceOptions, 'apiKey' | 'baseUrl'>> & {
  readonly apiKey?: string;
  readonly readOnly?: boolean;
  readonly random?: Random;
  readonly openTransport?: OpenTransport;
};

/**
 * So many requests a second that the interval between them is lost in rounding on a clock that is some way on: the pace
 * is not noticed, unless a test is about it.
 */
const NO_PACE = Number.MAX_SAFE_INTEGER;
const SOME_WAY_ON = 1_000_000;

/** For those who never stop anything. */
export const noSignal = new AbortController().signal;
setMaxListeners(0, noSignal);

/** The client on a clock that stands still, closed with the test. Answers are waited for in real time, pauses are not. */
export function openClient(server: string | { readonly url: string }, options: ClientOptions = {}) {
  const { apiKey = KEY, readOnly = false, random = () => 0.5, openTransport: open, ...rest } = options;
  const clock = createFakeClock();
  const log = createRecordingLog(clock);
  const service = openService(
    {
      baseUrl: typeof server === 'string' ? server : server.url,
      apiKey: new Secret(apiKey),
      ratePerSecond: NO_PACE,
      concurrency: 8,
      timeoutMs: 10_000,
      retries: 5,
      nullAs: 'empty',
      ...rest,
    },
    {
      readOnly,
      openTransport: open ?? openTransport,
      clock: { ...clock, monotonic: () => SOME_WAY_ON + clock.monotonic() },
      random,
      log,
    },
  );
  onTestFinished(() => service.close());
  const signal = noSignal;
  return {
    service,
    clock,
    log,
    counts: service.counts,
    find: (text: string) => clock.runUntilDone(service.findListings(sku(text), { signal })),
    strategies: () => clock.runUntilDone(service.listStrategies({ signal })),
    channels: () => clock.runUntilDone(service.listChannels({ signal })),
    update: (what: ListingUpdate, attemptsMade = 0) =>
      clock.runUntilDone(service.updateListing(what, { signal, attemptsMade })),
    /** The waits that were asked for. Units: milliseconds. */
    waits: () => clock.sleeps.filter((ms) => ms > 0),
    /** When each request was sent, in milliseconds since the client was opened. */
    sentAt: () => log.entries.filter(({ event }) => event === 'request').map(({ at }) => at),
  };
}

type BareOptions = Partial<Omit<TransportOptions, 'apiKey' | 'baseUrl'>> & { readonly apiKey?: string };

/** A transport without the client around it, closed with the test. */
export function openTestTransport(baseUrl: string, { apiKey = KEY, ...options }: BareOptions = {}) {
  const transport = openTransport({
    baseUrl,
    apiKey: new Secret(apiKey),
    timeoutMs: 10_000,
    connections: 4,
    clock: { monotonic: () => 0 },
    ...options,
  });
  onTestFinished(() => transport.close());
  return transport;
}

/** Requests of a transport. */
export const get = { method: 'GET', path: '/listings', query: [] } as const;
export const post = { method: 'POST', path: '/listings/x', query: [['cost', '1']] } as const;

/** An update of a listing, in the terms of the client. */
export function anUpdateOf(
  id: number | string,
  values: Partial<FieldValues>,
  listed = 'MUG-01',
): ListingUpdate {
  const changes = Object.entries(values).map(([field, after]): Change => {
    return { field: field as Change['field'], before: null, after };
  });
  const named = typeof id === 'number' ? listingId(id) : (id as ListingId);
  return { id: named, sku: sku(listed), currency: 'usd', changes };
}

/** A listing as the service writes it. */
export function wireListing(number: number, fields: Readonly<Record<string, unknown>> = {}) {
  return { ...aWireListing(number), sku: 'MUG-01', created: 1_750_000_000, ...fields };
}

export function wirePage(data: readonly unknown[], hasMore = false) {
  return { object: 'list', has_more: hasMore, data };
}

export interface SeenRequest {
  readonly method: string;
  /** As it came over the wire. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Counts from 0. */
  readonly index: number;
}

export interface CannedReply {
  readonly status?: number;
  readonly statusText?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** A text goes out as it is, anything else as JSON. */
  readonly body?: unknown;
}

/** Answers a request: with a reply, or with whatever it does to the response itself. */
type Answer = (
  request: SeenRequest,
  response: ServerResponse,
) => CannedReply | undefined | Promise<CannedReply | undefined>;

interface RecordingServer {
  readonly url: string;
  readonly seen: readonly SeenRequest[];
}

/** A server that keeps all that it sees, for what the sandbox is too well-behaved to do. Gone with the test. */
export async function startServer(answer: Answer): Promise<RecordingServer> {
  const seen: SeenRequest[] = [];
  const server = createHttpServer({ keepAliveTimeout: 0 }, async (incoming, response) => {
    response.on('error', () => {});
    const { method = '', url: target = '', headers } = incoming;
    let body = '';
    for await (const chunk of incoming) body += chunk;
    const request = { method, target, headers, body, index: seen.length };
    seen.push(request);
    const reply = await answer(request, response);
    if (reply) sendReply(response, reply);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${await listen(server)}`, seen };
}

/** Answers with one reply after the other, and with the last one ever after. */
export function inTurn(...replies: readonly CannedReply[]): Answer {
  return ({ index }) => replies[Math.min(index, replies.length - 1)];
}

function sendReply(
  response: ServerResponse,
  { status = 200, statusText, headers = {}, body = '' }: CannedReply,
): void {
  response.writeHead(status, statusText, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
}

/** A server that speaks no HTTP of its own: `onRequest` has the socket and what first came over it. */
export async function startTcpServer(onRequest: (socket: Socket, text: string) => void) {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', (data) => onRequest(socket, data.toString('latin1')));
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: await listen(server), connections: () => sockets.size };
}

/** Listens on a free port of this computer, or on the one given. */
export function listen(server: Server, port = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
}

/** What a sandbox answered, in the order in which it did: `GET /listings 200`. */
export function answered({ requests }: Sandbox): readonly string[] {
  return requests.map(({ method, path, status }) => `${method} ${path} ${status}`);
}
