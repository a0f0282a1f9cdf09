import { basename } from 'node:path';
import { isOwnSheet } from '../../domain/own-sheets.ts';

/**
 * The name of a sheet from one night to the next: its file name without the extension, a date at either end, and the
 * number that a browser adds to a copy. `undefined` for standard input, which has no name, and for a run's own files,
 * whose columns differ from run to run.
 *
 * Shape: `exports/costs-2026-11-20 (1).csv` → `costs`.
 */
export function jobNameOf(path: string): string | undefined {
  if (path === '-' || isOwnSheet(path)) return undefined;
  const stem = basename(path).replace(/(?:\.(?:csv|txt|tsv|tab|gz))+$/i, '');
  return withoutDates(stem.replace(/\s*\(\d{1,3}\)$/, '')) || stem || undefined;
}

/**
 * The name that the files of a pattern probably have, as long as none of them is known: what the wildcards stand for is
 * taken for a date. `undefined` if nothing else is in the pattern.
 *
 * Shape: `exports/costs-2026-*.csv` → `costs`.
 */
export function jobNameOfPattern(pattern: string): string | undefined {
  const name = basename(pattern).replace(WILDCARDS, SOME_DATE);
  const job = jobNameOf(name);
  return job === SOME_DATE ? undefined : job;
}

const SOME_DATE = '2026-01-31';
/** With digits of a date around them: `2026-??-*`. */
const WILDCARDS = /(?:(?:19|20)\d\d[\d_.-]*)?[*?](?:[*?\d\s_.-]*[*?\d])?/g;

const BETWEEN = String.raw`[\s_.-]*`;
const MONTH = '(?:0[1-9]|1[0-2])';
const DAY = '(?:0[1-9]|[12][0-9]|3[01])';
const YEAR = '(?:19|20)[0-9]{2}';
const TIME = String.raw`(?:[\sT_.-]*(?:[01][0-9]|2[0-3])[-_.:]?[0-5][0-9](?:[-_.:]?[0-5][0-9])?Z?)?`;
const SIGN = '[-_.]';

/** A number that is not a date belongs to the name: an order, a customer, a version. */
const WHOLE_DATES = [
  `${YEAR}(${SIGN}?)${MONTH}\\1${DAY}${TIME}`,
  `${DAY}(${SIGN})${MONTH}\\1${YEAR}${TIME}`,
  `${MONTH}(${SIGN})${DAY}\\1${YEAR}${TIME}`,
  // Seconds or milliseconds since 1970: 10 or 13 digits from 2001 to 2033.
  '1[0-9]{9}(?:[0-9]{3})?',
];

/** These may also be part of a longer number: `4711-11-20-26`. */
const SHORT_DATES = [
  `[0-9]{2}(${SIGN})${MONTH}\\1${DAY}${TIME}`,
  `${DAY}(${SIGN})${MONTH}\\1[0-9]{2}${TIME}`,
  `${MONTH}(${SIGN})${DAY}\\1[0-9]{2}${TIME}`,
  `${YEAR}${SIGN}${MONTH}`,
];

/** A date is stripped as a whole or not at all: there is no further digit beside it. */
const AT_END = [
  ...WHOLE_DATES.map((date) => new RegExp(`(?<![0-9])${date}$`)),
  ...SHORT_DATES.map((date) => new RegExp(`(?<![0-9])(?<![0-9]${SIGN})${date}$`)),
];
const AT_START = [
  ...WHOLE_DATES.map((date) => new RegExp(`^${date}(?![0-9])`)),
  ...SHORT_DATES.map((date) => new RegExp(`^${date}(?![0-9])(?!${SIGN}[0-9])`)),
];

/** A name without a date at either end; empty if it is only a date. */
function withoutDates(stem: string): string {
  const end = AT_END.find((date) => date.test(stem));
  const upTo = end ? trim(stem.replace(end, '')) : stem;
  const start = AT_START.find((date) => date.test(upTo));
  return start ? trim(upTo.replace(start, '')) : upTo;
}

function trim(text: string): string {
  return text.replace(new RegExp(`^${BETWEEN}|${BETWEEN}$`, 'g'), '');
}

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
