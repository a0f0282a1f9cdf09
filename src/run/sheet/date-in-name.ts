import { DAY, MONTH, SIGN, TIME, YEAR } from './sheet-job.ts';

/** The date in a file's name, as digits from the year on. Only dates of one kind can be compared. */
export interface NameDate {
  readonly kind: 'calendar' | 'epoch';
  readonly digits: string;
}

/** The year has four digits and comes first, so that day and month can't be confused. */
const WHOLE = new RegExp(
  `(?<![0-9])${YEAR}(${SIGN}?)${MONTH}\\1${DAY}(?:${TIME}(?!${SIGN}?[0-9]))?(?![0-9])`,
  'g',
);
/** Seconds or milliseconds since 1970. */
const EPOCH = /(?<![0-9])1[0-9]{9}(?:[0-9]{3})?(?![0-9])/g;
const YEAR_AND_MONTH = new RegExp(
  `(?<![0-9])(?<![0-9]${SIGN})${YEAR}${SIGN}${MONTH}(?![0-9])(?!${SIGN}[0-9])`,
  'g',
);

/**
 * The date in a file's name if it can be sorted without doubt. `undefined` for the others: day and month may have
 * changed places, and of two dates it is not known which one counts.
 */
export function dateInName(name: string): NameDate | undefined {
  const found = [
    ...[...name.matchAll(WHOLE)].map(toCalendar),
    ...[...name.matchAll(EPOCH)].map(([digits]): NameDate => ({ kind: 'epoch', digits })),
  ];
  const dates = found.length > 0 ? found : [...name.matchAll(YEAR_AND_MONTH)].map(toCalendar);
  return dates.length === 1 ? dates[0] : undefined;
}

/** In no time zone does a day end later than that after midnight UTC. Units: hours. */
const LAST_ZONE_HOURS = 12;

/** Numbers of seconds from then on are times; a smaller one is more likely a customer. Units: epoch milliseconds. */
const FIRST_EPOCH = Date.UTC(2020, 0, 1);

/** The day in a file's name, and when it has ended all over the world; of a number of seconds, that time. Units: epoch milliseconds. */
export function dayInName(name: string): { readonly day: string; readonly endMs: number } | undefined {
  const date = dateInName(name);
  if (date?.kind === 'epoch') return toTime(date.digits);
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)/.exec(date?.digits ?? '') ?? [];
  if (year === undefined) return undefined;
  const endMs = Date.UTC(Number(year), Number(month) - 1, Number(day) + 1, LAST_ZONE_HOURS);
  return { day: `${year}-${month}-${day}`, endMs };
}

function toTime(digits: string): ReturnType<typeof dayInName> {
  const time = Number(digits.padEnd(13, '0'));
  return time < FIRST_EPOCH ? undefined : { day: new Date(time).toISOString().slice(0, 10), endMs: time };
}

function toCalendar([text]: readonly string[]): NameDate {
  return { kind: 'calendar', digits: (text ?? '').replace(/[^0-9]/g, '') };
}

/** Whether one date is after another for sure. `2026-11-20 03:15` is neither before nor after `2026-11-20`. */
export function isLater(date: NameDate | undefined, other: NameDate | undefined): boolean {
  if (date?.kind !== other?.kind || !date || !other) return false;
  const length = Math.min(date.digits.length, other.digits.length);
  return date.digits.slice(0, length) > other.digits.slice(0, length);
}
