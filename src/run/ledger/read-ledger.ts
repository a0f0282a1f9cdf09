import { join } from 'node:path';
import { count } from '../../domain/count.ts';
import type { RunRecord } from '../../domain/documents/ledger.ts';
import {
  DiskError,
  describeSystemError,
  RunFolderError,
  systemCode,
  UsageError,
} from '../../domain/errors.ts';
import { toJsonText } from '../../domain/json-text.ts';
import { didYouMean } from '../../domain/nearest-names.ts';
import type { Disk } from '../../domain/ports.ts';
import { mayHaveChanged } from '../../domain/run-record.ts';
import { findTakenBack } from '../../plan/earlier-runs.ts';
import { inSlices, type Steps } from '../disk/in-slices.ts';
import { readLineBlocks } from '../disk/line-file.ts';
import { withDiskErrors } from '../disk/with-disk-errors.ts';
import {
  type BegunRun,
  type ChangeLine,
  changeSchema,
  findLedgerStranger,
  LEDGER_FILES,
  linesOf,
  listChangeFiles,
  listLedgers,
  parseLine,
  runSchema,
} from './ledger-files.ts';

/** A run that has ended, or only begun. */
export type LedgerRun = RunRecord | BegunRun;

/** The runs of a job on an account, the newest first: in the order in which they began, whatever clocks said. */
export interface Ledger {
  /** Its folder. */
  readonly path: string;
  readonly job: string | null;
  readonly account: RunRecord['account'];
  readonly all: readonly LedgerRun[];
  /** The runs that have ended. */
  readonly runs: readonly RunRecord[];
  /** Runs that have begun and not ended: killed, or still running. */
  readonly unfinished: readonly BegunRun[];
  /** For people, about lines that can't be read. */
  readonly notices: readonly string[];
}

/** Reads `runs.ndjson`; a missing one has no runs. Errors: `DiskError`, those of the system. */
export function readLedger(path: string, disk: Disk): Ledger {
  const file = join(path, LEDGER_FILES.runs);
  const byName = new Map<string, LedgerRun>();
  const begun = new Set<string>();
  /** Runs that have begun, and a later one that was to add them has ended. */
  const lost = new Set<string>();
  const damaged: number[] = [];
  let number = 0;
  for (const text of linesOf(file, disk)) {
    number++;
    const line = parseLine(runSchema, text);
    if (!line) {
      if (!isTorn(text)) damaged.push(number);
      continue;
    }
    const name = nameOf(line);
    const known = byName.get(name);
    // A run that was taken for killed may have gone on, and then it knows better.
    if (known?.kind !== 'run' || (known.verdict === 'killed' && line.kind === 'run')) byName.set(name, line);
    if (line.kind === 'begun') {
      begun.add(name);
      continue;
    }
    for (const names of [begun, lost]) names.delete(name);
    if (line.change_lines === undefined) continue;
    for (const other of begun) lost.add(other);
    begun.clear();
  }
  const notices: string[] = [];
  for (const name of lost) {
    notices.push(
      `The line of the run "${byName.get(name)?.id}" in "${file}" is damaged or gone; history rebuild adds it from its folder`,
    );
    byName.delete(name);
  }
  if (damaged.length > 0)
    notices.push(
      `${count(damaged.length, 'line')} of "${file}" can't be read, from line ${damaged[0]} on: damaged, or of a newer version; history rebuild adds what run folders say`,
    );
  const all = [...byName.values()].reverse();
  const runs = all.filter((run) => run.kind === 'run');
  const unfinished = all.filter((run) => run.kind === 'begun');
  const { job = null, account = null } = runs[0] ?? unfinished[0] ?? {};
  return { path, job, account, all, runs, unfinished, notices };
}

/** Runs of the same second may have the same name. */
function nameOf({ id, command, started_at }: Pick<RunRecord, 'id' | 'command' | 'started_at'>): string {
  return JSON.stringify([id, command, started_at]);
}

/** What was left of a line by a run that was killed, or had no room on the disk: others follow it. */
function isTorn(text: string): boolean {
  return !text.endsWith('}');
}

/** The ledgers of all jobs in a folder, or of one. Errors: `DiskError`. */
export function readLedgers(
  folder: string,
  { job }: { readonly job?: string | undefined },
  disk: Disk,
): readonly Ledger[] {
  const read = () => listLedgers(folder, disk).map((path) => readLedger(path, disk));
  return withDiskErrors(
    `read the history "${folder}"`,
    read,
    'Name the folder of the history with --history',
  ).filter((ledger) => job === undefined || ledger.job === job);
}

/** The ledgers that nobody else could have changed, and what is to be said about any of them. Errors: as `readLedgers`. */
export function readOwnLedgers(
  folder: string,
  which: { readonly job?: string | undefined },
  disk: Disk,
): Pick<Ledger, 'notices'> & { readonly ledgers: readonly Ledger[] } {
  const ledgers: Ledger[] = [];
  const notices: string[] = [];
  for (const ledger of readLedgers(folder, which, disk)) {
    const stranger = findLedgerStranger(folder, ledger.path, disk);
    notices.push(...(stranger === undefined ? ledger.notices : [stranger]));
    if (stranger === undefined) ledgers.push(ledger);
  }
  return { ledgers, notices };
}

/**
 * Nothing found of a job is no answer if its name was mistyped. As long as there are no runs of any job, no name is wrong.
 *
 * Errors: `UsageError` with the names of the jobs in these folders; `DiskError`.
 */
