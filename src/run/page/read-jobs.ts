import { dirname } from 'node:path';
import { groupBy } from '../../domain/group-by.ts';
import { isFuture } from '../../domain/is-future.ts';
import type { Disk } from '../../domain/ports.ts';
import { isLook, isWholeRun, type RunRecord } from '../../domain/run-record.ts';
import { findTakenBack } from '../../plan/earlier-runs.ts';
import { arrangeNights, byWorst, type JobNights, type OpenRow } from '../../report/tally/arrange-nights.ts';
import { indexPath } from '../ledger/find-histories.ts';
import { listLedgers } from '../ledger/ledger-files.ts';
import { tryLedger } from '../ledger/open-history.ts';
import {
  describeLostState,
  type Ledger,
  NOTHING_OPEN,
  type OpenState,
  readLedger,
  readOpen,
  runsOf,
  sheetsIn,
} from '../ledger/read-ledger.ts';
import { findReports, toLink } from './find-reports.ts';

interface Place {
  /** Only this job. */
  readonly job?: string | undefined;
  /** Of the account, as a user would write it, if there are several; one without a job is missing. */
  readonly folder?: string | undefined;
  /** The folder that the page is in. */
  readonly page: string;
  /** Units: epoch milliseconds. */
  readonly now: number;
  readonly disk: Disk;
}

export type ReadJobs = ReturnType<typeof readJobs>;

/**
 * The jobs of a history with their nights, and what is open now. What can't be read is left out with a notice. A job that was never more
 * than one run without a folder is none.
 */
export function readJobs(history: string | undefined, { job: only, folder, page, now, disk }: Place) {
  const notices: string[] = [];
  const ledgers = tryLedger(() => (history === undefined ? [] : listLedgers(history, disk)), [], notices)
    .flatMap((path) => tryLedger(() => [readLedger(path, disk)], [], notices))
    .filter(({ job }) => only === undefined || job === only);
  notices.push(...ledgers.flatMap((ledger) => ledger.notices));
  const reportOf = findReports(runsOf(ledgers), { page, home: dirname(history ?? ''), disk });
  const jobs = [...groupBy(ledgers, ({ job }) => job).values()].flatMap(joinLedgers).filter(isJob);
  const isMissing = jobs.length === 0 && folder !== undefined && only === undefined;
  const index = folder === undefined || history === undefined ? undefined : indexPath(history);
  const ownPage = index !== undefined && disk.existsSync(index) ? toLink(page, index) : undefined;
  const arranged = (isMissing ? [[]] : jobs).map((parts): JobNights => {
    const runs = runsOf(parts);
    const { job = null, path = null } = parts.at(-1) ?? {};
    const read = tryLedger(() => path && readOpen(path, disk), undefined, notices);
    const open = read || NOTHING_OPEN;
    if (path && !read) notices.push(describeLostState(path));
    if (runs[0] && isFuture(runs[0].started_at, now))
      notices.push(`The run "${runs[0].id}" began later than now: a clock was wrong, or is wrong now`);
    const facts = {
      folder,
      page: ownPage,
      job,
      account: runs.find(({ account }) => account)?.account ?? null,
      runs,
      unfinished: parts.flatMap(({ unfinished }) => unfinished),
      open: toOpenRows(open, job),
      attention: countAttention(runs, open),
      sheets: sheetsIn(runs),
      isTakenBack: findTakenBack(runs),
      reportOf,
    };
    return arrangeNights(facts, now);
  });
  return { jobs: arranged.sort(byWorst), notices } as const;
}

/**
 * Puts the ledgers of a job's name together that are one job: a new key begins a new ledger, and a run that failed before it had one does
 * too. Ledgers whose runs are beside each other are jobs on several accounts. The current one comes last.
 */
function joinLedgers(ledgers: readonly Ledger[]): readonly (readonly Ledger[])[] {
  const jobs: (readonly Ledger[])[] = [];
  for (const ledger of ledgers
    .filter(hasFolder)
    .toSorted((one, other) => (firstOf(one) < firstOf(other) ? -1 : 1))) {
    const before = jobs.findIndex((job) =>
      job.every(({ runs: [last] }) => (last?.started_at ?? '') < firstOf(ledger)),
    );
    jobs.splice(before === -1 ? jobs.length : before, 1, [...(jobs[before] ?? []), ledger]);
  }
  const failed = ledgers.filter((ledger) => !hasFolder(ledger));
  return [...jobs.slice(0, -1), [...failed, ...(jobs.at(-1) ?? [])]];
}

function hasFolder({ runs, unfinished }: Ledger): boolean {
  return unfinished.length > 0 || runs.some(({ folder }) => folder !== null);
}

function firstOf({ runs, unfinished: [begun] }: Ledger): string {
  return runs.at(-1)?.started_at ?? begun?.started_at ?? '';
}

function isJob(ledgers: readonly Ledger[]): boolean {
  return ledgers.some(hasFolder) || runsOf(ledgers).filter((run) => !isLook(run)).length > 1;
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
function countAttention(runs: readonly RunRecord[], open: OpenState): number {
  const whole = runs.findIndex(isWholeRun);
  const through = runs.findIndex(({ id }) => id === open.run);
  const isLater = through !== -1 && through < whole;
  return isLater || whole === -1 ? open.attention.length : (runs[whole]?.counts?.attention ?? 0);
}
