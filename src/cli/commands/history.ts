import * as systemDisk from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { systemClock } from '../../api/caller/machine.ts';
import { findHistory, openHistories } from '../../api/stories/open-histories.ts';
import { count } from '../../domain/count.ts';
import { UsageError } from '../../domain/errors.ts';
import { EXIT } from '../../domain/exit-codes.ts';
import { didYouMean } from '../../domain/nearest-names.ts';
import { printable } from '../../report/text/printable.ts';
import { describeRefusal, type RefusedFolder } from '../../run/folder/find-run-folders.ts';
import { displayPath, RUNS_FOLDER } from '../../run/folder/run-folder.ts';
import { type KnownRun, type PruneOptions, pruneRuns } from '../../run/ledger/prune.ts';
import { rebuildHistory } from '../../run/ledger/rebuild-history.ts';
import { type FoundAccount, findAccounts } from '../../run/page/read-jobs.ts';
import { writeIndex } from '../../run/page/write-index.ts';
import {
  HISTORY_ACTIONS,
  HISTORY_SETTINGS,
  type HistoryAction,
  KEEP_SETTINGS,
} from '../../settings/command-settings.ts';
import { readSettings } from '../../settings/read-settings.ts';
import type { Context } from '../context/context.ts';
import { listAccounts, listChronic, listRuns, lookAround, showRun, showSku } from './history-show.ts';

type Run = (words: readonly string[], context: Context) => number | Promise<number>;

const RUNS: Readonly<Record<HistoryAction['name'], Run>> = {
  list: listRuns,
  show: showRun,
  sku: showSku,
  chronic: listChronic,
  rebuild,
  prune,
};

/** `said`: the action, and what it is about. Errors: `UsageError`. */
export async function runHistory(said: readonly string[], context: Context): Promise<number> {
  const { options } = context;
  const isAll = options['all'] === true;
  const [given = 'list'] = said;
  const named = HISTORY_ACTIONS.find(({ name }) => name === given);
  const rest = named ? said.slice(1) : said;
  // Behind --all are folders.
  const action: HistoryAction | undefined = named ?? (isAll ? HISTORY_ACTIONS[0] : undefined);
  if (!action) {
    const names = HISTORY_ACTIONS.map(({ name }) => name);
    const hint = `It has: ${names.join(', ')}`;
    throw new UsageError([`history has no action "${given}"${didYouMean(given, names)}`], { hint });
  }
  const { name, words } = action;
  const isOfAll = isAll && 'ofAll' in action;
  const own: readonly string[] = isOfAll ? action.ofAll : action.flags;
  const flags = HISTORY_ACTIONS.flatMap((each): readonly string[] => [
    ...each.flags,
    ...('ofAll' in each ? each.ofAll : []),
  ]);
  // Each account has a history where it is.
  const wrong = [...flags, ...(isOfAll ? ['history'] : [])].find(
    (flag) => options[flag] !== undefined && !own.includes(flag),
  );
  if (wrong !== undefined)
    throw new UsageError([`history ${name}${isOfAll ? ' --all' : ''} does not take ${toFlag(wrong)}`]);
  if (isOfAll) return (name === 'prune' ? pruneAccounts : listAccounts)(rest, context);
  if (rest.length !== words.length && !words[0]?.endsWith('...')) {
    const [wanted, here] = [words, rest].map((each) => each.join(' ') || 'nothing');
    throw new UsageError([`history ${name} is followed by ${wanted}, and here by ${here}`], {
      hint: 'Run history --help to see what follows each word; RUN may be latest, a run folder, a day or a minute',
    });
  }
  return RUNS[name](rest, context);
}

