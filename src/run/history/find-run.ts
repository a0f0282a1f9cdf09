import { basename, join, resolve } from 'node:path';
import { askAbout } from '../../domain/did-you-mean.ts';
import { UsageError } from '../../domain/errors.ts';
import { nearestNames } from '../../domain/nearest-names.ts';
import type { Disk } from '../../domain/ports.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import { RUN_FILES } from '../folder/run-folder.ts';
import { LATEST } from './choose-latest.ts';
import { refuseSeveralJobs } from './find-latest-run.ts';
import type { KeptRun } from './history-files.ts';
import type { HistoryLine } from './history-lines.ts';
import type { UnfinishedRun } from './read-histories.ts';
import { readHistoryFile } from './read-history-file.ts';
import { recordOfFolder } from './record-of-folder.ts';

/** A run that was named, in the history or by its folder alone. */
export interface FoundRun {
  readonly record: RunRecord;
  /** The lines below the record. Errors: as `readHistoryFile`. */
  lines(): Iterable<HistoryLine>;
}

interface Place {
  /** The runs of the history, the newest first. */
  readonly runs: readonly KeptRun[];
  /** Runs that have begun and not ended. */
  readonly unfinished: readonly UnfinishedRun[];
  readonly job: string | undefined;
  readonly cwd: string;
  readonly disk: Disk;
}

/**
 * Finds the run that a user means: by its name in the history, by its folder, by the day or the minute at which it began, or the
 * latest one. A run folder that the history does not know is read itself.
 *
 * Errors: `UsageError` if there is none, or it is not clear which one; `RunFolderError` if the folder is damaged.
 */
export function findRun(given: string, place: Place): FoundRun {
  const { runs, job, cwd, disk } = place;
  const path = resolve(cwd, given);
  const inHistory = runs.filter(({ record }) => record.folder === path);
  const isFolder = disk.existsSync(join(path, RUN_FILES.plan));
  if (given === LATEST && !isFolder) return open(latestOf(runs, job), disk);
  const found = inHistory.length > 0 ? inHistory : runs.filter(({ record }) => record.id === basename(path));
  const [first, second] = found;
  if (first && !second) return open(first, disk);
  if (isFolder && !first) return openFolder(path, disk);
  if (first)
    throw new UsageError([`There are ${found.length} runs of the name "${given}"`], {
      hint: `Name the folder: ${found.flatMap(({ record }) => record.folder ?? []).join(', ')}`,
    });
  const start = startOf(given);
  if (start === undefined) throw notFound(given, runs);
  if (!isTime(start))
    throw new UsageError([`There is no such day or time: "${given}"`], {
      hint: 'Write a day as 2026-11-20, and a minute as 2026-11-20T02:15, in UTC',
    });
  return open(runOfTime(start, place), disk);
}

function latestOf(runs: readonly KeptRun[], job: string | undefined): KeptRun {
  refuseSeveralJobs(
    runs.map(({ record }) => record),
    job,
  );
  // A command that was mistyped is of no job, and is no night's run.
  const newest = runs.find(({ record }) => record.job !== null) ?? runs[0];
  if (!newest) throw notFound(LATEST, runs);
  return newest;
}

function open({ path, record }: KeptRun, disk: Disk): FoundRun {
  return { record, lines: () => readHistoryFile(path, disk) };
}

function openFolder(path: string, disk: Disk): FoundRun {
  const found = recordOfFolder(path, disk);
  if (!found) throw notFound(path, []);
  const { draft, lines } = found;
  return { record: { ...draft, id: basename(path), previous: null }, lines: () => lines([]) };
}

/** As the names of runs begin, of a day or a time in UTC; `undefined`: it is neither. Shape: `2026-11-20`, `2026-11-20T02-15`. */
function startOf(given: string): string | undefined {
  const [, day, time = ''] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d[-:]\d\d))?$/.exec(given) ?? [];
  if (day === undefined) return undefined;
  return time === '' ? day : `${day}T${time.replace(':', '-')}`;
}

/** Whether the calendar and the clock have it: a day that no month has would be taken for one of the next month. */
function isTime(start: string): boolean {
  const [day, time = '00-00'] = start.split('T');
  const at = Date.parse(`${day}T${time.replace('-', ':')}Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(`${day}T${time.replace('-', ':')}`);
}

function runOfTime(start: string, { runs, unfinished }: Place): KeptRun {
  const found = runs.filter(({ record }) => record.id.startsWith(start));
  const [first, second] = found;
  const when = toTime(start);
  if (!first)
    throw new UsageError([`The history has no run of ${when} UTC`], {
      hint: whyNone(start, unfinished),
    });
  if (!second) return first;
  throw new UsageError([`There are ${found.length} runs of ${when} UTC`], {
    hint: `Name one of them: ${found
      .map(({ record }) => record.id)
      .reverse()
      .join(', ')}`,
  });
}

function whyNone(start: string, unfinished: readonly UnfinishedRun[]): string {
  const begun = unfinished.find(({ started_at }) => started_at.replaceAll(':', '-').startsWith(start));
  return begun
    ? `A run began then and has not ended: it is still running, or was killed; its folder is "${begun.folder}"`
    : 'pricesheet history lists all runs';
}

/** As lists show it. */
function toTime(start: string): string {
  return start.replace(/T(\d\d)-(\d\d)$/, ' $1:$2');
}

/** More suggestions are no help. */
const MAX_NAMED = 3;

function notFound(given: string, runs: readonly KeptRun[]): UsageError {
  const ids = runs.map(({ record }) => record.id);
  const ofJobs = runs.flatMap(({ record }) => (record.job === null ? [] : [record.id]));
  const newest = (ofJobs.length > 0 ? ofJobs : ids).slice(0, MAX_NAMED).map((id) => `"${id}"`);
  const hint =
    newest.length === 0
      ? 'The history has no runs: each sync, diff, apply and undo adds one'
      : `The newest ${newest.length === 1 ? 'is' : 'are'} ${newest.join(', ')}; pricesheet history lists all`;
  return new UsageError(
    [`The history has no run "${given}"${askAbout(nearestNames(basename(given), ids))}`],
    {
      hint,
    },
  );
}
