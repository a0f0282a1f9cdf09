import * as systemDisk from 'node:fs';
import { join, resolve } from 'node:path';
import { lockFolderOf, systemClock } from '../../api/caller/machine.ts';
import {
  isFailed,
  listHistory,
  type OpenHistories,
  openHistories,
} from '../../api/stories/open-histories.ts';
import { count } from '../../domain/count.ts';
import type { HistoryList } from '../../domain/documents/history.ts';
import type { RunRecord } from '../../domain/documents/ledger.ts';
import { UsageError } from '../../domain/errors.ts';
import { EXIT } from '../../domain/exit-codes.ts';
import { describeValue } from '../../domain/fields.ts';
import { groupBy } from '../../domain/lists.ts';
import { isWholeRun } from '../../domain/run-record.ts';
import type { Change } from '../../domain/stages.ts';
import { describeNights, describeSameSheet } from '../../report/screen/describe-nights.ts';
import {
  describeApproved,
  describeOpen,
  describeRun,
  describeTime,
  describeUnfinished,
  titlesOf,
} from '../../report/screen/describe-run-end.ts';
import { isFailedJob, NIGHT_STATES, needsLook } from '../../report/tally/arrange-nights.ts';
import { inOneLine } from '../../report/text/failure-line.ts';
import { printable } from '../../report/text/printable.ts';
import { fitColumns, renderTable, wrapText } from '../../report/text/render-table.ts';
import { describeChange, withMinus } from '../../report/text/words.ts';
import { readPlanHead } from '../../run/folder/plan-file.ts';
import { displayPath, RUN_FILES } from '../../run/folder/run-folder.ts';
import { type AttentionLine, type DoubtLine, LedgerState, readOpen } from '../../run/ledger/ledger-state.ts';
import { findRuns, findSkuHistory } from '../../run/ledger/past-runs.ts';
import { runsOf, takenBackIn } from '../../run/ledger/read-ledger.ts';
import { isPlanOf, planPathOf } from '../../run/ledger/run-facts.ts';
import { systemProbes } from '../../run/lock/system-probes.ts';
import { findLockedFolders } from '../../run/lock/with-lock.ts';
import { readAccounts, readJobs, toOpenRows } from '../../run/page/read-jobs.ts';
import { writePage } from '../../run/page/write-index.ts';
import { HISTORY_SETTINGS } from '../../settings/command-settings.ts';
import { readSettings } from '../../settings/read-settings.ts';
import type { Context } from '../context/context.ts';
import { type Stdio, widthOf } from '../terminal/stdio.ts';

/** `history list` */
export function listRuns(_words: readonly string[], context: Context): number {
  const opened = openHistories(context);
  const { folder, ledgers } = opened;
  const list = listHistory(opened);
  const { runs, unfinished } = list;
  const isTakenBack = takenBackIn(runsOf(ledgers));
  const rows = runs.map((run) => describeRun(run, isTakenBack(run)));
  const numbers = `${count(runs.length, 'run')}, ${runs.filter(isFailed).length} failed`;
  const same = ledgers.flatMap((ledger) =>
    describeSameSheet(ledger.runs).map((text) => `${ledger.job}: ${text}`),
  );
  const nothing = `There are no such runs in ${folder}: sync, diff, apply and undo add one each, and pricesheet history rebuild those of run folders`;
  const isEmpty = runs.length + unfinished.length === 0;
  const said = [isEmpty ? nothing : numbers, ...describeBegun(unfinished, context), ...same];
  return printFound({ json: { ...list }, table: tableOf(rows, context), said }, context);
}

function describeBegun(runs: HistoryList['unfinished'], { stdio }: Context): readonly string[] {
  if (runs.length === 0) return [];
  const { isAlive } = lookAround(stdio);
  return runs.map((run) => describeUnfinished(run, isAlive(run.folder)));
}

/** What actions that ask for runs under way need of the machine. */
export function lookAround({ env }: Pick<Stdio, 'env'>) {
  const machine = toMachine();
  const locks = { folder: lockFolderOf(env), probes: systemProbes() };
  return { ...findLockedFolders({ ...locks, ...machine }), ...machine };
}

