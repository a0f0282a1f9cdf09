import { Secret } from '../domain/secret.ts';
import { type Parsed, refused, understood } from './setting.ts';

/** The service's address. `http:` would let others on the network read the key, so it works for this machine only. */
export function baseUrl(text: string): Parsed<string> {
  const parsed = parseWebUrl(text);
  if (!parsed.ok)
    return refused(isLocalWithoutScheme(text) ? `${parsed.why}; write http:// before it` : parsed.why);
  const url = parsed.value;
  if (url.username !== '' || url.password !== '')
    return refused('holds a user name or password; the key is set separately');
  if (url.search !== '' || url.hash !== '')
    return refused('has a query or a fragment, which a base URL may not have');
  return isPrivate(url) ? understood(url.href.replace(/\/+$/, '')) : refused(NOT_LOCAL);
}

/** Where messages are posted. The address is a secret, so `http:` works for this machine only. */
export function webhook(text: string): Parsed<Secret> {
  const parsed = parseWebUrl(text);
  if (!parsed.ok) return parsed;
  const url = parsed.value;
  if (url.username !== '' || url.password !== '' || url.hash !== '')
    return refused('holds a user name, a password or a fragment, which are not sent');
  return isPrivate(url) ? understood(new Secret(url.href)) : refused(NOT_LOCAL);
}

function parseWebUrl(text: string): Parsed<URL> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'https:' || url?.protocol === 'http:'
    ? understood(url)
    : refused('is not an https:// address; http:// works for this machine only');
}

/** `127.0.0.1:8123`, `localhost/v1`. */
function isLocalWithoutScheme(text: string): boolean {
  const address = `http://${text}`;
  return !text.includes('://') && URL.canParse(address) && isLoopback(new URL(address).hostname);
}

const NOT_LOCAL = 'is http://, which works for this machine only (localhost, 127.0.0.1); use https://';

function isPrivate({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || isLoopback(hostname);
}

/** Whether a host name, as a URL spells it, can only be this computer. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
