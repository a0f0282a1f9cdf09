import type { Target } from '../domain/row.ts';

/** The part of an account that is asked for, as a message names it: `platform walmart, channel …`; nothing if it is all of it. */
export function namePart({ platform, channel }: Pick<Target, 'platform' | 'channel'>): string {
  return [
    ...(platform === undefined ? [] : [`platform ${platform}`]),
    ...(channel === undefined ? [] : [`channel ${channel}`]),
  ].join(', ');
}
