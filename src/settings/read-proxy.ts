import { Secret } from '../domain/secret.ts';
import type { ProxyAddress } from '../service/open-proxy.ts';
import { isLoopback } from './parse-setting.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface ProxyReading {
  /** Absent where requests go straight to the service. */
  readonly proxy?: ProxyAddress;
  /** None of them repeats the address, which may hold a password. */
  readonly problems: readonly string[];
}

/** As most programs have it: small letters first, and the proxy for http:// where there is none for https://. */
const NAMES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'] as const;

/**
 * The proxy by which requests to `baseUrl` go, as the environment has it. What is on this computer itself is never asked
 * through one, nor what `NO_PROXY` names.
 */
export function readProxy(env: Env, baseUrl: string): ProxyReading {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') return { problems: [INSECURE] };
  const { hostname, port, protocol } = new URL(baseUrl);
  const name = NAMES.find((candidate) => env[candidate]);
  if (name === undefined || isLoopback(hostname)) return { problems: [] };
  const noProxy = env['no_proxy'] || env['NO_PROXY'] || '';
  if (isExempt(hostname, port || DEFAULT_PORTS[protocol] || '', noProxy)) return { problems: [] };
  return parseProxy(env[name] ?? '', name);
}

const INSECURE =
  'NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment would let others on the network read the key; name the certificate authority in NODE_EXTRA_CA_CERTS instead';

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' };

/** Hosts and their subdomains, with a port or without, between commas or blanks; `*` for every one. */
function isExempt(hostname: string, port: string, noProxy: string): boolean {
  const entries = noProxy.toLowerCase().split(/[\s,]+/);
  return entries
    .filter((entry) => entry !== '')
    .some((entry) => {
      const [, host = entry, only] = /^(.+):(\d+)$/.exec(entry) ?? [];
      const bare = host.replace(/^\*?\./, '');
      const isNamed = bare === '*' || hostname === bare || hostname.endsWith(`.${bare}`);
      return isNamed && (only === undefined || only === port);
    });
}

function parseProxy(text: string, name: string): ProxyReading {
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const wrong = (why: string): ProxyReading => ({
    problems: [`${name} in the environment ${why}; it is written http://host:port`],
  });
  if (!URL.canParse(address)) return wrong('is not the address of a proxy');
  const { protocol, origin, username, password, pathname, search, hash } = new URL(address);
  // A host is what comes before the first of these, and of a password it would show the beginning.
  if (`${pathname}${search}${hash}`.includes('@'))
    return wrong(
      'has a user name or password with a /, ?, # or \\ in it, which is written %2F, %3F, %23 or %5C',
    );
  if (protocol !== 'http:' && protocol !== 'https:')
    return wrong('is not the address of an http:// or https:// proxy');
  try {
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    const proxy = credentials === ':' ? { origin } : { origin, credentials: new Secret(credentials) };
    return { proxy, problems: [] };
  } catch {
    return wrong('has a user name or password with a % that escapes nothing');
  }
}
