import { count } from '../domain/count.ts';
import { describeValue } from '../domain/describe-value.ts';
import { RunFolderError, UsageError } from '../domain/errors.ts';
import type { Field } from '../domain/fields.ts';
import { hashText } from '../domain/hash-text.ts';
import { mayArriveUntil } from '../domain/may-arrive.ts';
import type { Disk } from '../domain/ports.ts';
import type { Remark } from '../domain/row.ts';
import type { RunRecord } from '../domain/run-record.ts';
import type { StepFlags } from '../report/advice/list-next-steps.ts';
import type { RunReport } from '../report/tally/run-report.ts';
import { formatCommand } from '../report/text/format-command.ts';
import { layoutOfRun } from './folder/layout-of-run.ts';
import { toFolderTime } from './folder/run-folder.ts';
import type { PlanShape } from './folder/shape-json.ts';
import type { LineRestoration } from './folder/to-restorations.ts';
import { adoptUnfinished, previewUnfinished } from './history/adopt-unfinished.ts';
import {
  type ChangesSince,
  type ListingHistory,
  type SummedRun,
  sumUpChanges,
  type UnknownField,
} from './history/changes-since.ts';
import { withoutFuture } from './history/future-runs.ts';
import { idOfFile, isBefore, type KeptRun, listParts } from './history/history-files.ts';
import { readingHistory, tryHistory, writingHistory } from './history/history-trouble.ts';
import { isUncertain, mayHaveChanged } from './history/is-whole-run.ts';
import { findForks, orderByChain } from './history/order-by-chain.ts';
import { ownerOfPart } from './history/owner-of-part.ts';
import { readHistories } from './history/read-histories.ts';
import { DamagedHistoryError, readHistoryFile } from './history/read-history-file.ts';
import { refuseStrangeFiles } from './history/refuse-strangers.ts';
import { planHeadOf } from './history/run-identity.ts';
import { describeAccount } from './job/account.ts';
import { describeUnfinished } from './job/describe-unfinished.ts';
import { displayPath } from './job/display-path.ts';
import type { Job, RunSettings } from './job/job.ts';
import type { RunHost } from './job/run.ts';
import { withLock } from './lock/with-lock.ts';
import { toRowSource } from './sheet/row-source.ts';
import { runJob } from './steps/run-job.ts';
import { toUndoRows, undoShapeOf } from './steps/undo-rows.ts';

export interface UndoSinceRequest {
  /** Runs that began then or later are taken back. Units: ISO 8601. */
  readonly since: string;
  /** Only runs of this job. */
  readonly job?: string | undefined;
  /** Only what they did to this SKU. */
  readonly sku?: string | undefined;
  /** Only what they did to this field. */
  readonly field?: Field | undefined;
  readonly settings: RunSettings;
}

/**
 * Plans and sends the reverse of several runs at once, by the history: each field that they changed gets the value back that it
 * had before the first of them, unless it is not as the last of them left it.
 *
 * Errors: `RunFolderError` if the history knows no such run of the account; further `withLock` and `runJob`.
 */
export function undoSince({ settings, ...which }: UndoSinceRequest, host: RunHost): Promise<RunReport> {
  const { since, sku, field } = which;
  const part = [sku, field].flatMap((each) => (each === undefined ? [] : [`, ${each}`])).join('');
  const subject = `runs since ${describeTime(since)}${part}`;
  return withLock({ command: 'undo', subject, settings }, host, async (lock, locked) => {
    const { cwd, clock, disk } = locked.ports;
    const notices: string[] = [];
    const onNotice = (notice: string): void => void notices.push(notice);
    const { runs, others } = findRuns(which, settings, { disk, cwd, now: clock.now(), onNotice });
    const { listings, unknown } = sumUp(runs, { ...which, others, disk });
    const restorations = listings.map((each, at) => toRestoration(each, { at, now: clock.now() }));
    const job: Job = {
      command: 'undo',
      input: {
        path: subject,
        subject: toWords(which),
        name: `undo-since-${since.slice(0, 'YYYY-MM-DD'.length)}`,
        sha256: hashText(runs.map(({ record }) => record.id).join('\n')).toString(16),
        jobOfHistory: jobOf(runs),
        undoneRuns: part === '' ? runs.map(({ record }) => record.started_at) : [],
        rows: await toRowSource(() => toUndoRows(restorations)),
        shape: undoShapeOf(restorations, layoutOfLatest(runs, disk)),
        notices: [
          ...notices,
          ...noticeRuns(runs, {
            which,
            isEmpty: restorations.length === 0,
            unknown,
            disk,
            ...settings.stepFlags,
          }),
        ],
      },
      restoring: true,
      settings,
      matching: { filters: {}, match: 'one' },
      duplicates: 'error',
      lock,
    };
    return runJob(job, locked);
  });
}

