import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describeSystemError, systemCode } from '../../domain/describe-system-error.ts';
import { DiskError, RunFolderError } from '../../domain/errors.ts';
import { isFuture } from '../../domain/is-future.ts';
import type { Disk } from '../../domain/ports.ts';
import { isLook, type PastRun, type RunRecord } from '../../domain/run-record.ts';
import type { Redact } from '../../domain/secret.ts';
import { readPlanHead } from '../folder/read-plan.ts';
import { nameWithoutTime, toFolderName, toFolderTime } from '../folder/run-folder.ts';
import { findLedgerStranger } from './find-ledger-stranger.ts';
import { isWholeRun, mayHaveChanged } from './is-whole-run.ts';
import { ledgerPath, type PartOf } from './ledger-files.ts';
import type { BegunRun, ChangeLine } from './ledger-schema.ts';
import { type EndedRun, LedgerState } from './ledger-state.ts';
import {
  describeLostState,
  findChanges,
  type Ledger,
  lastOf,
  type OpenState,
  readLedger,
  readLedgers,
  readState,
} from './read-ledger.ts';
import { factsOfBegun, factsOfFolder, isPlanOf, planPathOf } from './run-facts.ts';
import { appendChanges, appendRun, writeState } from './write-ledger.ts';

interface HistoryOptions extends PartOf {
  /** The folder of all ledgers; `undefined`: none is kept. */
  readonly folder: string | undefined;
  /** The run holds the account's lock. */
  readonly isLocked: boolean;
  /** A run that is to send something. */
  readonly begun?: Pick<BegunRun, 'id' | 'command' | 'folder' | 'started_at'> | undefined;
  readonly redact: Redact;
  /** When the run began. Units: epoch milliseconds. */
  readonly startedAt: number;
  readonly disk: Disk;
}

/** The history of a job, as one run has it open. */
export interface History {
  /** What earlier runs left. */
  readonly past: {
    /** Runs that were to send something, the newest first; also one that has not ended. */
    readonly runs: readonly PastRun[];
    /** A run has judged the job's sheet before. */
    readonly isKnown: boolean;
  };
  readonly state: LedgerState;
  /** What a run that has not ended has changed so far; under the lock there is none. */
  readonly pending: readonly ChangeLine[];
  /** What is wrong with it; more may come. */
  readonly notices: readonly string[];
  /** Leaves word of the run, in case that it is killed, unless that was done already. */
  begin(): void;
  /** Adds a run that changed nothing. `isPlanned`: the account has answered, so that its key is right. */
  addLook(record: RunRecord, isPlanned: boolean): void;
  /** Adds a run that was to send something. */
  add(ended: EndedRun): void;
}

/**
 * Opens the ledger of a job. What can't be read of it is left out with a notice, and so is one that others could have changed: the run
 * goes on as the first of its kind. Under the account's lock a run that was killed is added first, from its folder.
 */
export async function openHistory(options: HistoryOptions): Promise<History> {
  const { folder, isLocked, begun, redact, startedAt, disk, job, account } = options;
  const notices: string[] = [];
  const trying = <T>(work: () => T, orElse: T): T => tryLedger(work, orElse, notices);
  if (folder === undefined) return withoutHistory(notices);
  const path = ledgerPath(folder, { job, account });
  const stranger = trying(() => findLedgerStranger(folder, path, disk), undefined);
  if (stranger !== undefined) return withoutHistory([stranger]);
  const read = trying(() => readLedger(path, disk), undefined);
  const ledger = read ?? NO_LEDGER(path);
  notices.push(...ledger.notices);
  const state = await readWhole(ledger, { disk, notices });
  const unfinished: PastRun[] = [];
  const pending: ChangeLine[] = [];
  /** A run before this one could not be added, or read: the next run adds both, in their order. */
  let isBehind = read === undefined;
  for (const each of ledger.unfinished.toReversed()) {
    const facts = trying(() => factsOf(each, disk), factsOfBegun(each, disk));
    const isUnknown = facts.record.sheet === null && !isWithoutPlan(each, disk);
    if (isUnknown) forgetAll(state, facts.record, notices);
    const adding = { facts, state, disk, isUnknown };
    const adopted = isLocked && !isBehind ? trying(() => adopt(path, adding), undefined) : undefined;
    if (isLocked && !adopted) {
      isBehind = true;
      forgetAll(state, facts.record, notices);
    }
    if (!isLocked && state.run !== each.id) pending.push(...state.conclude(facts));
    unfinished.push(adopted ?? { ...facts.record, isUnfinished: true });
  }
  const runs = [...unfinished.toReversed(), ...ledger.runs].filter(({ dry_run }) => !dry_run);
  const [last] = runs;
  if (last && isFuture(last.started_at, startedAt))
    notices.push(
      `The last run in the history, "${last.id}", began later than this one: a clock was wrong, or is wrong now; runs are compared in the order in which they were added`,
    );
  let isBegun = false;
  function begin(): void {
    if (isBegun || !begun) return;
    isBegun = true;
    const line = { kind: 'begun', version: 1, ...begun, job, account } as const;
    trying(() => appendRun(path, line, { disk, redact }), undefined);
  }
  // A key that no run has had is not known to be right: its job may have another.
  if (isLocked && disk.existsSync(path)) begin();
  const month = new Date(startedAt).toISOString().slice(0, 'YYYY-MM'.length);
  return {
    past: { runs, isKnown: runs.some(isWholeRun) },
    state,
    pending,
    notices,
    begin,
    addLook: (record, isPlanned) => {
      const to = isPlanned ? path : trying(() => homeOf(folder, record, disk), path);
      trying(() => appendRun(to, record, { disk, redact }), undefined);
    },
    add: (ended) => {
      if (!isBehind) trying(() => addRun(path, { ended, state, disk, redact, month }), undefined);
    },
  };
}

