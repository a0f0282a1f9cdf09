import { dirname } from 'node:path';
import { describeSystemError, systemCode } from '../../domain/describe-system-error.ts';
import type { Disk } from '../../domain/ports.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import type { Redact } from '../../domain/secret.ts';
import { VERSION } from '../../package/version.ts';
import { renderAccountsPage } from '../../report/nights/render-accounts-page.ts';
import { type AccountNights, byWorstAccount } from '../../report/tally/arrange-nights.ts';
import { type AccountFolder, indexPath } from '../history/find-histories.ts';
import { describeUnread } from '../history/history-trouble.ts';
import { readNights } from '../history/read-nights.ts';
import { findReports, toLink } from './find-reports.ts';
import { arrangeJobs } from './nights-page.ts';
import { readPageAssets } from './page-assets.ts';

/** A line of a page, and the history that it is from. */
interface ReadAccount extends AccountNights {
  readonly history: string | undefined;
}

export interface ReadAccounts {
  /** The worst first. */
  readonly accounts: readonly ReadAccount[];
  readonly notices: readonly string[];
}

interface Reading {
  readonly job: string | undefined;
  /** How a user would write a path. */
  readonly show: (path: string) => string;
  /** Units: epoch milliseconds. */
  readonly now: number;
  readonly disk: Disk;
}

/** Reads the nights of many accounts. A history that can't be read is named. */
export function readAccounts(
  folders: readonly AccountFolder[],
  { job, show, now, disk }: Reading,
): ReadAccounts {
  const notices: string[] = [];
  const accounts = folders.flatMap(({ path, history }): readonly ReadAccount[] => {
    const folder = show(path);
    const none = { folder, history, job: undefined };
    if (history === undefined) return [none];
    try {
      const read = readNights(history, { job, now, disk });
      notices.push(...describeUnread(read.unread));
      const jobs = arrangeJobs(read, now);
      if (jobs.length === 0 && job === undefined) return [none];
      return jobs.map((each) => ({ folder, history, job: each }));
    } catch (error) {
      if (systemCode(error) === undefined) throw error;
      notices.push(`The history in "${folder}" can't be read: ${describeSystemError(error)}`);
      return [none];
    }
  });
  return { accounts: accounts.sort(byWorstAccount), notices };
}

interface Rendering {
  /** The file that the page is for. */
  readonly path: string;
  readonly now: number;
  readonly redact: Redact;
  readonly disk: Disk;
}

/** The page about many accounts, in blocks. */
export function renderAccounts(
  { accounts, notices }: ReadAccounts,
  { path, now, redact, disk }: Rendering,
): Generator<string> {
  const page = dirname(path);
  const pages = new Map<AccountNights, string>();
  const reports = new Map<RunRecord, string>();
  for (const account of accounts) {
    const { history, job } = account;
    if (history === undefined) continue;
    const index = indexPath(history);
    if (disk.existsSync(index)) pages.set(account, toLink(page, index));
    const found = findReports(job?.records ?? [], { page, runs: dirname(history), disk });
    for (const [record, link] of found) reports.set(record, link);
  }
  const facts = { version: VERSION, now, accounts, pages, reports, notices };
  return renderAccountsPage(facts, { assets: readPageAssets('nights'), redact });
}