/** `2026-11-20 02:15 UTC` */
function describeTime(time: string): string {
  return `${time.slice(0, 19).replace('T', ' ').replace(/:00$/, '')} UTC`;
}

function toWords({ since, job, sku, field }: Omit<UndoSinceRequest, 'settings'>): readonly string[] {
  return [
    ...['', '--since', since.slice(0, 19)],
    ...(job === undefined ? [] : ['--job', job]),
    ...(sku === undefined ? [] : ['--sku', sku]),
    ...(field === undefined ? [] : ['--field', field]),
  ];
}

interface Reading {
  readonly disk: Disk;
  readonly cwd: string;
  /** Units: epoch milliseconds. */
  readonly now: number;
  readonly onNotice: (notice: string) => void;
}

/** Errors: `RunFolderError` if others could have changed the history, or part of it can't be read. */
function findRuns(
  { since, job }: Pick<UndoSinceRequest, 'since' | 'job'>,
  { history, service, dryRun }: RunSettings,
  { disk, cwd, now, onNotice }: Reading,
): FoundRuns {
  if (!history) throw nothingKnown(since, 'no history is kept (--history off)');
  const { folder } = history;
  const own = describeAccount(service);
  const isOwn = ({ account }: Pick<RunRecord, 'account'>): boolean =>
    account?.base_url === own.base_url && account.key_fingerprint === own.key_fingerprint;
  const parts = readingHistory(folder, () => listParts(folder, disk));
  // Amounts of the history are sent.
  readingHistory(folder, () => refuseStrangeFiles(folder, 'rely on', disk));
  const previewed = parts.flatMap((part): readonly SummedRun[] => {
    const of = ownerOfPart(part, disk);
    if (!of || !isOwn(of)) return [];
    const adopting = { part, of, disk, onNotice };
    if (dryRun) return [readingHistory(folder, () => previewUnfinished(adopting)) ?? []].flat();
    // No run of the account is alive beside this one.
    writingHistory(folder, () => adoptUnfinished(adopting));
    return [];
  });
  const unread: string[] = [];
  const onUnread = (path: string): void => void unread.push(path);
  const begun = previewed.filter(({ record }) => record.started_at >= since);
  const unfinished = begun.filter(({ record }) => job === undefined || record.job === job);
  for (const { record } of unfinished)
    onNotice(describeUnfinished(record, { cwd, what: 'what it has changed so far is taken back too' }));
  const known = [...unfinished, ...readHistories(folder, { job, onUnread }, disk).map(toSummed)];
  const all = orderByChain(known.filter(({ record }) => record.started_at >= since)).toReversed();
  const found = withoutFuture(all, now);
  if (found.notice !== undefined) onNotice(found.notice);
  const runs = found.runs.filter(
    // A run without a folder ended before it sent anything, and a mistyped one is of no job or of none that there is.
    ({ record }) => !record.dry_run && record.folder !== null && isOwn(record),
  );
  const start = toFolderTime(Date.parse(since));
  const damaged = unread.find((path) => !isBefore(idOfFile(path), start));
  if (damaged !== undefined)
    throw nothingKnown(since, `"${displayPath(damaged, cwd)}" can't be read, and may be one of them`);
  refuseGap(
    all.filter(({ record }) => isOwn(record)),
    { known, since },
  );
  refuseClocks(
    known.filter(({ record }) => !record.dry_run && isOwn(record)),
    { runs, since },
  );
  refuseSeveral(runs, since);
  if (runs.length === 0)
    throw nothingKnown(since, `"${displayPath(folder, cwd)}" has no run of this account since then`);
  const beside = job === undefined ? [] : [...begun, ...readHistories(folder, { since }, disk).map(toSummed)];
  return { runs, others: beside.filter(({ record }) => record.job !== job && isOwn(record)).map(toOther) };

  function toSummed({ record, path }: KeptRun): SummedRun {
    return { record, lines: () => readHistoryFile(path, disk, { only: ['change', 'agreed'] }) };
  }

  /** Nothing of it is sent: what can't be read of it passes for somebody else's doing. */
  function toOther(run: SummedRun): SummedRun {
    return {
      record: run.record,
      lines: () =>
        tryHistory(
          () => [...run.lines()],
          [],
          () => {},
        ),
    };
  }
}

