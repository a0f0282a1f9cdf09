import type { Secret } from '../../domain/secret.ts';
import { describeAccount } from '../job/account.ts';

/**
 * The name of an account's lock. Other spellings of an address lead to the same account, so they have to give the same
 * name: this machine has several names, and any name may end in a dot.
 */
export function lockNameOf({
  baseUrl,
  apiKey,
}: {
  readonly baseUrl: string;
  readonly apiKey: Secret;
}): string {
  return `${describeAccount({ baseUrl: nameHostOnce(baseUrl), apiKey }).key_fingerprint}.lock`;
}

const THIS_MACHINE: ReadonlySet<string> = new Set(['localhost', '[::1]', '[::ffff:7f00:1]']);

function nameHostOnce(baseUrl: string): string {
  const url = new URL(baseUrl);
  const host = url.hostname.replace(/\.$/, '');
  url.hostname = THIS_MACHINE.has(host) ? '127.0.0.1' : host;
  return url.href.replace(/\/+$/, '');
}