export function refuseUnknownJob(
  job: string,
  { histories, disk }: { readonly histories: readonly string[]; readonly disk: Disk },
): void {
  const inHistory = histories.flatMap((folder) => readLedgers(folder, {}, disk)).map((ledger) => ledger.job);
  const known = [...new Set(inHistory)].filter((name) => name !== null).sort();
  if (known.length === 0 || known.includes(job)) return;
  const meant = didYouMean(job, known);
  const hint = `There are runs of ${known.map((name) => `"${name}"`).join(', ')}`;
  const isSaid = meant !== '' && known.length === 1;
  throw new UsageError([`There are no runs of the job "${job}"${meant}`], isSaid ? {} : { hint });
}

/** When the last run of a ledger began, in ISO 8601; empty if it has none. */
export function lastOf({ all }: Pick<Ledger, 'all'>): string {
  return all[0]?.started_at ?? '';
}

/** The runs of several ledgers, the newest first. */
export function runsOf(ledgers: readonly Ledger[]): readonly RunRecord[] {
  return newestFirst(ledgers.map(({ runs }) => runs));
}

/** Whether what a run changed was taken back as a whole. Of one that changed nothing there is nothing to take back, also if an undo names it. */
export function takenBackIn(runs: readonly RunRecord[]): (run: RunRecord) => boolean {
  const isTakenBack = findTakenBack(runs);
  return (run) => mayHaveChanged(run) && isTakenBack(run);
}

/** By the order of the ledger if there is one, and by their times if there are several. */
export function newestFirst<T extends RunRecord>(past: readonly (readonly T[])[]): readonly T[] {
  const [only = [], ...others] = past.filter((runs) => runs.length > 0);
  if (others.length === 0) return only;
  return past.flat().sort((one, other) => (one.started_at < other.started_at ? 1 : -1));
}

/** All changes of a SKU, or those of some runs. */
type Wanted = { readonly sku: string } | { readonly runs: ReadonlySet<string> };

interface Finding {
  readonly disk: Disk;
  /** Gets the file of a damaged line, which may have had anything. */
  readonly onDamaged?: (file: string) => void;
}

/**
 * Finds changes, in the order of the file. Only their lines are decoded: a year of a large job has hundreds of megabytes.
 *
 * Errors: `DiskError`, those of the system.
 */
export function* findChanges(
  ledger: string,
  wanted: Wanted,
  { disk, onDamaged }: Finding,
): Generator<ChangeLine> {
  for (const file of listChangeFiles(ledger, disk))
    for (const block of readLineBlocks(file, disk))
      for (const line of 'sku' in wanted ? linesOfSku(block, wanted.sku) : linesOfRuns(block, wanted.runs)) {
        const change = parseLine(changeSchema, line);
        if (change) yield change;
        else if (!isTorn(line)) onDamaged?.(file);
      }
}

/**
 * Changes in the order in which they were made: that of the runs, and a change that a later run found, which has no time, right before that
 * run's own, which are behind it in the file. `ids`: the runs, the oldest first.
 */
export function asMade<T extends Pick<ChangeLine, 'run' | 'at'>>(
  changes: readonly T[],
  ids: readonly string[],
): readonly T[] {
  const places = new Map(ids.map((id, at) => [id, at]));
  let behind = ids.length;
  const placed = changes.toReversed().map((change) => {
    const own = places.get(change.run) ?? -1;
    if (change.at !== null) behind = own;
    return { change, place: change.at === null ? Math.max(own, behind) : own };
  });
  return placed
    .reverse()
    .sort((one, other) => one.place - other.place)
    .map(({ change }) => change);
}

function* linesOfSku(block: Buffer, sku: string): Generator<string> {
  const needle = Buffer.from(`"sku":${toJsonText(sku)},`);
  for (let at = block.indexOf(needle); at >= 0; ) {
    const end = endOfLine(block, at);
    yield block.toString('utf8', block.lastIndexOf(LINE_FEED, at) + 1, end);
    at = block.indexOf(needle, end);
  }
}

/** Every line begins with the name of its run. */
const RUN = '{"run":"';

function* linesOfRuns(block: Buffer, runs: ReadonlySet<string>): Generator<string> {
  for (let from = 0; from < block.length; ) {
    const [start, end] = [from + RUN.length, endOfLine(block, from)];
    const run = block.toString('utf8', start, block.indexOf(QUOTE, start));
    if (runs.has(run)) yield block.toString('utf8', from, end);
    from = end + 1;
  }
}

const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/** The last line may have lost its line feed, or more: then it is torn, unless it can be read. */
function endOfLine(block: Buffer, from: number): number {
  const end = block.indexOf(LINE_FEED, from);
  return end < 0 ? block.length : end;
}

/** Does something with the ledger; what goes wrong becomes a notice, since no run depends on it. */
export function tryLedger<T>(work: () => T, notices: string[]): T | undefined {
  try {
    return work();
  } catch (error) {
    noteTrouble(error, notices);
    return undefined;
  }
}

/** Likewise, giving way to others of the process. */
export async function tryInSlices<T>(steps: Steps<T>, notices: string[]): Promise<T | undefined> {
  try {
    return await inSlices(steps);
  } catch (error) {
    noteTrouble(error, notices);
    return undefined;
  }
}

/** Errors: the given one, if neither the disk nor a file is to blame for it. */
export function noteTrouble(error: unknown, notices: string[]): void {
  const isRead = error instanceof DiskError || error instanceof RunFolderError;
  if (!isRead && systemCode(error) === undefined) throw error;
  const notice = isRead
    ? `The history is incomplete: ${error.message}`
    : `The history can't be kept: ${describeSystemError(error)}; history rebuild adds what is missing`;
  if (!notices.includes(notice)) notices.push(notice);
}
