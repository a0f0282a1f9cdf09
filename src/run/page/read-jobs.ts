import { basename, dirname, join } from 'node:path';
import type { RunRecord } from '../../domain/documents/ledger.ts';
import { groupBy } from '../../domain/lists.ts';
import type { Disk } from '../../domain/ports.ts';
import { isWholeRun } from '../../domain/run-record.ts';
import { arrangeNights, byWorst, type OpenRow } from '../../report/tally/arrange-nights.ts';
import { withDiskErrors } from '../disk/with-disk-errors.ts';
import { RUN_FILES } from '../folder/run-folder.ts';
import { findLedgerStranger, listLedgers } from '../ledger/ledger-files.ts';
import { tryLedger } from '../ledger/open-history.ts';
import {
  describeLostState,
  type Ledger,
  lastOf,
  NOTHING_OPEN,
  type OpenState,
  readLedger,
  readOpen,
  runsOf,
  sheetsIn,
  takenBackIn,
} from '../ledger/read-ledger.ts';

export interface Reading {
  /** Only this job. */
  readonly job?: string | undefined;
  /** Units: epoch milliseconds. */
  readonly now: number;
  readonly disk: Disk;
}

/** The jobs of a history with their nights, and what is open now. What can't be read is left out with a notice. */
export function readJobs(history: string, { job: only, now, disk }: Reading) {
  const notices: string[] = [];
  const list = () => withDiskErrors(`read the history "${history}"`, () => listLedgers(history, disk));
  const paths = tryLedger(list, [], notices);
  const ledgers = paths
    .flatMap((path) => tryLedger(() => [readLedger(path, disk)], [], notices))
    .filter(({ job }) => only === undefined || job === only);
  notices.push(...ledgers.flatMap((ledger) => ledger.notices));
  for (const { path } of ledgers) {
    const stranger = tryLedger(() => findLedgerStranger(history, path, disk), undefined, notices);
    if (stranger !== undefined) notices.push(stranger);
  }
  const reportOf = findReports(runsOf(ledgers), disk);
  const found = [...groupBy(ledgers.filter(isJob), ({ job }) => job).values()].flatMap(joinLedgers);
  const jobs = found.map((parts) => {
    const runs = runsOf(parts);
    const { job = null, path = '' } = parts.at(-1) ?? {};
    const state = tryLedger(() => readOpen(path, disk), undefined, notices);
    if (!state) notices.push(describeLostState(path));
    const facts = {
      job,
      account: runs.find(({ account }) => account)?.account ?? null,
      runs,
      unfinished: parts.flatMap(({ unfinished }) => unfinished),
      open: toOpenRows(state ?? NOTHING_OPEN, job),
      attention: countAttention(runs, state ?? NOTHING_OPEN),
      sheets: sheetsIn(runs),
      isTakenBack: takenBackIn(parts),
      reportOf,
    };
    return arrangeNights(facts, now);
  });
  return { jobs: jobs.sort(byWorst), notices } as const;
}

/** Finds the reports that are still there. A folder that was deleted and named again has the report of its newest run. */
function findReports(runs: readonly RunRecord[], disk: Disk): (run: RunRecord) => string | undefined {
  const newest = new Map(runs.toReversed().map((run) => [run.folder, run]));
  return (run) => {
    const report = join(run.folder ?? '', RUN_FILES.report);
    return run.folder !== null && newest.get(run.folder) === run && disk.existsSync(report)
      ? report
      : undefined;
  };
}

/** A single run that ended before it had a folder, such as that of a mistyped sheet, makes no job. */
function isJob({ runs, unfinished }: Ledger): boolean {
  return unfinished.length > 0 || runs.length > 1 || runs.some(({ folder }) => folder !== null);
}

/**
 * Puts the ledgers of a job's name together that are one job, the current one last: a new key begins a new ledger. Ledgers whose runs are
 * beside each other are jobs on several accounts.
 */
function joinLedgers(ledgers: readonly Ledger[]): readonly (readonly Ledger[])[] {
  const jobs: Ledger[][] = [];
  for (const ledger of ledgers.toSorted((one, other) => (firstOf(one) < firstOf(other) ? -1 : 1))) {
    const before = jobs.find((job) => job.every((each) => lastOf(each) < firstOf(ledger)));
    if (before) before.push(ledger);
    else jobs.push([ledger]);
  }
  return jobs;
}

function firstOf({ runs, unfinished }: Ledger): string {
  return (runs.at(-1) ?? unfinished.at(-1))?.started_at ?? '';
}

/** What is open, the longest first. What was overwritten is, if it is changed again and again. */
export function toOpenRows({ attention, drifts }: OpenState, job: string | null): readonly OpenRow[] {
  const rows = attention.map(({ status, reason, ...row }) => ({ job, ...row, what: status, why: reason }));
  const changed = drifts
    .filter(({ verdict, overwritten, nights }) => verdict !== 'recomputed' && (!overwritten || nights > 1))
    .map(({ kind, line, sku, listing_id, since, nights, verdict, field }) => {
      return { job, kind, line, sku, listing_id, since, nights, what: verdict, why: field };
    });
  return [...rows, ...changed].sort((one, other) => other.nights - one.nights);
}

/** Not all rows are kept one by one, so the last run that judged every row says how many there are, unless a later one changed that. */
function countAttention(runs: readonly RunRecord[], { run, attention }: OpenState): number {
  const whole = runs.find(isWholeRun);
  const isLater = run !== null && run !== whole?.id;
  return isLater || !whole ? attention.length : (whole.counts?.attention ?? 0);
}

/** The usual name of the folder of a history. */
export const HISTORY = '.history';

/** Where the page about all nights is: beside the folder `.history`, among the run folders; in a folder of another name, which is there for the history alone. */
export function indexPath(history: string): string {
  return join(basename(history) === HISTORY ? dirname(history) : history, 'index.html');
}