function toMachine() {
  return { now: systemClock.now(), disk: systemDisk };
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
  const { quiet, stdio, mask } = context;
  const { accounts: all, notices } = readAccounts(patterns, { job, cwd: stdio.cwd, ...lookAround(stdio) });
  const [bad, title] = [all.filter(needsLook), describeNights(all)];
  const accounts = failed ? all.filter(isFailedJob) : all;
  if (html !== null)
    writePage(resolve(stdio.cwd, html), { title, jobs: accounts, notices }, { ...toMachine(), redact: mask });
  const rows = accounts
    .filter((account) => !quiet || needsLook(account))
    .map(({ folder, state, what, job: of, last_success }) => ({
      now: NIGHT_STATES[state].word,
      account: folder,
      job: of ?? '',
      'last success (UTC)': describeTime(last_success ?? ''),
      what,
    }));
  const json = { accounts: accounts.map(({ shown: _, ...account }) => account), html, notices };
  const exitCode = bad.length + notices.length > 0 ? EXIT.attention : EXIT.done;
  const isSaid = context.fail(exitCode, printable(title));
  const said = [...(isSaid || all.length === 1 ? [] : [title]), ...(html === null ? [] : [`Page: ${html}`])];
  return printFound({ json, table: tableOf(rows, context), said: quiet ? [] : said, exitCode }, context);
}

const MAX_ROWS = 20;

/** `history show RUN`: a run in full, with what is open now if it was the last one that judged every row; of a day all of its runs. */
export function showRun([given = '']: readonly string[], context: Context): number {
  const { cwd } = context.stdio;
  const opened = openHistories(context);
  const { ledgers, values } = opened;
  const found = findRuns(given, { ledgers, cwd, job: values.job });
  if (context.json && found.length > 1) {
    const names = found.map(({ id, folder }) => (id === given ? folder : id));
    throw new UsageError(
      [`There are ${found.length} runs of "${given}", and one JSON document is about one`],
      {
        hint: `Name one of them: ${names.join(', ')}`,
      },
    );
  }
  for (const each of found) show(each, opened, context);
  return 0;
}

function show(record: RunRecord, opened: OpenHistories, context: Context): void {
  const { ledgers } = opened;
  const ledger = ledgers.find(({ runs }) => runs.includes(record));
  const isLast = ledger?.runs.find(isWholeRun) === record;
  const notices: string[] = [];
  const reading = { withValues: false, disk: systemDisk };
  const open = ledger && isLast ? readOpen(ledger.path, reading, notices) : new LedgerState();
  const begun = ledgers.flatMap(({ unfinished }) => unfinished);
  notices.push(...describeBegun(begun, context), ...opened.notices);
  const { drifts: drift, attention } = open;
  const { folder: own } = record;
  const head = own === null ? undefined : readPlanHead(planPathOf(own), systemDisk);
  const isOther = head !== undefined && !isPlanOf(record, head);
  const find = (file: string): string | null => {
    const path = join(own ?? '', file);
    const isThere = own !== null && !isOther && systemDisk.existsSync(path);
    return isThere ? displayPath(path, context.stdio.cwd) : null;
  };
  const found = {
    folder_now: find(''),
    report_now: find(RUN_FILES.report),
    results_now: find(RUN_FILES.results),
  };
  const { ended } = describeRun(record, takenBackIn(runsOf(ledgers))(record));
  const { id, command, job, by, account, stopped, sheet, counts, changes, folder } = record;
  const { drift: drifted, requests, settings, approval, undone_runs } = record;
  // Rows of a run that was stopped need attention for that reason alone.
  const judged = stopped ? null : counts;
  const facts = {
    ...{ run: id, ended, why: stopped && inOneLine(stopped.message), command, job },
    began: `${describeTime(record.started_at)} UTC`,
    finished: `${describeTime(record.finished_at)} UTC`,
    by: [by.user, by.host].filter(Boolean).join(' on '),
    account: account && `${account.base_url}, key fingerprint ${account.key_fingerprint}`,
    sheet: sheet && `${sheet.path}, ${count(sheet.rows, 'row')}`,
    ...{ rows: counts?.by_status, attention: judged?.attention, reasons: judged?.by_reason, changes },
    ...{ drift: drifted, requests, settings, approved: approval && describeApproved(approval) },
    undone: undone_runs?.map((began) => `${describeTime(began)} UTC`),
    folder: found.folder_now ?? (folder && `${folder}, which ${isOther ? 'another run has now' : 'is gone'}`),
    ...{ report: found.report_now, results: found.results_now },
  };
  const named = Object.entries(facts).map(([name, value]) => ({ name, value: toText(value ?? '') }));
  const rows = toOpenRows(open, record.job);
  const table = [
    ...tableOf(
      named.filter(({ value }) => value !== ''),
      context,
    ).slice(1),
    ...(rows.length === 0 ? [] : ['', 'Open now:']),
    ...tableOf(rows.slice(0, MAX_ROWS).map(describeOpen), context),
  ];
  const more = rows.length > MAX_ROWS ? [`${MAX_ROWS} of ${rows.length}; history show --json has all`] : [];
  const json = { run: record, ...found, drift, attention, notices };
  printFound({ json, table, said: more }, context);
}

/** What there is, without what there is none of: `updated 33, not_found 2`, `cost (up 3, down 1)`. */
function toText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return value.map(toText).join(', ');
  return Object.entries(value)
    .filter(([, each]) => each !== 0)
    .map(([name, each]) => `${name} ${typeof each === 'object' && each ? `(${toText(each)})` : each}`)
    .join(', ');
}

