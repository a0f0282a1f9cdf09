import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { createAccount } from './account.ts';
import type { Catalogue, Listing, ListingPatch } from './catalogue.ts';
import { type Faults, parseFaults } from './faults.ts';
import type { NullStyle } from './parameters.ts';
import { createRandom } from './random.ts';
import { createResponder } from './respond.ts';
import { SandboxError } from './sandbox-error.ts';
import { createRequestListener, type RequestEntry } from './serve-requests.ts';
import { createService, type GoneCursors } from './service.ts';

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