interface FoundRuns {
  /** The runs that are taken back, the newest first. */
  readonly runs: readonly SummedRun[];
  /** Runs of other jobs meanwhile. */
  readonly others: readonly SummedRun[];
}

/** What a missing run has changed would be taken for somebody else's doing. Errors: `RunFolderError` if a run names one before it that is not there. */
function refuseGap(
  runs: readonly SummedRun[],
  { known, since }: { readonly known: readonly SummedRun[]; readonly since: string },
): void {
  const ids = new Set(known.map(({ record }) => record.id));
  const start = toFolderTime(Date.parse(since));
  for (const { record } of runs) {
    const { previous } = record;
    if (previous === null || ids.has(previous.id) || isBefore(previous.id, start)) continue;
    throw nothingKnown(
      since,
      `the run "${previous.id}" is missing from the history, and may be one of them`,
      GAP,
    );
  }
}

const GAP = 'history rebuild adds it from its run folder';

interface Taken {
  /** The runs that are taken back. */
  readonly runs: readonly SummedRun[];
  readonly since: string;
}

/**
 * A clock that was wrong: then which runs came later, or first, is not what their times say. Errors: `RunFolderError` if the chain of
 * the runs contradicts their times, or does not say what came first.
 */
function refuseClocks(known: readonly SummedRun[], { runs, since }: Taken): void {
  const ids = new Set(runs.map(({ record }) => record.id));
  for (const { record } of known) {
    const { id, previous, started_at } = record;
    if (started_at >= since || !previous || !ids.has(previous.id)) continue;
    throw nothingKnown(
      since,
      `the run "${id}" began before then by its clock, and followed "${previous.id}", which began later by its own`,
      `Pass --since ${started_at} or earlier to take back both of them, or take back each run by its folder, the last one first`,
    );
  }
  const changing = known.filter(({ record }) => mayHaveChanged(record));
  for (const { earlier, later } of findForks(changing)) {
    if (earlier.record.started_at < since && !ids.has(later.record.id)) continue;
    throw nothingKnown(
      since,
      `the runs "${earlier.record.id}" and "${later.record.id}" both followed "${earlier.record.previous?.id}", so a clock was wrong, and which of them came first is unknown`,
      'Take back each of them by its run folder, the last one first, or pass a later time',
    );
  }
}

/** Errors: `RunFolderError` if one of the files is damaged. */
function sumUp(
  runs: readonly SummedRun[],
  which: Omit<UndoSinceRequest, 'settings'> & Pick<FoundRuns, 'others'> & Pick<Reading, 'disk'>,
): ChangesSince {
  try {
    return sumUpChanges(runs, which);
  } catch (error) {
    if (!(error instanceof DamagedHistoryError)) throw error;
    throw nothingKnown(which.since, error.message.replace(/^The/, 'the'));
  }
}

/** Each job has a separate history, which has to know of the undo. */
function refuseSeveral(runs: readonly SummedRun[], since: string): void {
  const jobs = [...new Set(runs.map(({ record }) => record.job ?? 'none'))].sort();
  if (jobs.length > 1)
    throw new UsageError(
      [`There are runs of several jobs since ${describeTime(since)}: ${jobs.join(', ')}`],
      {
        hint: 'Pass --job NAME, and take back one job after the other',
      },
    );
}

const SINGLE = 'Undo a single run by its folder; pricesheet history lists what is known';

function nothingKnown(since: string, why: string, hint = SINGLE): RunFolderError {
  return new RunFolderError(`Cannot undo the runs since ${describeTime(since)}: ${why}`, { hint });
}

function toRestoration(
  { listing, changes, expected, setByOthers, unsettledAt }: ListingHistory,
  { at, now }: { readonly at: number; readonly now: number },
): LineRestoration {
  const remarks = setByOthers.map(remarkSetByOthers);
  const until = unsettledAt === undefined ? undefined : mayArriveUntil(Date.parse(unsettledAt), now);
  return { line: at + 2, listing, changes, expected, mayArriveUntil: until, remarks };
}

