/** Clocks of two machines may differ, and one may have been set to local time. Units: milliseconds. */
export const CLOCK_TOLERANCE_MS = 12 * 3600 * 1000;

/** Whether a time is later than clocks that differ explain. `time`: ISO 8601; `now`: epoch milliseconds. */
export function isFuture(time: string, now: number): boolean {
  return Date.parse(time) > now + CLOCK_TOLERANCE_MS;
}
