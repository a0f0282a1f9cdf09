import { basename, join, resolve } from 'node:path';
import { count } from '../../domain/count.ts';
import type { SkuHistory } from '../../domain/documents/history.ts';
import type { RunRecord } from '../../domain/documents/ledger.ts';
import { RunFolderError, UsageError } from '../../domain/errors.ts';
import { EXIT } from '../../domain/exit-codes.ts';
import { FIELDS, type Field } from '../../domain/fields.ts';
import { groupBy } from '../../domain/lists.ts';
import { didYouMean } from '../../domain/nearest-names.ts';
import type { Disk } from '../../domain/ports.ts';
import type { Shell } from '../../domain/quote-word.ts';
import { isWholeRun, type PastRun } from '../../domain/run-record.ts';
import { findTakenBack } from '../../plan/earlier-runs.ts';
import { describeUnfinished } from '../../report/screen/describe-run-end.ts';
import { formatCommand } from '../../report/text/format-command.ts';
import { atOnce } from '../disk/in-slices.ts';
import { readPlanHead } from '../folder/plan-file.ts';
import { displayPath, RUN_FILES } from '../folder/run-folder.ts';
import type { BegunRun } from './ledger-files.ts';
import { type DoubtLine, doubtLinesOf, fieldKey, readOpen } from './ledger-state.ts';
import {
  asMade,
  findChanges,
  type Ledger,
  type LedgerRun,
  lastOf,
  newestFirst,
  readOwnLedgers,
  runsOf,
  tryLedger,
} from './read-ledger.ts';
import { factsOf, isPlanOf, planPathOf } from './run-facts.ts';

/**
 * The runs of all ledgers in a folder, the newest first, also runs that have begun and not ended. A ledger that others could have changed
 * has none. `job`: only those of this job.
 *
 * Errors: as `readLedgers`.
 */
export function readPastRuns(
  folder: string,
  which: { readonly job?: string },
  disk: Disk,
): readonly PastRun[] {
  const { ledgers } = readOwnLedgers(folder, which, disk);
  return newestFirst(ledgers.map(({ all }) => all.map((run) => toPastRun(run, disk))));
}

/** Of one that has not ended, what its folder says so far: one that can't be read is the concern of the command that uses it. */
function toPastRun(run: LedgerRun, disk: Disk): PastRun {
  return run.kind === 'run' ? run : { ...atOnce(factsOf(run, disk, [])).record, isUnfinished: true };
}

/** The word for the newest run that a command can use. */
const LATEST = 'latest';

/** What a run is wanted for: to send its plan, or what a review file approves of it, to take it back, or to look at. */
export type LatestFor = 'apply' | 'approve' | 'undo' | 'look';

interface LatestQuery {
  readonly wanted: LatestFor;
  /** The folder of all ledgers; `undefined`: none is kept. */
  readonly history: string | undefined;
  /** Only runs of this job may be the latest. */
  readonly job: string | undefined;
  readonly cwd: string;
  readonly shell: Shell;
  readonly disk: Disk;
}

/**
 * The folder of the run that a user means: as it was given, or that of the newest run that the command can use.
 *
 * Errors: `RunFolderError` if it is gone and the history still knows its run: another one with a similar name is not what is meant.
 * `UsageError` if there is no latest run, its folder is gone, or the runs are of several jobs; `DiskError`.
 */
export function findRunFolder(given: string, query: LatestQuery): string {
  const { wanted, history, cwd, shell, disk } = query;
  const path = resolve(cwd, given);
  if (disk.existsSync(planPathOf(path))) return given;
  if (given === LATEST) return displayPath(findLatestRun(query), cwd);
  if (history === undefined || disk.existsSync(path)) return given;
  // A history that can't be read knows no run.
  const runs = tryLedger(() => readPastRuns(resolve(cwd, history), {}, disk), []);
  const known = runs?.find(({ folder }) => folder === path);
  if (!known) return given;
  throw new RunFolderError(`Cannot use "${given}": its folder was deleted or moved`, {
    hint: adviseGone(known, { wanted, shell }),
  });
}

