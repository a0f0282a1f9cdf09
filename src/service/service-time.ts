import type { Attempt } from './transport.ts';

/**
 * What time it is by the service's own clock, as its answer says, or else by this machine's: the clocks may be minutes apart, and a time of day
 * that the service names is meant by its own. Units: epoch milliseconds.
 */
export function serviceTime(attempt: Attempt, now: number): number {
  const date = attempt.kind === 'answer' ? parseHttpDate(attempt.date) : undefined;
  return date ?? now;
}

/** The forms of RFC 9110 section 5.6.7, of which all that are in use end in GMT. */
export function parseHttpDate(text: string | undefined): number | undefined {
  const date = text !== undefined && /^\s*[a-z].* GMT\s*$/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : date;
}
