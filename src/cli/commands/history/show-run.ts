import * as systemDisk from 'node:fs';
import { join } from 'node:path';
import {
  describeUnfinished,
  type OpenHistories,
  openHistories,
} from '../../../api/stories/open-histories.ts';
import { UsageError } from '../../../domain/errors.ts';
import { FIELDS } from '../../../domain/fields.ts';
import { isWholeRun, type RunRecord } from '../../../domain/run-record.ts';
import { describeApproved } from '../../../report/screen/describe-approved.ts';
import { describeOpen, describeRun, describeTime } from '../../../report/screen/describe-run-end.ts';
import { renderParts, roomOfParts } from '../../../report/screen/render-parts.ts';
import { formatDuration } from '../../../report/text/format-numbers.ts';
import { printable } from '../../../report/text/printable.ts';
import { count, nameOfSheet } from '../../../report/text/words.ts';
import { RUN_FILES } from '../../../run/folder/run-folder.ts';
import { displayPath } from '../../../run/job/display-path.ts';
import { findRuns } from '../../../run/ledger/past-runs.ts';
import { describeLostState, NOTHING_OPEN, readOpen, takenBackIn } from '../../../run/ledger/read-ledger.ts';
import { toOpenRows } from '../../../run/page/read-jobs.ts';
import type { Context } from '../../context/context.ts';
import { widthOf } from '../../terminal/width-of.ts';
import { printFound, tableOf } from './print-found.ts';

const MAX_ROWS = 20;

/** `history show RUN`: a run in full, with what is open now if it was the last one that judged every row; of a day all of its runs. */
export function showRun([given = '']: readonly string[], context: Context): number {
  const { cwd } = context.stdio;
  const opened = openHistories(context);
  const { ledgers, values } = opened;
  const found = findRuns(given, { ledgers, cwd, job: values.job, disk: systemDisk });
  if (context.json && found.length > 1)
    throw new UsageError(
      [`There are ${found.length} runs of "${given}", and one JSON document is about one`],
      {
        hint: `Name one of them: ${found.map(({ id, folder }) => (id === given ? folder : id)).join(', ')}`,
      },
    );
  for (const each of found) show(each, opened, context);
  return 0;
}

function show(record: RunRecord, { ledgers, notices: unread }: OpenHistories, context: Context): void {
  const { cwd, stdout } = context.stdio;
  const ledger = ledgers.find(({ runs }) => runs.includes(record));
  const isLast = ledger?.runs.find(isWholeRun) === record;
  const open = ledger && isLast ? readOpen(ledger.path, systemDisk) : NOTHING_OPEN;
  const notices = [
    ...(ledger && !open ? [describeLostState(ledger.path)] : []),
    ...ledgers.flatMap(describeUnfinished),
    ...unread,
  ];
  const find = (file: string): string | null => {
    const path = record.folder === null ? '' : join(record.folder, file);
    return systemDisk.existsSync(path) ? displayPath(path, cwd) : null;
  };
  const found = {
    folder_now: find(''),
    report_now: find(RUN_FILES.report),
    results_now: find(RUN_FILES.results),
  };
  const rows = toOpenRows(open ?? NOTHING_OPEN, record.job);
  const more =
    rows.length > MAX_ROWS ? [`and ${rows.length - MAX_ROWS} more; history show --json has all`] : [];
  const { ended } = describeRun(record, takenBackIn(ledgers)(record));
  const table = [
    context.paint('bold', printable(record.id)),
    ...renderParts(partsOf(record, { ...found, ended }), roomOfParts(widthOf(stdout))),
    ...(rows.length === 0 ? [] : ['', 'Open now:']),
    ...tableOf(rows.slice(0, MAX_ROWS).map(describeOpen), context),
  ];
  const { drifts: drift, attention } = open ?? NOTHING_OPEN;
  const json = { run: record, ...found, drift, attention, notices };
  printFound({ json, table, said: more }, context);
}

type Found = Readonly<Record<'folder_now' | 'report_now' | 'results_now' | 'ended', string | null>>;

function partsOf(record: RunRecord, { folder_now, report_now, results_now, ended }: Found) {
  const { sheet, account, by, stopped, settings, approval, counts, changes, requests, drift, news } = record;
  const { command } = describeRun(record);
  const took = formatDuration(Date.parse(record.finished_at) - Date.parse(record.started_at));
  const gone = record.folder === null ? 'none: it ended before it had one' : `${record.folder} is gone`;
  const parts: Readonly<Record<string, readonly (string | null | undefined | false)[]>> = {
    Run: [sheet ? `${command} of ${nameOfSheet(sheet.path)}, ${count(sheet.rows, 'row')}` : command],
    Began: [`${describeTime(record.started_at)} UTC, took ${took}`],
    Ended: [ended, stopped?.message, whyNothing(record)],
    By: [[by.user, by.host && `on ${by.host}`, by.ci].filter(Boolean).join(' ')],
    Approved: approval ? describeApproved(approval) : [],
    Job: [record.job],
    Account: [account && `${account.base_url}, key fingerprint ${account.key_fingerprint}`],
    Sheet: [sheet && `SHA-256 ${sheet.sha256}`],
    Settings: Object.entries(settings).map(describeSetting),
    Rows: [namesAndNumbers(counts?.by_status ?? {}), (counts?.attention ?? 0) > 0 && results_now],
    Attention: [news && `${news.fresh} new, ${news.still} as before, ${news.well} well again`],
    Changes: FIELDS.map((field) => changes[field] && `${field}: ${namesAndNumbers(changes[field])}`),
    Drift: [drift && namesAndNumbers(drift)],
    Requests: [requests && describeRequests(requests)],
    Folder: [folder_now ?? gone],
    Report: [report_now],
  };
  return Object.entries(parts).map(
    ([title, lines]) => [title, lines.filter((line) => !!line)] as [string, string[]],
  );
}

/** As on a command line. */
function describeSetting([flag, value]: readonly [string, string | null]): string {
  if (value === 'false') return `--no-${flag}`;
  return value === null || value === 'true' ? `--${flag}` : `--${flag} ${value}`;
}

/** `26 up, 7 down` */
function namesAndNumbers(numbers: object): string {
  return Object.entries(numbers)
    .map(([name, number]) => `${number} ${name}`)
    .join(', ');
}

function describeRequests({ reads, writes, retries, throttled }: NonNullable<RunRecord['requests']>): string {
  const all = [count(reads, 'read'), count(writes, 'write'), count(retries, 'retry', 'retries')];
  return [...all, `${throttled} throttled`].join(', ');
}

/** Why a run that came to its end sent nothing. */
function whyNothing({ counts, stopped, dry_run, exit_code, verdict }: RunRecord): string | undefined {
  if (stopped || verdict === 'killed' || (counts?.by_status.updated ?? 0) > 0) return undefined;
  if (dry_run) return 'Nothing went out: it was only to plan';
  if (exit_code === 8) return 'Nothing went out: a person did not want it sent';
  const unchanged = counts?.by_status.unchanged ?? 0;
  const reasons = namesAndNumbers(counts?.by_reason ?? {});
  return `Nothing went out: ${unchanged} as the sheet says already${reasons === '' ? '' : `, ${reasons}`}`;
}
