import { count } from '../domain/count.ts';
import { describeValue } from '../domain/describe-value.ts';
import { RunFolderError, UsageError } from '../domain/errors.ts';
import type { Field } from '../domain/fields.ts';
import { hashText } from '../domain/hash-text.ts';
import { isFuture } from '../domain/is-future.ts';
import { mayArriveUntil } from '../domain/may-arrive.ts';
import { isLook, type PastRun } from '../domain/run-record.ts';
import type { StepFlags } from '../report/advice/list-next-steps.ts';
import type { RunReport } from '../report/tally/run-report.ts';
import { formatCommand } from '../report/text/format-command.ts';
import { withDiskErrors } from './disk/with-disk-errors.ts';
import { layoutOfRun } from './folder/layout-of-run.ts';
import type { LineRestoration } from './folder/to-restorations.ts';
import { describeAccount } from './job/account.ts';
import { describeUnfinished } from './job/describe-unfinished.ts';
import { displayPath } from './job/display-path.ts';
import type { Job, RunSettings } from './job/job.ts';
import type { RunHost } from './job/run.ts';
import { findLedgerStranger } from './ledger/find-ledger-stranger.ts';
import { isUncertain, mayHaveChanged } from './ledger/is-whole-run.ts';
import type { ChangeLine } from './ledger/ledger-schema.ts';
import { nameOf, openHistory } from './ledger/open-history.ts';
import { findChanges, type Ledger, readLedgers } from './ledger/read-ledger.ts';
import { type ListingHistory, sumUpChanges } from './ledger/sum-up-changes.ts';
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

type Which = Omit<UndoSinceRequest, 'settings'>;

/**
 * Plans and sends the reverse of several runs at once, by the ledger: each field that they changed gets the value back that it
 * had before the first of them, unless it is not as the last of them left it.
 *
 * Errors: `RunFolderError` if the ledger has no such run of the account, or not all that they changed; further `withLock` and `runJob`.
 */
