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
  return withoutDates(stem.replace(/\s*\(\d{1,3}\)$/, '')) || stem;
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
export const MONTH = '(?:0[1-9]|1[0-2])';
export const DAY = '(?:0[1-9]|[12][0-9]|3[01])';
export const YEAR = '(?:19|20)[0-9]{2}';
export const TIME = String.raw`(?:[\sT_.-]*(?:[01][0-9]|2[0-3])[-_.:]?[0-5][0-9](?:[-_.:]?[0-5][0-9])?Z?)?`;
export const SIGN = '[-_.]';

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