/** The value that comes back is not the one from before the runs. */
function remarkSetByOthers({ field, found, set, by }: ListingHistory['setByOthers'][number]): Remark {
  const [theirs, first] = [set, found].map((value) => describeValue(field, value));
  const who = by ? `the run ${by.id}${by.job === null ? '' : ` of the job "${by.job}"`}` : 'somebody else';
  const message = `${field} goes back to ${theirs}, which ${who} set between these runs; the first of them found ${first}`;
  return { reason: 'set_by_others', message };
}

function layoutOfLatest(runs: readonly SummedRun[], disk: Disk): PlanShape | undefined {
  const folder = runs.find(({ record }) => record.folder !== null)?.record.folder;
  return folder == null ? undefined : layoutOfRun(folder, disk);
}

/** The job of all runs, if it is one. */
function jobOf(runs: readonly SummedRun[]): string | undefined {
  const [job, ...others] = new Set(runs.map(({ record }) => record.job));
  return others.length === 0 ? (job ?? undefined) : undefined;
}

interface Asked extends Pick<StepFlags, 'undoFlags' | 'shell'> {
  readonly which: Pick<UndoSinceRequest, 'sku' | 'field'>;
  /** Nothing is to be taken back. */
  readonly isEmpty: boolean;
  /** Fields that are left out. */
  readonly unknown: readonly UnknownField[];
  readonly disk: Disk;
}

function noticeRuns(all: readonly SummedRun[], asked: Asked): readonly string[] {
  const runs = all.filter(({ record }) => mayHaveChanged(record));
  if (runs.length === 0) return ['None of these runs changed anything'];
  return [
    ...(asked.isEmpty && asked.unknown.length > 0
      ? []
      : [asked.isEmpty ? describeNothing(runs, asked.which) : describeRuns(runs)]),
    ...runs
      .filter(({ record }) => isUncertain(record))
      .flatMap(({ record }) => describeUncertain(record, asked)),
    ...describeUnknown(asked.unknown),
  ];
}

function describeUncertain(record: RunRecord, { undoFlags, shell, disk }: Asked): readonly string[] {
  const said = `Of the run ${record.id} not every update is known to have held`;
  if (record.folder === null || !planHeadOf(record, disk))
    return [`${said}, and what is unknown is left out`];
  // What it was to give back is read, and is not to be taken back.
  if (record.command === 'undo') return [];
  const command = formatCommand(['undo', record.folder, ...undoFlags], shell);
  return [`${said}: if there is a conflict because of it, ${command} looks at each listing of it`];
}

/** Changes of a later run, or values that it saw, which may be the doing of a run whose plan is gone. */
function describeUnknown(unknown: readonly UnknownField[]): readonly string[] {
  const [first] = unknown;
  if (!first) return [];
  const { run, id, sku, field } = first;
  const fields = `${count(unknown.length, 'field')}, first ${field} of ${sku === undefined ? `listing ${id}` : `"${sku}"`}`;
  return [
    `Left out: ${fields}, since the run ${run.id} may have changed ${unknown.length === 1 ? 'it' : 'that one'}, and what it was before is unknown; history sku shows what is known, and a sheet sets it`,
  ];
}

function describeRuns(runs: readonly SummedRun[]): string {
  const [last, first] = [runs[0]?.record.id, runs.at(-1)?.record.id];
  if (runs.length === 1) return `Takes back what the run ${first} changed`;
  return `Takes back what ${count(runs.length, 'run')} changed, from ${first} to ${last}`;
}

function describeNothing(runs: readonly SummedRun[], { sku, field }: Asked['which']): string {
  const [these, are] = runs.length === 1 ? ['The run', 'is'] : [`The ${runs.length} runs`, 'are'];
  if (sku === undefined && field === undefined)
    return `All that ${these.toLowerCase()} ${are} known to have changed is as it was before`;
  const what = [field ?? 'anything', ...(sku === undefined ? [] : [`of ${sku}`])].join(' ');
  return `${these} did not change ${what}, or left it as it was before${sku === undefined ? '' : '; SKUs are compared exactly'}`;
}
