import { createServer, type Server } from 'node:http';
import { type Account, createAccount } from './account.ts';
import type { AnswerContext } from './answer-request.ts';
import { createAuthenticator } from './authenticate.ts';
import type { Catalogue, Listing } from './catalogue.ts';
import { createClock } from './clock.ts';
import { listen } from './listen.ts';
import type { ListingPatch } from './listing-store.ts';
import { createInterferencePlanner } from './plan-interference.ts';
import { createRandom } from './random.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { readOptions, type SandboxSettings } from './read-options.ts';
import type { RequestEntry } from './request-log.ts';
import { createRequestListener } from './serve-requests.ts';
import { createService } from './service.ts';
import { createWaits } from './waits.ts';

const MANUAL_PRICE_STREAM = 1;
const FAULT_STREAM = 2;

export interface SandboxOptions extends SandboxSettings {
  /** What the sandbox serves. It is left as it is: updates go to the sandbox's own state, see `snapshot`. */
  readonly catalogue: Catalogue;
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
 * Errors: `SandboxError` `invalid_option`, `invalid_faults`, `port_in_use`, `cannot_listen`. The catalogue is not validated: JSON from
 * outside goes through `parseCatalogue` first.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const settings = readOptions(options);
  const { apiKey, now, seed, speed, keepsRequests } = settings;
  const random = createRandom(seed, MANUAL_PRICE_STREAM);
  const account = createAccount(options.catalogue, { clock: createClock({ now, speed }), random });
  const waits = createWaits();
  const requests: RequestEntry[] = [];
  const listener = createRequestListener({
    ...toContext(account, settings),
    wait: options.wait ?? waits.wait,
    apiKey,
    now,
    record: (entry) => {
      if (keepsRequests) requests.push(entry);
      options.onRequest?.(entry);
    },
  });
  // No idle timeout: a connection that ends on its own would be a fault nobody asked for.
  const server = createServer({ keepAliveTimeout: 0 }, listener);
  const url = await listen(server, settings.port);
  let closing: Promise<void> | undefined;
  return {
    url,
    apiKey,
    requests,
    snapshot: account.snapshot,
    addListing: account.listings.add,
    removeListing: account.listings.remove,
    changeListing: (id, patch) => void account.listings.patch(id, patch),
    close: () => {
      closing ??= shutDown(server, waits.stop);
      return closing;
    },
  };
}

function toContext(
  account: Account,
  { apiKey, faults, nulls, goneCursors, now, seed }: ReturnType<typeof readOptions>,
): Omit<AnswerContext, 'wait'> {
  return {
    account,
    service: createService(account, { nulls, goneCursors }),
    errorBody: faults.errorBody ?? 'nested',
    authenticate: createAuthenticator(apiKey),
    admit: createRateLimiter(faults.rateLimit, now),
    interfere: createInterferencePlanner(faults, createRandom(seed, FAULT_STREAM)),
  };
}

function shutDown(server: Server, stopWaits: () => void): Promise<void> {
  return new Promise((resolve) => {
    stopWaits();
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
