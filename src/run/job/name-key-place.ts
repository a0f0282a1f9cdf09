import { KeyRefusedError } from '../../domain/errors.ts';
import type { Secret } from '../../domain/secret.ts';

/** Adds to a refused key where the key came from: an older one may take precedence. */
export function nameKeyPlace(stop: unknown, { place }: Secret): unknown {
  if (!(stop instanceof KeyRefusedError) || place === undefined) return stop;
  const hint = [stop.hint, `The key comes from ${place}; pricesheet doctor checks it`]
    .filter((text) => text !== undefined)
    .join('. ');
  return new KeyRefusedError(stop.message, { hint, cause: stop });
}
