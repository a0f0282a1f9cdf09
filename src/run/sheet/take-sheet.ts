import { resolve } from 'node:path';
import { count } from '../../domain/count.ts';
import { isFuture } from '../../domain/day.ts';
import { SheetError } from '../../domain/errors.ts';
import type { Clock, Disk } from '../../domain/ports.ts';
import { formatTime } from '../../report/text/words.ts';
import { dayInName, findNewest, jobNameOf, type NewestFile } from './find-newest.ts';

/** How a run gets its sheet's file, and what becomes of it. */
export interface SheetIntake {
  /** The newest file that matches it is read. */
  readonly pattern?: string | undefined;
  /** The job whose settings the run has, if the file's name says which one. */
  readonly job?: string | undefined;
  /** About the choice of a sheet that is not of a pattern; as sentences. */
  readonly notices?: readonly string[] | undefined;
  /** An older sheet stops the run. Units: milliseconds. */
  readonly maxAgeMs?: number | undefined;
  /** The file must have been unchanged for that long. Units: milliseconds. */
  readonly settleMs?: number | undefined;
  /** The folder into which the file is moved after the run. */
  readonly doneTo?: string | undefined;
}

interface Waiting {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called once if there is something to wait for. */
  readonly onWait?: ((message: string) => void) | undefined;
}

interface Place extends Waiting {
  readonly cwd: string;
  readonly disk: Disk;
}

/**
 * Takes the sheet that a run reads, once it is complete. The newest file is looked for again: the run may have waited for
 * another one, which has read the file that was the newest by then.
 *
 * Errors: `SheetError` if there is none, it is in doubt which one it is, or it is still being written to; the signal's
 * reason.
 */
export async function takeSheet(
  sheet: string,
  intake: SheetIntake,
  { cwd, disk, ...waiting }: Place,
): Promise<NewestFile> {
  const { settleMs } = intake;
  const { clock } = waiting;
  function look(): SeenFile & NewestFile {
    const found = findSheet(sheet, intake, { cwd, disk, clock });
    const file = disk.statSync(resolve(cwd, found.path), { throwIfNoEntry: false });
    // What is not there or not a file has nothing to wait for, and is reported when it is read.
    const { size, mtimeMs } = file?.isFile() ? file : { size: 0, mtimeMs: Number.NEGATIVE_INFINITY };
    return { ...found, size, mtimeMs };
  }
  if (settleMs === undefined || sheet === '-') return findSheet(sheet, intake, { cwd, disk, clock });
  return settleSheet(look, { settleMs, ...waiting });
}

function findSheet(
  sheet: string,
  { pattern, job, doneTo, notices = [] }: SheetIntake,
  { clock, ...place }: Pick<Place, 'cwd' | 'disk' | 'clock'>,
): NewestFile {
  if (pattern === undefined) return { path: sheet, notices };
  const found = findNewest(pattern, { ...place, doneTo, now: clock.now() });
  if (job === undefined || jobNameOf(found.path) === job) return found;
  throw new SheetError(
    `Cannot use the newest sheet: "${found.path}" appeared after "${sheet}" was chosen, and its name is that of another job`,
    { hint: 'Run again, or choose a pattern that only one job has' },
  );
}

/** A sheet's file as it is at a moment. */
export interface SeenFile {
  readonly path: string;
  /** Units: bytes. */
  readonly size: number;
  /** Units: epoch milliseconds. */
  readonly mtimeMs: number;
}

/** How much longer than the requested time an upload may take. */
const PATIENCE_MS = 10 * 60_000;

/**
 * Waits until a file, or the file that has become the newest meanwhile, is no longer written to. Its modification time is
 * believed unless it is in the future, or the file was seen to change.
 *
 * Errors: `SheetError` if it goes on changing; those of `look`; the signal's reason.
 */
export async function settleSheet<T extends SeenFile>(
  look: () => T,
  { settleMs, clock, signal, onWait }: Waiting & { readonly settleMs: number },
): Promise<T> {
  const began = clock.monotonic();
  let [seen, sinceMs, hasChanged, isAnnounced] = [look(), began, false, false];
  for (;;) {
    signal.throwIfAborted();
    const now = clock.monotonic();
    const ageMs = hasChanged ? 0 : clock.now() - seen.mtimeMs;
    const leftMs = settleMs - Math.max(ageMs, now - sinceMs);
    if (leftMs <= 0) return seen;
    const patienceMs = settleMs + PATIENCE_MS - (now - began);
    if (patienceMs <= 0)
      throw new SheetError(
        `Cannot use the sheet "${seen.path}": it was still being written after ${seconds(now - began)} of waiting`,
        { hint: 'Run again once the program that writes it has finished' },
      );
    if (!isAnnounced) onWait?.(`Waiting until "${seen.path}" has been unchanged for ${seconds(settleMs)}`);
    isAnnounced = true;
    await clock.sleep(Math.min(leftMs, patienceMs), signal);
    const next = look();
    if (!isSame(next, seen)) {
      sinceMs = clock.monotonic();
      // Another file's time is as good as the first one's was.
      hasChanged = next.path === seen.path;
    }
    seen = next;
  }
}

function isSame(one: SeenFile, other: SeenFile): boolean {
  return one.path === other.path && one.size === other.size && one.mtimeMs === other.mtimeMs;
}

function seconds(ms: number): string {
  return count(Math.round(ms / 1000), 'second');
}

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
  const modified = formatTime(mtimeMs);
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
