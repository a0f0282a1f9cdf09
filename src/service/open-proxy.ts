import { type Agent, type Dispatcher, Pool, ProxyAgent } from 'undici';
import { messageOf } from '../domain/errors.ts';
import type { Secret } from '../domain/secret.ts';

/** A proxy between this machine and the service. */
export interface ProxyAddress {
  /** Without user name and password. */
  readonly origin: string;
  /** `user:password` */
  readonly credentials?: Secret;
}

/** The proxy could not be reached, or would not lead on: the service has certainly seen nothing. */
export class ProxyFault extends Error {
  readonly code = 'PROXY';
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

type Connect = (request: Dispatcher.ConnectOptions) => Promise<Dispatcher.ConnectData>;

/** Opens connections to the service through a tunnel of the proxy, with the bounds that hold for straight ones. */
export function openProxy(
  { origin, credentials }: ProxyAddress,
  { timeoutMs, ...options }: Agent.Options & { readonly timeoutMs: number },
): ProxyAgent {
  return new ProxyAgent({
    ...options,
    uri: origin,
    ...(credentials && { token: `Basic ${Buffer.from(credentials.reveal()).toString('base64')}` }),
    proxyTls: { timeout: timeoutMs },
    clientFactory: (url, given: Pool.Options) => {
      const pool = new Pool(url, { ...given, headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
      const connect: Connect = pool.connect.bind(pool);
      const named = (request: Dispatcher.ConnectOptions) => connectNamed(() => connect(request), origin);
      return Object.assign(pool, { connect: named });
    },
  });
}

async function connectNamed(
  connect: () => Promise<Dispatcher.ConnectData>,
  origin: string,
): Promise<Dispatcher.ConnectData> {
  let answer: Dispatcher.ConnectData;
  try {
    answer = await connect();
  } catch (cause) {
    throw new ProxyFault(`the proxy "${origin}" can't be used: ${messageOf(cause)}`, HINT);
  }
  const { statusCode, socket } = answer;
  if (statusCode === 200) return answer;
  socket.on('error', () => {}).destroy();
  throw statusCode === 407
    ? new ProxyFault(`the proxy "${origin}" answered 407: it requires a user name and a password`, LOGIN_HINT)
    : new ProxyFault(`the proxy "${origin}" answered ${statusCode} and did not connect to the service`, HINT);
}

const HINT = 'Check HTTPS_PROXY in the environment, or name the host in NO_PROXY if it needs no proxy';
const LOGIN_HINT = 'Put them into HTTPS_PROXY, as in http://user:password@host:port';
