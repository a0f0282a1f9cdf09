import { createHash } from 'node:crypto';
import { KeyRefusedError } from '../../domain/errors.ts';
import type { Secret } from '../../domain/secret.ts';
import type { ServiceOptions } from '../../service/open-service.ts';

const FINGERPRINT_DIGITS = 12;

/** The account of a run, in a form that may be stored: the fingerprint distinguishes keys without revealing them. */
export function describeAccount({ baseUrl, apiKey }: Pick<ServiceOptions, 'baseUrl' | 'apiKey'>) {
  const hash = createHash('sha256').update(`pricesheet\n${baseUrl}\n${apiKey.reveal()}`).digest('hex');
  return { base_url: baseUrl, key_fingerprint: hash.slice(0, FINGERPRINT_DIGITS) };
}

/** Adds to a refused key where the key came from: an older one may take precedence. */
export function nameKeyPlace(stop: unknown, { place }: Secret): unknown {
  if (!(stop instanceof KeyRefusedError) || place === undefined) return stop;
  const hint = [stop.hint, `The key comes from ${place}; pricesheet doctor checks it`]
    .filter((text) => text !== undefined)
    .join('. ');
  return new KeyRefusedError(stop.message, { hint, cause: stop });
}