const NO_LEDGER = (path: string): Ledger => ({
  path,
  job: null,
  account: null,
  runs: [],
  unfinished: [],
  notices: [],
});

function withoutHistory(notices: readonly string[]): History {
  const past = { runs: [], isKnown: false };
  const state = new LedgerState();
  return { past, state, pending: [], notices, begin: () => {}, addLook: () => {}, add: () => {} };
}

interface Reading {
  readonly disk: Disk;
  readonly notices: string[];
}

/** Requests may be on their way meanwhile, so it leaves room for others between lines. */
async function readWhole({ path, runs }: Ledger, { disk, notices }: Reading): Promise<LedgerState> {
  const read = new LedgerState();
  const lines = tryLedger(() => readState(path, disk), undefined, notices);
  const next = () => tryLedger(() => lines?.next(), undefined, notices);
  let line = next();
  for (; line && !line.done; line = next()) {
    read.values.read(line.value);
    await setImmediate();
  }
  const open = line?.done ? line.value : undefined;
  if (!open) {
    notices.push(describeLostState(path));
    return Object.assign(new LedgerState(), { isLost: true });
  }
  const missing = findMissing(open, runs);
  if (missing) {
    const state = new LedgerState(open);
    forgetAll(state, missing, notices);
    return state;
  }
  return Object.assign(read, open);
}

/** A run that changed something, and that a state does not know of. `runs`: the newest first. */
export function findMissing(state: OpenState, runs: readonly RunRecord[]): RunRecord | undefined {
  const through = runs.findIndex(({ id }) => id === state.run);
  const isNewer = state.run !== null && through === -1;
  const later = isNewer ? [] : runs.slice(0, through === -1 ? undefined : through);
  return later.find((run) => !isLook(run) && mayHaveChanged(run));
}

/** Nothing is known of any value until it is agreed on again: the run may have set it. */
function forgetAll(state: LedgerState, { id }: Pick<RunRecord, 'id'>, notices: string[]): void {
  notices.push(
    `What the run "${id}" changed is not known: changes by somebody else before this run go unnoticed`,
  );
  state.values.clear();
  state.isLost = true;
}

/** Another run may have the folder now. Errors: `RunFolderError`. */
export function factsOf(begun: BegunRun, disk: Disk): EndedRun {
  const head = readPlanHead(planPathOf(begun.folder), disk);
  if (!head || !isPlanOf(begun, head)) return factsOfBegun(begun, disk);
  return factsOfFolder(begun.folder, begun.id, disk) ?? factsOfBegun(begun, disk);
}

/** It was killed before it had anything to send. */
function isWithoutPlan({ folder }: BegunRun, disk: Disk): boolean {
  return disk.existsSync(folder) && !disk.existsSync(planPathOf(folder));
}

interface Adding {
  readonly state: LedgerState;
  readonly disk: Disk;
}

interface Adopting extends Adding {
  readonly facts: EndedRun;
  /** What it changed is not known. */
  readonly isUnknown: boolean;
}

