import { isFuture } from '../../domain/day.ts';
import type { RunRecord } from '../../domain/documents/ledger.ts';
import type { Disk } from '../../domain/ports.ts';
import { isLook, isWholeRun, mayHaveChanged, mayHaveSet, type PastRun } from '../../domain/run-record.ts';
import type { Redact } from '../../domain/secret.ts';
import { eachInSlices, eachInSteps, inSlices, type Steps } from '../disk/in-slices.ts';
import { AgreedValues } from './agreed-values.ts';
import {
  appendingChanges,
  appendRun,
  type BegunRun,
  type ChangeLine,
  findLedgerStranger,
  ledgerPath,
  type PartOf,
} from './ledger-files.ts';
import {
  describeLostState,
  type EndedRun,
  fieldKey,
  LedgerState,
  readState,
  writingState,
} from './ledger-state.ts';
import { findChanges, lastOf, readLedger, readLedgers, tryInSlices, tryLedger } from './read-ledger.ts';
import { factsOf, planPathOf } from './run-facts.ts';

interface HistoryOptions extends PartOf {
  /** The folder of all ledgers; `undefined`: none is kept. */
  readonly folder: string | undefined;
  /** The run holds the account's lock: no other one is under way, so that one without an end was killed. */
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
    /** Runs that were killed, and that this one has added. */
    readonly killed: readonly PastRun[];
    /** Undos since the sheet was last worked through, the newest first. */
    readonly undos: readonly PastRun[];
    /** What they took back: the value that each field had before, by `fieldKey`. */
    readonly takenBack: ReadonlyMap<string, ChangeLine['was']>;
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
  add(ended: EndedRun): Promise<void>;
}

/**
 * Opens the ledger of a job. What can't be read of it is left out with a notice, and so is one that others could have changed: the run
 * goes on as the first of its kind. Under the account's lock a run that was killed is added first, from its folder.
 */
export async function openHistory(options: HistoryOptions): Promise<History> {
  const { folder, isLocked, begun, redact, startedAt, disk, account } = options;
  const job = options.job && redact(options.job);
  const notices: string[] = [];
  const trying = <T>(work: () => T): T | undefined => tryLedger(work, notices);
  if (folder === undefined) return withoutHistory(notices);
  const path = ledgerPath(folder, { job, account });
  const stranger = trying(() => findLedgerStranger(folder, path, disk));
  if (stranger !== undefined) return withoutHistory([stranger]);
  const ledger = trying(() => readLedger(path, disk));
  const earlier = ledger?.runs ?? [];
  notices.push(...(ledger?.notices ?? []));
  const read = await tryInSlices(readState(path, { withValues: true, disk }), notices);
  if (!read) notices.push(describeLostState(path));
  const state = read ?? Object.assign(new LedgerState(), { isLost: true });
  const missing = read && findMissing(read, earlier);
  if (missing) forgetAll(state, missing, notices);
  const unfinished: PastRun[] = [];
  const killed: PastRun[] = [];
  const pending: ChangeLine[] = [];
  /** A run before this one could not be added, or read: the next run adds both, in their order. */
  let isBehind = ledger === undefined;
  for (const each of ledger?.unfinished.toReversed() ?? []) {
    const facts = await inSlices(factsOf(each, disk, notices));
    const isUnknown = facts.record.sheet === null && !isWithoutPlan(each, disk);
    if (isUnknown) forgetAll(state, facts.record, notices);
    const adding = { state, disk, isUnknown };
    const adopted =
      isLocked && !isBehind ? await tryInSlices(adopting(path, facts, adding), notices) : undefined;
    if (isLocked && !adopted) {
      isBehind = true;
      forgetAll(state, facts.record, notices);
    }
    if (!isLocked && state.run !== each.id)
      await eachInSlices(state.conclude(facts), (change) => pending.push(change));
    if (adopted?.verdict === 'killed') killed.unshift(adopted);
    unfinished.push(adopted ?? { ...facts.record, isUnfinished: true });
  }
  const runs = [...unfinished.toReversed(), ...earlier].filter(({ dry_run }) => !dry_run);
  const [last] = runs;
  if (last && isFuture(last.started_at, startedAt))
    notices.push(
      `The last run in the history, "${last.id}", began later than this one: a clock was wrong, or is wrong now; runs are compared in the order in which they were added`,
    );
  const isOfUndo = ({ undone_runs }: PastRun): boolean => undone_runs !== undefined;
  // What a review file did not approve is still to be decided on.
  const isOfPart = ({ approval }: PastRun): boolean => approval != null && approval.approved < approval.of;
  const worked = runs.findIndex((run) => isWholeRun(run) && !isOfUndo(run) && !isOfPart(run));
  const since = worked === -1 ? runs : runs.slice(0, worked);
  const undos = since.filter((run) => isOfUndo(run) && mayHaveSet(run));
  const takenBack = new Map<string, ChangeLine['was']>();
  if (undos.length > 0) {
    const isUndo = new Set(undos.map(({ id }) => id));
    const add = (line: ChangeLine): void => {
      if (line.by) return;
      if (isUndo.has(line.run)) takenBack.set(fieldKey(line), line.was);
      else takenBack.delete(fieldKey(line));
    };
    const lines = findChanges(path, { runs: new Set(since.map(({ id }) => id)) }, { disk });
    await tryInSlices(eachInSteps(lines, add), notices);
  }
  let isBegun = false;
  function begin(): void {
    if (isBegun || !begun) return;
    isBegun = true;
    const line = { kind: 'begun', version: 1, ...begun, job, account } as const;
    trying(() => appendRun(path, line, { disk, redact }));
  }
  // A key that no run has had is not known to be right: its job may have another.
  if (isLocked && disk.existsSync(path)) begin();
  return {
    past: { runs, killed, undos, takenBack },
    state,
    pending,
    notices,
    begin,
    addLook: (record, isPlanned) => {
      const home = isPlanned ? path : trying(() => homeOf(folder, record, disk));
      trying(() => appendRun(home ?? path, record, { disk, redact }));
    },
    add: async (ended) => {
      const adding = { changes: state.conclude(ended), state, disk, redact };
      if (!isBehind) await tryInSlices(addingRun(path, ended.record, adding), notices);
    },
  };
}