export function undoSince({ settings, ...which }: UndoSinceRequest, host: RunHost): Promise<RunReport> {
  const { since, sku, field } = which;
  const part = [sku, field].flatMap((each) => (each === undefined ? [] : [`, ${each}`])).join('');
  const subject = `runs since ${describeTime(since)}${part}`;
  return withLock({ command: 'undo', subject, settings }, host, async (lock, locked) => {
    const { clock, disk } = locked.ports;
    const { job: jobOfHistory, runs, listings, notices } = await sumUp(which, settings, locked);
    const restorations = listings.map((each, at) => toRestoration(each, { at, runs, now: clock.now() }));
    const layout = runs.find(({ folder }) => folder !== null)?.folder;
    const job: Job = {
      command: 'undo',
      input: {
        path: subject,
        subject: toWords(which),
        name: `undo-since-${since.slice(0, 'YYYY-MM-DD'.length)}`,
        sha256: hashText(runs.map(({ id }) => id).join('\n')).toString(16),
        jobOfHistory,
        undoneRuns: part === '' ? runs.map(({ started_at }) => started_at) : [],
        rows: await toRowSource(() => toUndoRows(restorations)),
        shape: undoShapeOf(restorations, layout == null ? undefined : layoutOfRun(layout, disk)),
        notices: [
          ...notices,
          ...noticeRuns(runs, { which, isEmpty: listings.length === 0, ...settings.stepFlags }),
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

function toWords({ since, job, sku, field }: Which): readonly string[] {
  return [
    ...['', '--since', since.slice(0, 19)],
    ...(job === undefined ? [] : ['--job', job]),
    ...(sku === undefined ? [] : ['--sku', sku]),
    ...(field === undefined ? [] : ['--field', field]),
  ];
}

interface Summed {
  readonly job: string | undefined;
  /** The newest first. */
  readonly runs: readonly PastRun[];
  readonly listings: readonly ListingHistory[];
  readonly notices: readonly string[];
}

/** Errors: `RunFolderError` if others could have changed the ledger, or what the runs changed is not all in it. */
async function sumUp(
  which: Which,
  { history: kept, service, dryRun }: RunSettings,
  { ports: { disk, cwd, clock } }: RunHost,
): Promise<Summed> {
  const { since } = which;
  if (!kept) throw nothingKnown(since, 'no history is kept (--history off)');
  const { folder } = kept;
  const account = describeAccount(service);
  const ledgers = withDiskErrors(
    `read the history "${folder}"`,
    () => readLedgers(folder, which, disk),
    NAME_IT,
  );
  const ledger = chooseLedger(ledgers, { which, account });
  if (!ledger)
    throw nothingKnown(since, `"${displayPath(folder, cwd)}" has no run of this account since then`);
  const { path, job } = ledger;
  const damage = findLedgerStranger(folder, path, disk) ?? ledger.notices[0];
  if (damage !== undefined) throw nothingKnown(since, damage);
  const { past, state, pending, notices } = await openHistory({
    ...{ folder, job, account, isLocked: !dryRun, disk },
    redact: service.apiKey.redact,
    startedAt: clock.now(),
  });
  const runs = runsSince(past.runs.filter(isOfAccount), since, clock.now());
  const lostIn = runs.findIndex(({ id }) => id === state.since);
  const unknown = state.isLost ? runs : runs.slice(lostIn === -1 ? runs.length : lostIn + 1);
  const doubtful = unknown.find(isUncertain);
  if (doubtful) throw nothingKnown(since, `what the run "${doubtful.id}" may have changed is not known`);
  const what = 'what it has changed so far is taken back too';
  const ids = runs.map(({ id }) => id);
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) throw nothingKnown(since, `two runs have the name "${twice}"`);
  const changes = [...readChanges(runs, path), ...pending];
  return {
    job: job ?? undefined,
    runs,
    listings: sumUpChanges(changes, state.doubts, { ...which, runs: ids.toReversed() }),
    notices: [
      ...notices,
      ...runs.filter(({ isUnfinished }) => isUnfinished).map((run) => describeUnfinished(run, { cwd, what })),
    ],
  };

  function isOfAccount(run: PastRun): boolean {
    return run.account?.key_fingerprint === account.key_fingerprint && run.folder !== null && !isLook(run);
  }

  /** Each listing and field once: a run that was found killed may have been added in part before. */
  function readChanges(from: readonly PastRun[], ledgerPath: string): readonly ChangeLine[] {
    const found = new Map<string, ChangeLine>();
    const onDamaged = (file: string): never => {
      throw nothingKnown(since, `a line of "${displayPath(file, cwd)}" is damaged`);
    };
    for (const change of findChanges(ledgerPath, { runs: new Set(ids) }, { disk, onDamaged }))
      found.set(change.run + nameOf(change), change);
    for (const run of from) {
      const { id, change_lines: lines } = run;
      if (lines === undefined && mayHaveChanged(run) && !run.isUnfinished)
        throw nothingKnown(since, `what the run "${id}" changed is not known`);
      const there = [...found.values()].filter(({ run }) => run === id).length;
      if (lines !== undefined && there < lines)
        throw nothingKnown(since, `of ${count(lines, 'change')} by the run "${id}" the ledger has ${there}`);
    }
    return [...found.values()];
  }
}

const NAME_IT = 'Name the folder of the history with --history';

/** Errors: `UsageError` if runs of several jobs are meant: each has a ledger, which has to know of the undo. */
function chooseLedger(
  ledgers: readonly Ledger[],
  { which, account }: { readonly which: Which; readonly account: NonNullable<Ledger['account']> },
): Ledger | undefined {
  const { since } = which;
  const found = ledgers.filter(({ runs, unfinished }) => {
    const sending = runs.filter((run) => !isLook(run) && run.folder !== null);
    return [...sending, ...unfinished].some(
      (run) =>
        run.started_at >= since &&
        run.account?.base_url === account.base_url &&
        run.account.key_fingerprint === account.key_fingerprint,
    );
  });
  const jobs = found.map(({ job }) => job ?? 'none').sort();
  if (jobs.length < 2) return found[0];
  throw new UsageError([`There are runs of several jobs since ${describeTime(since)}: ${jobs.join(', ')}`], {
    hint: 'Pass --job NAME, and take back one job after the other',
  });
}

/**
 * The runs behind the last one that began before the time. `all`: the newest first, by their order in the ledger.
 *
 * Errors: `RunFolderError` if their times don't say which they are: a clock was wrong.
 */
function runsSince(all: readonly PastRun[], since: string, now: number): readonly PastRun[] {
  const end = all.findIndex(({ started_at }) => started_at < since);
  const runs = end === -1 ? all : all.slice(0, end);
  const isOutOfOrder = runs.some((run, at) => run.started_at < (runs[at + 1]?.started_at ?? ''));
  const isCutShort = all
    .slice(runs.length)
    .some(({ started_at }) => started_at >= since && !isFuture(started_at, now));
  if (isOutOfOrder || isCutShort || runs.some(({ started_at }) => isFuture(started_at, now)))
    throw nothingKnown(since, 'the runs of that time are not in the order of their times: a clock was wrong');
  return runs;
}

const SINGLE = 'Undo a single run by its folder, the last one first; pricesheet history lists what is known';

function nothingKnown(since: string, why: string): RunFolderError {
  return new RunFolderError(`Cannot undo the runs since ${describeTime(since)}: ${why}`, { hint: SINGLE });
}

interface Around {
  readonly at: number;
  readonly runs: readonly PastRun[];
  readonly now: number;
}

function toRestoration(
  { listing, changes, expected, setByOthers, doubtful }: ListingHistory,
  { at, runs, now }: Around,
): LineRestoration {
  const ends = runs.filter(({ id }) => doubtful.includes(id)).map((run) => Date.parse(run.finished_at));
  return {
    line: at + 2,
    listing,
    changes,
    expected,
    mayArriveUntil: ends.length === 0 ? undefined : mayArriveUntil(Math.max(...ends), now),
    remarks: setByOthers.map(({ field, found, set }) => ({
      reason: 'set_by_others',
      message: `${field} goes back to ${describeValue(field, set)}, which somebody else set between these runs; the first of them found ${describeValue(field, found)}`,
    })),
  };
}

interface Asked extends Pick<StepFlags, 'undoFlags' | 'shell'> {
  readonly which: Pick<Which, 'sku' | 'field'>;
  /** Nothing is to be taken back. */
  readonly isEmpty: boolean;
}

function noticeRuns(all: readonly PastRun[], asked: Asked): readonly string[] {
  const runs = all.filter(mayHaveChanged);
  if (runs.length === 0) return ['None of these runs changed anything'];
  const uncertain = runs.filter((run) => isUncertain(run) && run.command !== 'undo');
  return [
    asked.isEmpty ? describeNothing(runs, asked.which) : describeRuns(runs),
    ...uncertain.map(
      ({ id, folder }) =>
        `Of the run ${id} not every update is known to have held: if there is a conflict because of it, ${formatCommand(['undo', folder ?? id, ...asked.undoFlags], asked.shell)} looks at each listing of it`,
    ),
  ];
}

function describeRuns(runs: readonly PastRun[]): string {
  const [last, first] = [runs[0]?.id, runs.at(-1)?.id];
  if (runs.length === 1) return `Takes back what the run ${first} changed`;
  return `Takes back what ${count(runs.length, 'run')} changed, from ${first} to ${last}`;
}

function describeNothing(runs: readonly PastRun[], { sku, field }: Asked['which']): string {
  const [these, are] = runs.length === 1 ? ['The run', 'is'] : [`The ${runs.length} runs`, 'are'];
  if (sku === undefined && field === undefined)
    return `All that ${these.toLowerCase()} ${are} known to have changed is as it was before`;
  const what = [field ?? 'anything', ...(sku === undefined ? [] : [`of ${sku}`])].join(' ');
  return `${these} did not change ${what}, or left it as it was before${sku === undefined ? '' : '; SKUs are compared exactly'}`;
}
