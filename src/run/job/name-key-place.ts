import { KeyRefusedError } from '../../domain/errors.ts';
import type { Secret } from '../../domain/secret.ts';

/** What ended a run, with the place of the key where that was refused: there may be an older one that goes before it. */
export function nameKeyPlace(stop: unknown, { place }: Secret): unknown {
  if (!(stop instanceof KeyRefusedError) || place === undefined) return stop;
  const hint = [stop.hint, `The key comes from ${place}`].filter((text) => text !== undefined).join('. ');
  return new KeyRefusedError(stop.message, { hint, cause: stop });
}