function withoutHistory(notices: readonly string[]): History {
  const past = { runs: [], killed: [], undos: [], takenBack: new Map<never, never>() };
  const state = new LedgerState();
  return { past, state, pending: [], notices, begin: () => {}, addLook: () => {}, add: async () => {} };
}

/** A run that changed something, and that a state does not know of. `runs`: the newest first. */
export function findMissing(state: LedgerState, runs: readonly RunRecord[]): RunRecord | undefined {
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
  state.values = new AgreedValues();
  state.isLost = true;
}

/** It was killed before it had anything to send. */
function isWithoutPlan({ folder }: BegunRun, disk: Disk): boolean {
  return disk.existsSync(folder) && !disk.existsSync(planPathOf(folder));
}

interface Adopting {
  readonly state: LedgerState;
  readonly disk: Disk;
  /** What it changed is not known. */
  readonly isUnknown: boolean;
}

/** Adds a run that was killed, or could not add itself; a part of it may be there. */
function* adopting(path: string, facts: EndedRun, { state, disk, isUnknown }: Adopting): Steps<RunRecord> {
  const { record } = facts;
  const runs = new Set([record.id, ...state.doubts.map(({ run }) => run)]);
  const lines: ChangeLine[] = [];
  yield* eachInSteps(findChanges(path, { runs }, { disk }), (change) => lines.push(change));
  const there = lines.filter(({ run }) => run === record.id);
  if (state.run === record.id) return yield* addingRun(path, record, { changes: [], there, state, disk });
  for (const change of lines) state.recall(change, record.id);
  return yield* addingRun(path, record, { changes: state.conclude(facts), there, isUnknown, state, disk });
}

interface AddingChanges {
  /** Of the run, and of earlier ones as far as it has found out what they did. */
  readonly changes: Iterable<ChangeLine>;
  /** Lines of the run that the file has already. */
  readonly there?: readonly ChangeLine[];
  readonly disk: Disk;
  readonly redact?: Redact;
}

interface AddingRun extends AddingChanges {
  readonly state: LedgerState;
  readonly isUnknown?: boolean;
}

/** The line of the run comes last: without it the next run adds it again, from its folder. */
function* addingRun(
  path: string,
  record: RunRecord,
  { state, isUnknown, ...adding }: AddingRun,
): Steps<RunRecord> {
  const change_lines = yield* addingChanges(path, record, adding);
  yield* writingState(path, state, adding);
  const whole = isUnknown ? record : { ...record, change_lines };
  appendRun(path, whole, adding);
  return whole;
}

/** Returns how many lines the run has then. */
export function* addingChanges(
  path: string,
  { id, started_at }: RunRecord,
  { changes, there = [], ...writing }: AddingChanges,
): Steps<number> {
  const names = new Set(there.map(nameOf));
  let lines = names.size;
  function* missing(): Generator<ChangeLine> {
    for (const change of changes) {
      const isOwn = change.run === id;
      if (isOwn && names.has(nameOf(change))) continue;
      if (isOwn) lines++;
      yield change;
    }
  }
  yield* appendingChanges(path, missing(), { ...writing, at: started_at });
  return lines;
}

/** Names a line among those of its run: what it had noticed, and what it did. */
export function nameOf({ listing_id, field, by, currency }: ChangeLine): string {
  return JSON.stringify([listing_id, field, by, currency === null]);
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

interface LedgerOptions {
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
export function addFailedRun(record: RunRecord, { folder, begin, redact, disk }: LedgerOptions): void {
  function add(): void {
    if (!begin && !disk.existsSync(folder)) return;
    const { job, account } = record;
    const path = homeOf(folder, { job: job && redact(job), account }, disk);
    if (findLedgerStranger(folder, path, disk) === undefined) appendRun(path, record, { disk, redact });
  }
  tryLedger(add, []);
}
