/** A day of the calendar as a number of its digits, 20261231 for 2026-12-31, so that days compare as numbers do. */
export type Day = number;

/** How programs write that a row has no last day. */
export const END_OF_TIME: Day = 99991231;

/** The day if the calendar has it; years have four digits. */
export function toDay(year: number, month: number, day: number): Day | undefined {
  const isInYear = year >= 1000 && year <= 9999 && month >= 1 && month <= 12;
  if (!isInYear || day < 1 || day > daysIn(year, month)) return undefined;
  return year * 10_000 + month * 100 + day;
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** `2026-12-31`, which nobody can misread. */
export function formatDay(day: Day): string {
  return String(day).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
}

/** `2026-12-31`, and nothing else. */
export function parseDay(text: string): Day | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  return toDay(Number(year), Number(month), Number(day));
}

export function dayAfter(day: Day): Day {
  const date = new Date(
    Date.UTC(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, (day % 100) + 1),
  );
  return date.getUTCFullYear() * 10_000 + (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
}

/** The day in the machine's time zone. Units: epoch milliseconds. */
export function dayAt(now: number): Day {
  const date = new Date(now);
  return date.getFullYear() * 10_000 + (date.getMonth() + 1) * 100 + date.getDate();
}

/** Clocks of two machines may differ, and one may have been set to local time. Units: milliseconds. */
const CLOCK_TOLERANCE_MS = 12 * 3600 * 1000;

/** Whether a time is later than clocks that differ explain. `time`: ISO 8601 or epoch milliseconds; `now`: epoch milliseconds. */
export function isFuture(time: string | number, now: number): boolean {
  return new Date(time).getTime() > now + CLOCK_TOLERANCE_MS;
}

/** `2026-12-31`, the day in UTC of a time in ISO 8601. */
export function dateOfTime(time: string): string {
  return time.slice(0, 'YYYY-MM-DD'.length);
}
