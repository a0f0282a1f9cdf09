import { createHash } from 'node:crypto';
import type { Secret } from '../../domain/secret.ts';

/** The account of a run, in a form that may be stored. */
export interface Account {
  readonly base_url: string;
  /** Distinguishes keys without revealing them. */
  readonly key_fingerprint: string;
}

const FINGERPRINT_DIGITS = 12;

export function describeAccount({
  baseUrl,
  apiKey,
}: {
  readonly baseUrl: string;
  readonly apiKey: Secret;
}): Account {
  const hash = createHash('sha256').update(`pricesheet\n${baseUrl}\n${apiKey.reveal()}`).digest('hex');
  return { base_url: baseUrl, key_fingerprint: hash.slice(0, FINGERPRINT_DIGITS) };
}
