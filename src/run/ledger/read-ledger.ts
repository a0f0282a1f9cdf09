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
import { atOnce, inSlices, type Steps } from '../disk/in-slices.ts';
import { readLineBlocks } from '../disk/line-file.ts';
import { withDiskErrors } from '../disk/with-disk-errors.ts';
import {
  type AttentionLine,
  type BegunRun,
  type ChangeLine,
  changeSchema,
  type DoubtLine,
  type DriftLine,
  headSchema,
  LEDGER_FILES,
  listChangeFiles,
  listLedgers,
  parseLine,
  runSchema,
  stateSchema,
} from './ledger-files.ts';
import { LedgerState } from './ledger-state.ts';

/** The runs of a job on an account. */
export interface Ledger {
  /** Its folder. */
  readonly path: string;
  readonly job: string | null;
  readonly account: RunRecord['account'];
  /** In the order of the file, which is that of the runs whatever clocks said; the newest first. */
  readonly runs: readonly RunRecord[];
  /** Runs that have begun and not ended: killed, or still running. The newest first. */
  readonly unfinished: readonly BegunRun[];
  /** For people, about lines that can't be read. */
  readonly notices: readonly string[];
}

/** Reads `runs.ndjson`; a missing one has no runs. Errors: `DiskError`, those of the system. */
export function readLedger(path: string, disk: Disk): Ledger {
  const file = join(path, LEDGER_FILES.runs);
  const runs: RunRecord[] = [];
  const names = new Set<string>();
  const begun = new Map<string, BegunRun>();
  /** Runs that have begun, and a later one that was to add them has ended. */
  const lost = new Map<string, BegunRun>();
  const damaged: number[] = [];
  let number = 0;
  for (const text of linesOf(file, disk)) {
    number++;
    const line = parseLine(runSchema, text);
    if (line?.kind === 'run') {
      const name = nameOf(line);
      if (!names.has(name)) runs.push(line);
      names.add(name);
      for (const open of [begun, lost]) open.delete(name);
      if (line.change_lines === undefined) continue;
      for (const [other, run] of begun) lost.set(other, run);
      begun.clear();
    } else if (line) begun.set(nameOf(line), line);
    else if (!isTorn(text)) damaged.push(number);
  }
  const notices = [...lost.values()].map(
    ({ id }) =>
      `The line of the run "${id}" in "${file}" is damaged or gone; history rebuild adds it from its folder`,
  );
  if (damaged.length > 0)
    notices.push(
      `${count(damaged.length, 'line')} of "${file}" can't be read, from line ${damaged[0]} on: damaged, or of a newer version; history rebuild adds what run folders say`,
    );
  const unfinished = [...begun.values()].reverse();
  const { job = null, account = null } = runs.at(-1) ?? unfinished[0] ?? {};
  return { path, job, account, runs: runs.reverse(), unfinished, notices };
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
  throw new UsageError([`There are no runs of the job "${job}"${didYouMean(job, known)}`], {
    hint: `There are runs of ${known.map((name) => `"${name}"`).join(', ')}`,
  });
}

/** When the last run of a ledger began, in ISO 8601; empty if it has none. */
export function lastOf({ runs: [run], unfinished: [begun] }: Ledger): string {
  return run?.started_at ?? begun?.started_at ?? '';
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

/** What most of `agreed.ndjson` is, and only some read. */
const VALUES = '{"kind":"values",';

interface ReadingState {
  /** The values that sheet and service agreed on, too. */
  readonly withValues: boolean;
  readonly disk: Disk;
}

/**
 * Reads `agreed.ndjson`. Returns `undefined` if it is damaged, incomplete or of another version, with nothing of it to be used; a missing
 * one is empty.
 *
 * Errors: `DiskError`, those of the system.
 */
export function* readState(path: string, { withValues, disk }: ReadingState): Steps<LedgerState | undefined> {
  const state = new LedgerState();
  const lines = linesOf(join(path, LEDGER_FILES.agreed), disk);
  const { value: first, done } = lines.next();
  if (done) return state;
  const head = parseLine(headSchema, first);
  if (!head) return undefined;
  const attention: AttentionLine[] = [];
  const drifts: DriftLine[] = [];
  const doubts: DoubtLine[] = [];
  let isWhole = false;
  for (const text of lines) {
    if (!withValues && !isWhole && text.startsWith(VALUES)) continue;
    const line = isWhole ? undefined : parseLine(stateSchema, text);
    if (!line) return undefined;
    if (line.kind === 'values') yield state.values.read(line);
    else if (line.kind === 'attention') attention.push(line);
    else if (line.kind === 'drift') drifts.push(line);
    else if (line.kind === 'doubt') doubts.push(line);
    else isWhole = true;
  }
  const { run, since } = head;
  return isWhole ? Object.assign(state, { run, since, attention, drifts, doubts }) : undefined;
}

/** Likewise; of a state that can't be used nothing is known, with a notice. */
export function readOpen(path: string, reading: ReadingState, notices: string[]): LedgerState {
  const state = atOnce(readState(path, reading));
  if (!state) notices.push(describeLostState(path));
  return state ?? new LedgerState();
}

/** For people, of a state that can't be used. */
export function describeLostState(path: string): string {
  return `"${join(path, LEDGER_FILES.agreed)}" is damaged, incomplete or of another version: what sheet and service agreed on is not known, so changes by somebody else go unnoticed until it is agreed on again`;
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

function linesOfRuns(block: Buffer, runs: ReadonlySet<string>): Generator<string> {
  return decodeLines(block, (from) => {
    const start = from + RUN.length;
    return runs.has(block.toString('utf8', start, block.indexOf(QUOTE, start)));
  });
}

/** The lines of a file; none if it is not there. */
function* linesOf(path: string, disk: Disk): Generator<string, undefined> {
  if (!disk.existsSync(path)) return undefined;
  for (const block of readLineBlocks(path, disk)) yield* decodeLines(block, () => true);
  return undefined;
}

function* decodeLines(block: Buffer, isWanted: (from: number) => boolean): Generator<string> {
  for (let from = 0; from < block.length; ) {
    const end = endOfLine(block, from);
    if (isWanted(from)) yield block.toString('utf8', from, end);
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
export function tryLedger<T>(work: () => T, orElse: T, notices: string[]): T {
  try {
    return work();
  } catch (error) {
    noteTrouble(error, notices);
    return orElse;
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