function toFlag(option: string): string {
  return `--${option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** `history prune`: deletes run folders in `runs/`, or in the folders given, and never the history. */
function prune(folders: readonly string[], context: Context): number {
  const { cwd } = context.stdio;
  const { path: history } = openHistories(context);
  const from = folders.length === 0 ? [resolve(cwd, RUNS_FOLDER)] : resolveFolders(folders, context);
  const rules = readRules(context);
  const { isDryRun } = rules;
  const { kept, deleted, finished, unknown, failed } = pruneRuns({ history, from, ...rules });
  // Its links to the reports that are gone.
  if (!isDryRun) renewIndex(history, context);
  const gone = [...finished, ...deleted.map(({ path }) => path)];
  const lines = [
    ...renderFolders(failed, 'Not deleted', cwd),
    ...gone.map((path) => `${isDryRun ? 'Would delete' : 'Deleted'}: ${displayPath(path, cwd)}`),
    describeCounts({ deleted: gone.length, kept: kept.length, not_in_history: 0 }, isDryRun),
    ...(unknown.length > 0
      ? [`Not in the history, and kept: ${count(unknown.length, 'folder')}; history rebuild adds runs`]
      : []),
  ];
  const document = {
    ...{ history, dry_run: isDryRun, finished, not_in_history: unknown },
    kept: kept.map((run) => ({ ...toRunJson(run), reasons: run.reasons })),
    deleted: deleted.map(toRunJson),
    failed: failed.map(toFolderJson),
  };
  return answerWith({ failed, what: 'run folder', couldNot: 'deleted', document, lines }, context);
}

/** `history prune --all FOLDER...`: the same in the folder of each account. What goes wrong in one stops no other. */
function pruneAccounts(patterns: readonly string[], context: Context): number {
  const { cwd } = context.stdio;
  const rules = readRules(context);
  const { isDryRun } = rules;
  const accounts = findAccounts(patterns, { cwd, disk: systemDisk }).map((account) => ({
    folder: account.name,
    ...pruneAccount(account, rules, context),
  }));
  const failed = accounts.flatMap((account) => account.failed);
  const some = accounts.filter(({ deleted, not_in_history }) => deleted + not_in_history > 0);
  const sum = (key: keyof Counts): number => accounts.reduce((all, each) => all + each[key], 0);
  const all = { deleted: sum('deleted'), kept: sum('kept'), not_in_history: sum('not_in_history') };
  const lines = [
    ...failed.map(({ folder, message }) => `Not deleted: ${displayPath(folder, cwd)}: ${message}`),
    ...some.map((each) => `${each.folder}: ${describeCounts(each, isDryRun)}`),
    `${count(accounts.length, 'account')}: ${describeCounts(all, isDryRun)}`,
  ];
  const document = { dry_run: isDryRun, accounts };
  return answerWith({ failed, what: 'folder', couldNot: 'pruned', document, lines }, context);
}

interface Done {
  /** What could not be done. */
  readonly failed: readonly unknown[];
  readonly what: string;
  readonly couldNot: string;
  readonly document: object;
  readonly lines: readonly string[];
}

/** Ends an action on folders: it fails if something could not be done. */
function answerWith({ failed, what, couldNot, document, lines }: Done, context: Context): number {
  const exitCode = failed.length > 0 ? EXIT.failed : EXIT.done;
  return context.answer({
    exitCode,
    reason: `${count(failed.length, what)} could not be ${couldNot}`,
    document: { version: 1, exit_code: exitCode, ...document },
    text: () => `${lines.map(printable).join('\n')}\n`,
    mayBeQuiet: true,
  });
}

interface Counts {
  readonly deleted: number;
  readonly kept: number;
  readonly not_in_history: number;
}

function pruneAccount({ path, history, trouble }: FoundAccount, rules: Rules, context: Context) {
  const nothing = { deleted: 0, kept: 0, not_in_history: 0 };
  const fail = (why: string) => ({ ...nothing, failed: [toFolderJson({ path, why })] });
  if (trouble !== undefined) return fail(trouble);
  if (history === undefined) return { ...nothing, failed: [] };
  const runs = join(path, RUNS_FOLDER);
  try {
    const from = [systemDisk.existsSync(runs) ? runs : dirname(history)];
    const { kept, unknown, failed, ...gone } = pruneRuns({ history, from, ...rules });
    const deleted = gone.deleted.length + gone.finished.length;
    if (deleted > 0 && !rules.isDryRun) renewIndex(history, context);
    const counts = { deleted, kept: kept.length, not_in_history: unknown.length };
    return { ...counts, failed: failed.map(toFolderJson) };
  } catch (error) {
    return fail(describeRefusal(error));
  }
}

function describeCounts({ deleted, kept, not_in_history }: Counts, isDryRun: boolean): string {
  const unknown = not_in_history > 0 ? `; ${not_in_history} not in the history, and kept` : '';
  return `${count(deleted, 'run folder')} ${isDryRun ? 'would be deleted' : 'deleted'}; ${kept} kept${unknown}`;
}

type Rules = Omit<PruneOptions, 'history' | 'from'>;

/** What is kept, and how to see which runs are under way. Errors: `UsageError` if no rule would keep anything. */
function readRules({ sources, stdio, options }: Context): Rules {
  const { keepLast: last, keepWithin: withinMs } = readSettings(KEEP_SETTINGS, sources).values;
  const { job } = readSettings(HISTORY_SETTINGS, sources).values;
  if (last === undefined && withinMs === undefined)
    throw new UsageError(['history prune takes at least one rule that says what is kept'], {
      hint: 'Pass --keep-within or --keep-last, and --dry-run to see what it would delete',
    });
  const isBusy = (path: string): boolean => lookAround(stdio).isBusy(path);
  return { last, withinMs, job, isDryRun: options['dryRun'] === true, ...lookAround(stdio), isBusy };
}

function toRunJson({ path, record: { job, started_at } }: KnownRun) {
  return { folder: path, job, started_at };
}

/** `history rebuild`: the runs in `runs/`, and in the folders given. */
function rebuild(folders: readonly string[], context: Context): number {
  const { cwd } = context.stdio;
  const { path: history } = findHistory(context);
  const { added, known, damaged, leftOut, unread } = rebuildHistory({
    folder: history,
    from: [resolve(cwd, RUNS_FOLDER), ...resolveFolders(folders, context)],
    ...lookAround(context.stdio),
  });
  renewIndex(history, context);
  const lost = damaged.map((path) => relative(history, path));
  const lines = [
    ...lost.map((path) => `Damaged, and made again: ${path}`),
    ...renderFolders(unread, 'Cannot add', cwd),
    ...renderFolders(leftOut, 'Left out', cwd),
    ...added.map((run) => `Added: ${run.id} (${displayPath(run.folder ?? '', cwd)})`),
    `${count(added.length, 'run')} added, ${known} in the history already${unread.length > 0 ? `, ${unread.length} not read` : ''}`,
  ];
  const document = {
    ...{ history, known, damaged: lost },
    added: added.map(({ id, job, folder }) => ({ id, job, folder })),
    left_out: leftOut.map(toFolderJson),
    unread: unread.map(toFolderJson),
  };
  return answerWith({ failed: unread, what: 'run folder', couldNot: 'read', document, lines }, context);
}

function toFolderJson({ path, why }: RefusedFolder) {
  return { folder: path, message: why };
}

/** A line for each folder, with the reason. */
function renderFolders(folders: readonly RefusedFolder[], what: string, cwd: string): readonly string[] {
  return folders.map(({ path, why }) => `${what}: ${displayPath(path, cwd)}: ${why}`);
}

/** The folders that were given, as absolute paths. Errors: `UsageError` if one of them is not there. */
function resolveFolders(folders: readonly string[], { stdio }: Context): readonly string[] {
  const paths = folders.map((folder) => resolve(stdio.cwd, folder));
  const missing = folders.filter(
    (_, index) => !systemDisk.statSync(paths[index] ?? '', { throwIfNoEntry: false })?.isDirectory(),
  );
  if (missing.length > 0) throw new UsageError(missing.map((folder) => `There is no folder "${folder}"`));
  return paths;
}

/** Writes the page beside the history again after an action on it. */
function renewIndex(history: string, { mask, warn }: Context): void {
  const notice = writeIndex({ history, now: systemClock.now(), redact: mask, disk: systemDisk });
  if (notice !== undefined) warn(mask(notice));
}
