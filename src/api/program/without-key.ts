import type { Redact } from '../../domain/secret.ts';

/** Plain data as a program gets it: a copy in which no text holds the key. */
export function withoutKey<T>(data: T, mask: Redact): T {
  return JSON.parse(mask(JSON.stringify(data)));
}
