import type { Random } from '../domain/ports.ts';

const FIRST_MS = 250;
const MAX_MS = 30_000;

/**
 * How long to wait before the next attempt: doubling from a quarter of a second, at most half a minute, each time a
 * random part of the upper half, so that clients that failed together don't come back together.
 *
 * `attempt` is the number of the attempt that failed, from 1. Units: milliseconds.
 */
export function retryDelayMs(attempt: number, random: Random): number {
  const ceiling = Math.min(MAX_MS, FIRST_MS * 2 ** (attempt - 1));
  return ceiling / 2 + (ceiling / 2) * random();
}
