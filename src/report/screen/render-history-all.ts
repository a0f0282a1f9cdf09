import { toJsonText } from '../../domain/json-text.ts';
import { type AccountNights, stateOfAccount } from '../tally/arrange-nights.ts';
import { STATE_SIGNS } from '../tally/night-state.ts';
import { fitColumns, type RankedColumn } from '../text/fit-columns.ts';
import { printable } from '../text/printable.ts';
import { renderTable } from '../text/render-table.ts';
import { wrapText } from '../text/text-width.ts';
import { describeJobs, describeState, nameOf } from './describe-nights.ts';
import { describeTime } from './describe-run-end.ts';
import type { ScreenStyle } from './screen-style.ts';

interface Accounts {
  /** The worst first. */
  readonly accounts: readonly AccountNights[];
  readonly notices: readonly string[];
  /** The page that was written about them. */
  readonly html?: string | undefined;
}

/** A line for each job of many accounts, for people. */
export function renderHistoryAll(
  { accounts, notices, html }: Accounts,
  { paint, width }: Pick<ScreenStyle, 'paint' | 'width'>,
): string {
  const columns: readonly RankedColumn<AccountNights>[] = [
    { title: 'now', text: (account) => STATE_SIGNS[stateOfAccount(account)].word },
    { title: 'account', text: ({ folder }) => folder },
    { title: 'job', rank: 2, text: ({ job }) => (job ? nameOf(job) : '') },
    { title: 'last success (UTC)', rank: 1, text: timeOfSuccess },
    { title: 'what', rank: 3, text: describeAccount },
  ];
  const [head = '', ...lines] = renderTable(accounts, fitColumns(accounts, columns, width), width);
  return `${[
    paint('dim', head),
    ...lines,
    '',
    ...wrapText(summarizeAccounts(accounts), width),
    ...(html === undefined ? [] : wrapText(printable(`Page: ${html}`), width)),
    ...notices.flatMap((notice) => wrapText(printable(notice), width)),
  ].join('\n')}\n`;
}

function timeOfSuccess({ job }: AccountNights): string {
  return job?.lastSuccess ? describeTime(job.lastSuccess.started_at) : '';
}

/** How a job of an account is now. */
export function describeAccount({ job }: AccountNights): string {
  return job ? describeState(job) : 'No run was found in this folder';
}

/** `14 jobs: 11 done, 2 need attention, 1 failed`. */
function summarizeAccounts(accounts: readonly AccountNights[]): string {
  return describeJobs(accounts.map((account) => ({ state: stateOfAccount(account) })));
}

/** The same as one JSON document. */
export function renderHistoryAllJson({ accounts, notices, html = undefined }: Accounts): string {
  return `${toJsonText({ version: 1, exit_code: 0, accounts: accounts.map(toAccountJson), html: html ?? null, notices }, 2)}\n`;
}

function toAccountJson(account: AccountNights) {
  const { folder, job } = account;
  return {
    folder,
    state: stateOfAccount(account),
    what: describeAccount(account),
    job: job?.job ?? null,
    account: job?.account ?? null,
    last_run: job?.last
      ? { run: job.last.id, started_at: job.last.started_at, exit_code: job.last.exit_code }
      : null,
    last_success: job?.lastSuccess?.started_at ?? null,
    attention: job?.last?.counts?.attention ?? null,
    nights: job?.nights.map(({ date, state, runs }) => ({ date, state, runs })) ?? [],
  };
}