/** Adds a run that was killed, or could not add itself; a part of it may be there. What is in its folder holds no key. */
function adopt(path: string, { facts, state, disk, isUnknown }: Adopting): RunRecord {
  const { record } = facts;
  const isInState = state.run === record.id;
  const there = new Set<string>();
  const runs = new Set([record.id, ...state.doubts.map(({ run }) => run)]);
  for (const change of findChanges(path, { runs }, { disk, onDamaged: () => {} })) {
    if (change.run === record.id) there.add(nameOf(change));
    if (!isInState) state.recall(change, record.id);
  }
  const writing = { disk, redact: (text: string) => text };
  const month = record.started_at.slice(0, 'YYYY-MM'.length);
  if (!isInState) return addRun(path, { ended: facts, state, ...writing, month, there, isUnknown });
  const whole = { ...record, change_lines: there.size };
  appendRun(path, whole, writing);
  return whole;
}

/** Names a line among those of its run: what it had noticed, and what it did. */
export function nameOf({ listing_id, field, by, currency }: ChangeLine): string {
  return JSON.stringify([listing_id, field, by, currency === null]);
}

interface AddingRun extends Adding {
  readonly ended: EndedRun;
  readonly redact: Redact;
  readonly month: string;
  /** Its lines that the file of changes has already. */
  readonly there?: ReadonlySet<string>;
  readonly isUnknown?: boolean;
}

/**
 * The line of the run comes last: without it the next run adds it again, from its folder. What a sheet says that was stopped is not what
 * anybody has agreed to.
 */
function addRun(
  path: string,
  { ended, state, disk, redact, month, there = new Set(), isUnknown = false }: AddingRun,
): RunRecord {
  const { record } = ended;
  let added = 0;
  function* changes(): Generator<ChangeLine> {
    for (const change of state.conclude(ended)) {
      const isOwn = change.run === record.id;
      if (isOwn && there.has(nameOf(change))) continue;
      if (isOwn) added++;
      yield change;
    }
  }
  appendChanges(path, changes(), { disk, redact, month });
  if (record.stopped?.code !== 'guard') writeState(path, state, { disk, redact, at: record.finished_at });
  const whole = isUnknown ? record : { ...record, change_lines: there.size + added };
  appendRun(path, whole, { disk, redact });
  return whole;
}

/** The name of a run, by that of its folder: one that was named automatically is the name itself. `startedAt`: epoch milliseconds. */
export function nameRun(folder: string | null, name: string, startedAt: number): string {
  // A point in it does not begin an ending.
  const own = folder === null ? name : basename(folder).replaceAll('.', '-');
  return nameWithoutTime(own) === own ? `${toFolderTime(startedAt)}-${toFolderName(own)}` : own;
}

/**
 * The ledger of a run that ended before the account had answered: its key or its settings may be wrong, so that its job is the one of that
 * name that ran last. Errors: those of the system.
 */
function homeOf(folder: string, of: PartOf, disk: Disk): string {
  const own = ledgerPath(folder, of);
  if (of.job === null || (of.account && disk.existsSync(own))) return own;
  const ledgers = readLedgers(folder, { job: of.job }, disk).filter(({ account }) => account !== null);
  const newest = ledgers.toSorted((one, other) => (lastOf(one) < lastOf(other) ? 1 : -1))[0];
  return newest?.path ?? own;
}

interface Place {
  /** The folder of all ledgers. */
  readonly folder: string;
  /** Whether to begin a ledger if there is none. */
  readonly begin: boolean;
  readonly redact: Redact;
  readonly disk: Disk;
}

/**
 * Adds a run that ended before it had a folder. If `begin` is not set, only where there is a history already: a word that was mistyped
 * in any folder leaves nothing there. What goes wrong is not worth a word beside the run's own error.
 */
export function addFailedRun(draft: Omit<RunRecord, 'id'>, { folder, begin, redact, disk }: Place): void {
  tryLedger(
    () => {
      if (!begin && !disk.existsSync(folder)) return;
      const path = homeOf(folder, draft, disk);
      if (findLedgerStranger(folder, path, disk) !== undefined) return;
      const id = nameRun(null, draft.job ?? draft.command, Date.parse(draft.started_at));
      appendRun(path, { ...draft, id }, { disk, redact });
    },
    undefined,
    [],
  );
}

/** Does something with the ledger; what goes wrong becomes a notice, since no run depends on it. */
export function tryLedger<T>(work: () => T, orElse: T, notices: string[]): T {
  try {
    return work();
  } catch (error) {
    const notice = describeTrouble(error);
    if (!notices.includes(notice)) notices.push(notice);
    return orElse;
  }
}

/** Errors: the given one, if neither the disk nor a file is to blame for it. */
function describeTrouble(error: unknown): string {
  if (error instanceof DiskError || error instanceof RunFolderError)
    return `The history is incomplete: ${error.message}`;
  if (systemCode(error) === undefined) throw error;
  return `The history can't be kept: ${describeSystemError(error)}; history rebuild adds what is missing`;
}
