import * as systemDisk from 'node:fs';
import { dirname, resolve } from 'node:path';
import { systemClock } from '../../../api/ports/system-clock.ts';
import { isFailed, listHistory, openHistories } from '../../../api/stories/open-histories.ts';
import { UsageError } from '../../../domain/errors.ts';
import { describeNights, describeSameSheet, describeState } from '../../../report/screen/describe-nights.ts';
import { describeOpen, describeRun, describeTime } from '../../../report/screen/describe-run-end.ts';
import { byWorst, NIGHT_STATES } from '../../../report/tally/arrange-nights.ts';
import { count } from '../../../report/text/words.ts';
import { displayPath } from '../../../run/job/display-path.ts';
import { findAccounts } from '../../../run/ledger/find-histories.ts';
import { sheetsIn, takenBackIn } from '../../../run/ledger/read-ledger.ts';
import { refuseUnknownJob } from '../../../run/ledger/refuse-unknown-job.ts';
import { readJobs } from '../../../run/page/read-jobs.ts';
import { HISTORY_SETTINGS } from '../../../settings/history-settings.ts';
import { readSettings } from '../../../settings/read-settings.ts';
import type { Context } from '../../context/context.ts';
import { printFound, tableOf } from './print-found.ts';
import { writePage } from './write-page.ts';

/** `history list` */
export function listRuns(_words: readonly string[], context: Context): number {
  const opened = openHistories(context);
  const { values, folder, path, ledgers } = opened;
  const { html, failed } = values;
  if (html !== undefined && (values.since || failed))
    throw new UsageError(['--html writes all nights, and takes neither --since nor --failed']);
  if (html !== undefined) writePage(html, readJobs(path, placeOf(context)), context);
  const list = listHistory(opened);
  const { runs, unfinished } = list;
  const begun = unfinished.map(({ started_at, command, job }) => ({
    'when (UTC)': describeTime(started_at),
    command,
    job: job ?? '',
    ended: 'not ended: still running, or killed',
  }));
  const isTakenBack = takenBackIn(ledgers);
  const ended = runs.map((run) => describeRun(run, isTakenBack(run)));
  const table = tableOf([...ended, ...begun], context);
  const failures = runs.filter(isFailed).length;
  const numbers = [count(runs.length, 'run'), `${failures} failed`, `${begun.length} not ended`];
  const same = ledgers.flatMap((ledger) =>
    describeSameSheet(sheetsIn(ledger.runs)).map((text) => `${ledger.job}: ${text}`),
  );
  const nothing = ledgers.some((ledger) => ledger.runs.length > 0)
    ? `The history in ${folder} has other runs than these`
    : `The history in ${folder} has no runs: sync, diff, apply and undo add one each, and pricesheet history rebuild those of run folders`;
  const said = [numbers.filter((each) => !each.startsWith('0 ')).join(', '), ...same];
  const json = { ...list, ...(html !== undefined && { html }) };
  return printFound({ json, table, said: table.length === 0 ? [nothing] : said }, context);
}

function placeOf({ stdio, sources }: Context) {
  const { html, job } = readSettings(HISTORY_SETTINGS, sources).values;
  const page = dirname(resolve(stdio.cwd, html ?? ''));
  return { html, job, page, now: systemClock.now(), disk: systemDisk };
}

/** `history chronic`: what is open now, and was in at least that many runs in a row; the longest first. */
export function listChronic(_words: readonly string[], context: Context): number {
  const { path, values } = openHistories(context);
  const { nights } = values;
  const { jobs, notices } = readJobs(path, placeOf(context));
  const open = jobs.flatMap((job) => job.open).filter((row) => row.nights >= nights);
  const rows = open.sort((one, other) => other.nights - one.nights);
  const lasts = jobs.flatMap(({ last }) => last ?? []);
  const as_of = lasts.map(({ id, job, started_at }) => ({ run: id, job, started_at }));
  const times = lasts.map(({ started_at }) => started_at).sort();
  const latest = times.at(-1);
  const what = count(rows.length, 'row or field', 'rows or fields');
  const said = latest
    ? `${what} in at least ${count(nights, 'run')} in a row, as of ${describeTime(latest)} UTC`
    : 'The history has no run that was to send anything';
  const table = tableOf(rows.map(describeOpen), context);
  return printFound({ json: { nights, as_of, rows, notices }, table, said: [said] }, context);
}

/** `history --all FOLDER...`: working folders, folders of run folders, or histories; patterns of them too. */
export function listAccounts(patterns: readonly string[], context: Context): number {
  const { cwd } = context.stdio;
  const { html, ...place } = placeOf(context);
  const folders = findAccounts(patterns, { cwd, disk: systemDisk });
  if (folders.length === 0)
    throw new UsageError(
      patterns.length === 0
        ? ['history --all takes the folders of the accounts']
        : patterns.map((pattern) => `There is no folder "${pattern}"`),
    );
  const read = folders.map(({ path, history }) =>
    readJobs(history, { ...place, folder: displayPath(path, cwd) || '.' }),
  );
  const jobs = read.flatMap((each) => each.jobs).sort(byWorst);
  const notices = read.flatMap((each) => each.notices);
  const histories = folders.flatMap(({ history }) => history ?? []);
  if (place.job !== undefined && jobs.length === 0)
    refuseUnknownJob(place.job, { histories, disk: systemDisk });
  if (html !== undefined) writePage(html, { jobs, notices }, context);
  const accounts = jobs.map((each) => ({
    folder: each.folder,
    state: each.state,
    what: describeState(each),
    job: each.job,
    account: each.account,
    last_run: each.last
      ? { run: each.last.id, started_at: each.last.started_at, exit_code: each.last.exit_code }
      : null,
    last_success: each.lastSuccess?.started_at ?? null,
    attention: each.last ? each.attention : null,
    nights: each.nights.map(({ date, state, runs }) => ({ date, state, runs })),
  }));
  const rows = accounts.map(({ folder = '', state, what, job, last_success }) => ({
    now: NIGHT_STATES[state].word,
    account: folder,
    job: job ?? '',
    'last success (UTC)': describeTime(last_success ?? ''),
    what,
  }));
  const json = { accounts, html: html ?? null, notices };
  return printFound({ json, table: tableOf(rows, context), said: [describeNights(jobs)] }, context);
}
