import { type Dispatcher, Pool } from 'undici';
import { messageOf } from '../domain/errors.ts';
import type { Clock, Random } from '../domain/ports.ts';
import type { Secret } from '../domain/secret.ts';
import { openProxy, type ProxyAddress } from './open-proxy.ts';

export interface HookOptions {
  /** The address is the credential, so it is kept secret. */
  readonly url: Secret;
  readonly proxy: ProxyAddress | undefined;
  /** For each attempt. */
  readonly timeoutMs: number;
  readonly attempts: number;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * Posts a JSON text to a configured address. The receiver may be busy or gone for a moment, so it is tried
 * a few times; what they answer beside the status is not read, and no redirect is followed. Returns why it did not arrive,
 * if it did not. Never throws for what the network does.
 */
export async function postHook(body: string, options: HookOptions): Promise<string | undefined> {
  const { attempts, clock, random } = options;
  for (let attempt = 1; ; attempt++) {
    const { why, again, waitMs } = await tryOnce(body, options);
    if (why === undefined || !again || attempt >= attempts) return why;
    await clock.sleep(waitMs ?? FIRST_WAIT_MS * attempt * (0.5 + random()));
  }
}

const FIRST_WAIT_MS = 1000;
/** Longer pauses are not waited for: the next run reports it again. */
const MAX_WAIT_MS = 10_000;

interface Tried {
  readonly why: string | undefined;
  /** Trying again may help. */
  readonly again: boolean;
  readonly waitMs?: number | undefined;
}

const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'pricesheet' };

async function tryOnce(body: string, { url, proxy, timeoutMs }: HookOptions): Promise<Tried> {
  const { origin, pathname, search } = new URL(url.reveal());
  const bounds = { connections: 1, headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
  const dispatcher = proxy
    ? openProxy(proxy, { ...bounds, timeoutMs })
    : new Pool(origin, { ...bounds, connect: { timeout: timeoutMs } });
  try {
    const request = {
      origin,
      path: `${pathname}${search}`,
      method: 'POST',
      headers: HEADERS,
      body,
    } as const;
    const { statusCode, headers } = await fetchStatus(dispatcher, request, timeoutMs);
    return judge(statusCode, headers['retry-after']);
  } catch (error) {
    return { why: url.redact(messageOf(error)), again: true };
  } finally {
    await dispatcher.destroy();
  }
}

function judge(status: number, retryAfter: string | string[] | undefined): Tried {
  if (status >= 200 && status < 300) return { why: undefined, again: false };
  const seconds = /^\d{1,6}$/.exec([retryAfter ?? ''].flat()[0] ?? '')?.[0];
  const waitMs = seconds === undefined ? undefined : Number(seconds) * 1000;
  const isPassing = status === 408 || status === 429 || status >= 500;
  return { why: `it answered ${status}`, again: isPassing && (waitMs ?? 0) <= MAX_WAIT_MS, waitMs };
}

/**
 * Makes a request and waits for the beginning of its answer; what comes after the headers is cut off, however much it is.
 *
 * Errors: what undici says of the network, and one that says so if no answer began in time.
 */
function fetchStatus(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  timeoutMs: number,
): Promise<Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'>> {
  return new Promise((resolve, reject) => {
    let abort = (_: Error): void => {};
    const late = new Error(`no answer within ${timeoutMs / 1000} s`);
    const timer = setTimeout(() => {
      abort(late);
      reject(late);
    }, timeoutMs);
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: (controller) => {
        abort = (error) => controller.abort(error);
      },
      onResponseStart: (controller, statusCode, headers) => {
        // An informational status (1xx) is not the answer yet.
        if (statusCode < 200) return;
        clearTimeout(timer);
        resolve({ statusCode, headers });
        controller.abort(new Error('the rest is not wanted'));
      },
      onResponseData: () => {},
      onResponseEnd: () => {},
      onResponseError: (_, error) => {
        clearTimeout(timer);
        reject(error);
      },
    };
    dispatcher.dispatch(options, handler);
  });
}
