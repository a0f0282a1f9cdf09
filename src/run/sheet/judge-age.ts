import { count } from '../../domain/count.ts';
import { isFuture } from '../../domain/day.ts';
import { dayInName } from './date-in-name.ts';

interface Ages {
  /** When the file was modified. Units: epoch milliseconds. */
  readonly mtimeMs: number;
  /** Units: epoch milliseconds. */
  readonly now: number;
  readonly maxAgeMs: number;
  /** Its name, if a date in that counts too. */
  readonly name?: string | undefined;
  /** What the file is called, and the setting that is its limit. */
  readonly what?: string;
  readonly limit?: string;
}

/** The sentence of the rule `sheet_age`, if a sheet is too old; or one about another file. */
export function judgeAge({
  mtimeMs,
  now,
  maxAgeMs,
  name = '',
  what = 'the sheet',
  limit = '--max-age',
}: Ages): string | undefined {
  const ageMs = now - mtimeMs;
  const modified = `${new Date(mtimeMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  if (isFuture(mtimeMs, now))
    return `${what} has a modification time in the future (${modified}), so that its age is unknown, and ${limit} is ${formatLimit(maxAgeMs)}: correct its time (touch), or the clock that is wrong`;
  if (ageMs <= maxAgeMs) {
    // What was delivered or copied again has a new time and its old name.
    const named = dayInName(name);
    if (named === undefined || now - named.endMs <= maxAgeMs) return undefined;
    return `the name of ${what} says ${named.day}, though it was modified ${modified}, and ${limit} is ${formatLimit(maxAgeMs)}`;
  }
  return `${what} is ${formatAge(ageMs)} old (modified ${modified}), and ${limit} is ${formatLimit(maxAgeMs)}`;
}

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000] as const;

/** In two units at most, rounded down. */
function formatAge(ms: number): string {
  if (ms >= 3 * DAY) return inTwo(ms, [DAY, 'day'], [HOUR, 'hour']);
  if (ms >= HOUR) return inTwo(ms, [HOUR, 'hour'], [MINUTE, 'minute']);
  return inTwo(ms, [MINUTE, 'minute'], [SECOND, 'second']);
}

type Unit = readonly [ms: number, name: string];

function inTwo(ms: number, [large, name]: Unit, [small, smallName]: Unit): string {
  const [many, rest] = [Math.floor(ms / large), Math.floor((ms % large) / small)];
  const parts = [...(many > 0 ? [count(many, name)] : []), ...(rest > 0 ? [count(rest, smallName)] : [])];
  return parts.length > 0 ? parts.join(' ') : `less than 1 ${smallName}`;
}

/** As the flag takes it: `30h`. */
function formatLimit(ms: number): string {
  if (ms >= 3 * DAY && ms % DAY === 0) return `${ms / DAY}d`;
  if (ms % HOUR === 0) return `${ms / HOUR}h`;
  return ms % MINUTE === 0 ? `${ms / MINUTE}m` : `${ms / SECOND}s`;
}