/** `history sku SKU`: each change in order, what is agreed now, what is open, and what nobody saw. */
export function showSku([sku = '']: readonly string[], context: Context): number {
  const opened = openHistories(context);
  const { field } = opened.values;
  const found = findSkuHistory(sku, { ...opened, field, disk: systemDisk });
  const { changes, agreed, attention, doubts, runs_searched, searched_since } = found;
  const isSeveral = new Set([...changes, ...agreed].map(({ listing_id }) => listing_id)).size > 1;
  const rows = changes.map(({ at, run_started_at, listing_id, field: of, was, is, line, by, run }) => ({
    'when (UTC)': describeTime(at ?? run_started_at ?? ''),
    listing: isSeveral ? listing_id : '',
    field: of,
    from: describeValue(of, was),
    to: describeValue(of, is),
    change: withMinus(describeChange({ field: of, before: was, after: is } as Change), context.glyphs),
    line: by === 'run' ? String(line) : '',
    by: by === 'run' ? run : BY[by],
  }));
  const from = searched_since ? ` since ${describeTime(searched_since)} UTC` : '';
  const exactly = changes.length + agreed.length === 0 ? '; a SKU is compared exactly as it is written' : '';
  const said = [
    `${sku}: ${count(changes.length, 'change')} in ${count(runs_searched, 'run')}${from}${exactly}`,
    ...[...groupBy(agreed, ({ listing_id }) => listing_id)].map(([id, values]) => {
      const said = values.map(({ field: of, value }) => `${of} ${describeValue(of, value)}`);
      return `Last agreed${isSeveral ? ` of ${id}` : ''}: ${said.join(', ')}`;
    }),
    ...attention.map(describeAttention),
    ...doubts.map(describeDoubt),
  ];
  return printFound({ json: found, table: tableOf(rows, context), said }, context);
}

/** A change by somebody else was made at some time before a run noticed it. */
const BY = { strategy: 'the strategy', others: 'somebody else, before then' } as const;

function describeAttention({ since, nights, line, status, reason }: AttentionLine): string {
  return `Needs attention since ${describeTime(since)} UTC, in ${count(nights, 'run')}: line ${line}, ${status} (${reason})`;
}

function describeDoubt({ run, field, was, is, computed }: DoubtLine): string {
  const from = was === is ? '' : ` from ${describeValue(field, was)}`;
  const to = computed ? ' by its strategy' : ` to ${describeValue(field, is)}`;
  return `The run "${run}" may have changed ${field}${from}${to}: nobody saw whether it did`;
}

interface Found {
  /** What `--json` prints; people read its notices. */
  readonly json: { readonly notices: readonly string[]; readonly [key: string]: unknown };
  readonly table: readonly string[];
  /** Sentences below it. */
  readonly said: readonly string[];
  /** Default 0. */
  readonly exitCode?: number;
}

/** Prints what an action of `history` found, sentences wrapped to the terminal. */
function printFound({ json: document, table, said, exitCode = 0 }: Found, context: Context): number {
  const { stdio } = context;
  const below = [...said, ...document.notices].flatMap((text) =>
    wrapText(printable(text), widthOf(stdio.stdout)),
  );
  const gap = table.length > 0 && below.length > 0 ? [''] : [];
  const lines = [...table, ...gap, ...below];
  return context.answer({
    exitCode,
    document: { version: 1, exit_code: exitCode, ...document },
    text: () => (lines.length === 0 ? '' : `${lines.join('\n')}\n`),
  });
}

const NUMBER = /^(?:[−+-]?\d[\d.]*(?: %| \(\d+ new\))?|null)?$/;

/**
 * A table of cells by their titles, with the columns that say something, and numbers to the right. A narrow terminal leaves out numbers, the
 * last column of them first.
 */
function tableOf(
  rows: readonly Readonly<Record<string, string>>[],
  { paint, stdio }: Context,
): readonly string[] {
  const columns = titlesOf(rows).map((title, at) => {
    const text = (row: Readonly<Record<string, string>>): string => row[title] ?? '';
    const isNumber = rows.every((row) => NUMBER.test(text(row)));
    // What an undo is of says the row that was taken back, too.
    const brief = title === 'command' && ((row: (typeof rows)[number]) => text(row).replace(/ of [^,]*/, ''));
    return { title, text, ...(brief && { brief }), ...(isNumber && { align: 'right' as const, rank: at }) };
  });
  const width = widthOf(stdio.stdout);
  const [head = '', ...lines] = renderTable(rows, fitColumns(rows, columns, width), width);
  return lines.length === 0 ? [] : [paint('dim', head), ...lines];
}