function findLatestRun({ wanted, history, job, cwd, shell, disk }: LatestQuery): string {
  if (history === undefined)
    throw new UsageError(['No history is kept (--history off), so that no run is known as the latest'], {
      hint: 'Name the run folder',
    });
  const all = readPastRuns(resolve(cwd, history), {}, disk);
  const runs = all.filter((run) => job === undefined || run.job === job);
  const jobs = [...groupBy(runs, (run) => run.job).values()];
  const chosen = new Set<PastRun>(jobs.flatMap((own) => chooseLatest(own, wanted, disk)));
  refuseSeveralJobs([...chosen], job);
  for (const run of runs.filter(hasFolder).filter((each) => chosen.has(each))) {
    const head = readPlanHead(planPathOf(run.folder), disk);
    if (!head || !isPlanOf(run, head))
      throw new UsageError(
        [
          `The latest run ${FOR[wanted]} is "${run.folder}", and that folder has no plan, is gone, or is that of another run now`,
        ],
        { hint: run.isUnfinished ? 'Name the run folder that you mean' : adviseGone(run, { wanted, shell }) },
      );
    if (head.whole || wanted === 'undo' || wanted === 'look') return run.folder;
  }
  const ofJob = job === undefined ? '' : ` of the job "${job}"`;
  throw new UsageError([`There is no run${ofJob} ${FOR[wanted]}`], {
    hint: all.length === 0 ? NO_RUNS : (adviseRest(runs, { wanted, cwd, shell, disk }) ?? ALL_RUNS),
  });
}

/** What to do about a plan of which a part was sent, and the rest waits for a person. */
function adviseRest(
  runs: readonly PastRun[],
  { wanted, cwd, shell, disk }: Omit<LatestQuery, 'history' | 'job'>,
): string | undefined {
  const sent = runs.find((run) => isWholeRun(run) && overtakes(run));
  const waiting = sent?.counts?.by_status.held ?? 0;
  const [open] = wanted === 'apply' && waiting > 0 ? chooseLatest(runs, 'approve', disk) : [];
  // Of a plan that was taken back a new one is made.
  if (!sent || !open || [sent, open].some(findTakenBack(runs))) return undefined;
  const run = displayPath(open.folder, cwd);
  const review = sent.approval?.path ?? join(run, RUN_FILES.review);
  const approve = formatCommand(['apply', run, '--only', review], shell);
  const all = open.dry_run ? `; ${formatCommand(['apply', run], shell)} sends all that is left of it` : '';
  return `${count(waiting, 'update waits', 'updates wait')} in the plan of "${run}": ${approve} sends what is approved by then${all}`;
}

const FOR: Readonly<Record<LatestFor, string>> = {
  apply: 'with a plan that is still to be sent',
  approve: 'with rows to approve',
  undo: 'that sent anything',
  look: 'with a folder',
};

const ALL_RUNS = 'pricesheet history lists all runs';
const NO_RUNS =
  'No run is known: sync, diff, apply and undo add one each, and pricesheet history rebuild those of run folders';

/**
 * A run that ended before it had a folder is of no job: the name of its sheet may have been mistyped.
 *
 * Errors: `UsageError` if the runs are of several jobs and none of these was named.
 */
function refuseSeveralJobs(runs: readonly RunRecord[], job: string | undefined): void {
  const jobs = [...new Set(runs.flatMap((run) => (run.folder === null ? [] : (run.job ?? []))))].sort();
  if (job !== undefined || jobs.length < 2) return;
  throw new UsageError([`There are runs of several jobs: ${jobs.join(', ')}`], {
    hint: 'Pass --job NAME to say whose latest run is meant',
  });
}

/**
 * The runs that `latest` may be, the best first: to apply, a plan of a sheet that is still to be sent, of a dry run or of a run that was cut short,
 * and that no run has overtaken since; to approve, a dry run, a run that was answered with no, or one that held rows; to undo, a run that sent something; to look at, any run
 * that has a folder. `runs` are the newest first.
 */
