/** Clocks of two machines may differ, and one may have been set to local time. Units: milliseconds. */
const CLOCK_TOLERANCE_MS = 12 * 3600 * 1000;

/** Whether a time is later than clocks that differ explain. `time`: ISO 8601 or epoch milliseconds; `now`: epoch milliseconds. */
export function isFuture(time: string | number, now: number): boolean {
  return new Date(time).getTime() > now + CLOCK_TOLERANCE_MS;
}
