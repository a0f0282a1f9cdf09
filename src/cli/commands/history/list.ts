import * as systemDisk from 'node:fs';
import { resolve } from 'node:path';
import { systemClock } from '../../../api/ports/system-clock.ts';
import { isFailed, listHistory, openHistories } from '../../../api/stories/open-histories.ts';
import { UsageError } from '../../../domain/errors.ts';
import { describeNights, describeSameSheet } from '../../../report/screen/describe-nights.ts';
import {
  describeOpen,
  describeRun,
  describeTime,
  describeUnfinished,
} from '../../../report/screen/describe-run-end.ts';
import { NIGHT_STATES, needsLook } from '../../../report/tally/arrange-nights.ts';
import { printable } from '../../../report/text/printable.ts';
import { count } from '../../../report/text/words.ts';
import { EXIT } from '../../../run/job/exit-code.ts';
import { sheetsIn, takenBackIn } from '../../../run/ledger/read-ledger.ts';
import { readAccounts } from '../../../run/page/read-accounts.ts';
import { readJobs } from '../../../run/page/read-jobs.ts';
import { type WrittenPage, writePage } from '../../../run/page/write-index.ts';
import { HISTORY_SETTINGS } from '../../../settings/command-settings.ts';
import { readSettings } from '../../../settings/read-settings.ts';
import type { Context } from '../../context/context.ts';
import { printFound, tableOf } from './print-found.ts';

/** `history list` */
export function listRuns(_words: readonly string[], context: Context): number {
  const opened = openHistories(context);
  const { values, folder, path, ledgers } = opened;
  const { html, failed, job } = values;
  if (html !== undefined && (values.since || failed))
    throw new UsageError(['--html writes all nights, and takes neither --since nor --failed']);
  if (html !== undefined) writeTo(html, readJobs(path, { job, ...toMachine() }), context);
  const list = listHistory(opened);
  const { runs, unfinished } = list;
  const isTakenBack = takenBackIn(ledgers);
  const rows = runs.map((run) => describeRun(run, isTakenBack(run)));
  const numbers = `${count(runs.length, 'run')}, ${runs.filter(isFailed).length} failed`;
  const same = ledgers.flatMap((ledger) =>
    describeSameSheet(sheetsIn(ledger.runs)).map((text) => `${ledger.job}: ${text}`),
  );
  const nothing = `There are no such runs in ${folder}: sync, diff, apply and undo add one each, and pricesheet history rebuild those of run folders`;
  const isEmpty = runs.length + unfinished.length === 0;
  const said = [isEmpty ? nothing : numbers, ...unfinished.map(describeUnfinished), ...same];
  const json = { ...list, ...(html !== undefined && { html }) };
  return printFound({ json, table: tableOf(rows, context), said }, context);
}

function toMachine() {
  return { now: systemClock.now(), disk: systemDisk };
}

function writeTo(html: string, read: WrittenPage, { stdio, mask }: Context): void {
  writePage(resolve(stdio.cwd, html), read, { ...toMachine(), redact: mask });
}

/** `history chronic`: what is open now, and was in at least that many runs in a row; the longest first. */
export function listChronic(_words: readonly string[], context: Context): number {
  const { path, values } = openHistories(context);
  const { nights, job } = values;
  const { jobs, notices } = readJobs(path, { job, ...toMachine() });
  const rows = jobs.flatMap(({ open }) => open).filter((row) => row.nights >= nights);
  rows.sort((one, other) => other.nights - one.nights);
  const lasts = jobs.flatMap(({ last }) => last ?? []);
  const as_of = lasts.map((last) => ({ run: last.id, job: last.job, started_at: last.started_at }));
  const latest = as_of
    .map(({ started_at }) => started_at)
    .sort()
    .at(-1);
  const what = count(rows.length, 'row or field', 'rows or fields');
  const asOf = latest === undefined ? 'no run was to send anything yet' : `as of ${describeTime(latest)} UTC`;
  const said = [`${what} in at least ${count(nights, 'run')} in a row, ${asOf}`];
  const table = tableOf(rows.map(describeOpen), context);
  return printFound({ json: { nights, as_of, rows, notices }, table, said }, context);
}

/** `history --all FOLDER...`: working folders, folders of run folders, or histories; patterns of them too. */
export function listAccounts(patterns: readonly string[], context: Context): number {
  const { job, html = null, failed } = readSettings(HISTORY_SETTINGS, context.sources).values;
  const { quiet } = context;
  const { accounts: all, notices } = readAccounts(patterns, { job, cwd: context.stdio.cwd, ...toMachine() });
  const [bad, title] = [all.filter(needsLook), describeNights(all)];
  const accounts = failed ? bad : all;
  if (html !== null) writeTo(html, { accounts, title, notices }, context);
  const rows = (quiet ? bad : accounts).map(({ folder, state, what, job: of, last_success }) => ({
    now: NIGHT_STATES[state].word,
    account: folder,
    job: of ?? '',
    'last success (UTC)': describeTime(last_success ?? ''),
    what,
  }));
  const json = { accounts: accounts.map(({ onPage: _, ...account }) => account), html, notices };
  const exitCode = bad.length + notices.length > 0 ? EXIT.attention : EXIT.done;
  const isSaid = context.fail(exitCode, printable(title));
  const said = quiet || isSaid ? [] : [title];
  return printFound({ json, table: tableOf(rows, context), said, exitCode }, context);
}