export function chooseLatest(
  runs: readonly PastRun[],
  wanted: LatestFor,
  disk: Disk,
): readonly RunWithFolder[] {
  const overtaker = wanted === 'apply' ? runs.findIndex(overtakes) : -1;
  const since = overtaker === -1 ? runs : runs.slice(0, overtaker);
  // What was taken back is not to be sent again.
  const isTakenBack = wanted === 'apply' ? findTakenBack(runs) : () => false;
  return since.filter(hasFolder).filter((run) => FITS[wanted](run, disk) && !isTakenBack(run));
}

type RunWithFolder = PastRun & { readonly folder: string };

function hasFolder(run: PastRun): run is RunWithFolder {
  return run.folder !== null;
}

/** A run that came to its end sent a later sheet, or that very plan, unless it left some of it to an apply of the whole. */
function overtakes(run: RunRecord): boolean {
  return run.command !== 'undo' && !isOpen(run) && !leavesRest(run);
}

/** Whether all of its plan, or some, was not sent. Somebody who answered with no has a plan that is still to be sent, too. */
function isOpen({ dry_run, exit_code, stopped }: RunRecord): boolean {
  return dry_run || exit_code === null || exit_code === EXIT.declined || stopped !== null;
}

/** Whether it sent approved updates alone, and left others of the plan. What the service ignored is left by no run before. */
function leavesRest({ command, counts }: RunRecord): boolean {
  const { skipped = 0 } = counts?.by_status ?? {};
  return command === 'apply' && skipped > (counts?.by_reason['clears_ignored'] ?? 0);
}

const FITS: Readonly<Record<LatestFor, (run: RunWithFolder, disk: Disk) => boolean>> = {
  apply: (run) => run.command !== 'undo' && isOpen(run),
  approve: ({ command, dry_run, exit_code, counts }) =>
    (command === 'sync' || command === 'diff') &&
    (dry_run || exit_code === EXIT.declined || (counts?.by_status.held ?? 0) > 0),
  undo: ({ dry_run, requests, folder }, disk) =>
    !dry_run && (requests ? requests.writes > 0 : disk.existsSync(join(folder, RUN_FILES.outcomes))),
  look: () => true,
};

/** What to do about a run whose folder is gone, and that the history knows. */
function adviseGone(run: PastRun, { wanted, shell }: Pick<LatestQuery, 'wanted' | 'shell'>): string {
  const show = `pricesheet history show ${run.id} says what it did`;
  if (wanted !== 'undo') return show;
  return `${show}; ${formatCommand(undoSinceWords(run), shell)} takes back what it and all runs since changed`;
}

/** The words of the command that takes back a run and all later ones. */
export function undoSinceWords({ started_at, job }: Pick<PastRun, 'started_at' | 'job'>): readonly string[] {
  const since = `${started_at.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)}Z`;
  return ['undo', '', '--since', since, ...(job === null ? [] : ['--job', job])];
}

interface Shown {
  readonly ledgers: readonly Ledger[];
  readonly job: string | undefined;
  readonly cwd: string;
}

/**
 * Finds the runs that are to be shown: by folder, by name in the history, by the day or the minute at which they began, or the latest one.
 * The oldest first.
 *
 * Errors: `UsageError` if there is none, or it is not clear which one.
 */
export function findRuns(given: string, { ledgers, job, cwd }: Shown): readonly RunRecord[] {
  const runs = runsOf(ledgers);
  const path = resolve(cwd, given);
  const ofFolder = runs.find(({ folder }) => folder === path);
  if (ofFolder) return [ofFolder];
  if (given === LATEST) refuseSeveralJobs(runs, job);
  const isTime = /^\d{4}-\d\d-\d\d([T ]\d\d[-:]\d\d)?$/.test(given);
  // As the names of runs begin.
  const start = given.replace(' ', 'T').replace(':', '-');
  // A command that was mistyped is of no job, and is no night's run.
  const latest = given === LATEST ? (runs.find((run) => run.job !== null) ?? runs[0]) : undefined;
  const isNamed = ({ id }: RunRecord): boolean => id === basename(path) || (isTime && id.startsWith(start));
  const found = latest ? [latest] : runs.filter(isNamed).toReversed();
  if (found.length > 0) return found;
  const ids = runs.map(({ id }) => id);
  throw new UsageError([`The history has no run "${given}"${didYouMean(basename(given), ids)}`], {
    hint: ids.length > 0 ? ALL_RUNS : NO_RUNS,
  });
}

interface SkuQuery {
  readonly ledgers: readonly Ledger[];
  /** Changes before it are left out; `''` for none. */
  readonly since: string;
  readonly field?: Field | undefined;
  /** What can't be read of the ledgers. */
  readonly notices: readonly string[];
  readonly disk: Disk;
}

/** All that the history has of a SKU: each change in order, what is agreed now, what is open, and what nobody saw. */
export function findSkuHistory(
  sku: string,
  { ledgers, since, field, notices: unread, disk }: SkuQuery,
): SkuHistory {
  const notices = [...unread];
  const fields: readonly Field[] = field === undefined ? FIELDS : [field];
  const isOfField = (line: { readonly field: Field }): boolean => fields.includes(line.field);
  // What the key that ran last knows overrides the rest.
  const inOrder = ledgers.toSorted((one, other) => (lastOf(one) < lastOf(other) ? -1 : 1));
  const changes = inOrder.flatMap((ledger) => readChanges(sku, ledger, { disk, notices })).filter(isOfField);
  const ids = new Set(changes.map(({ listing_id }) => listing_id));
  const places = [...ids].flatMap((listing_id) => fields.map((of) => ({ listing_id, field: of })));
  const agreed = new Map<string, SkuHistory['agreed'][number]>();
  const open = inOrder.map(({ path, unfinished }) => {
    const { values, attention, doubts } = readOpen(path, { withValues: true, disk }, notices);
    for (const place of places) {
      const value = values.get(place.listing_id, place.field);
      if (value !== undefined) agreed.set(fieldKey(place), { ...place, value });
    }
    const begun = unfinished.flatMap((run) => readDoubts(sku, run, { disk, notices }));
    return { attention, doubts: [...doubts, ...begun].filter(isOfField) };
  });
  const isOfSku = (line: { readonly sku: string }): boolean => line.sku === sku;
  const runs = runsOf(ledgers).filter((run) => run.started_at >= since);
  return {
    version: 1,
    exit_code: 0,
    sku,
    field: field ?? null,
    changes: changes.filter(({ at, run_started_at }) => (at ?? run_started_at ?? '') >= since),
    agreed: [...agreed.values()],
    attention: open.flatMap(({ attention }) => attention.filter(isOfSku)),
    doubts: open.flatMap(({ doubts }) => doubts.filter(isOfSku)) as SkuHistory['doubts'],
    runs_searched: runs.length,
    searched_since: runs.at(-1)?.started_at ?? null,
    notices,
  };
}

interface Reading {
  readonly disk: Disk;
  /** Gets what can't be read. */
  readonly notices: string[];
}

function readChanges(sku: string, { path, all }: Ledger, { disk, notices }: Reading) {
  const byId = new Map(all.toReversed().map((run) => [run.id, run]));
  const damaged = new Set<string>();
  const found = findChanges(path, { sku }, { disk, onDamaged: (file) => damaged.add(file) });
  const changes = [...found].map((change) => {
    const { command = null, started_at: run_started_at = null } = byId.get(change.run) ?? {};
    return { ...change, by: change.by ?? ('run' as const), command, run_started_at };
  });
  notices.push(...[...damaged].map((file) => `A line of "${file}" is damaged, and is left out`));
  return asMade(changes, [...byId.keys()]);
}

/** What a run that has not ended may have changed of a SKU. */
function readDoubts(sku: string, run: BegunRun, { disk, notices }: Reading): readonly DoubtLine[] {
  const updates = tryLedger(() => [...atOnce(factsOf(run, disk, notices)).updates], notices) ?? [];
  const own = updates.filter(({ entry }) => entry.resolved.listing.sku === sku);
  if (own.length > 0) notices.push(describeUnfinished(run));
  return own.flatMap((update) => doubtLinesOf(update, run.id));
}
