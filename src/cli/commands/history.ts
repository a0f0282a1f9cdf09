import * as systemDisk from 'node:fs';
import { relative, resolve } from 'node:path';
import { lockFolderOf } from '../../api/ports/lock-folder.ts';
import { systemClock } from '../../api/ports/system-clock.ts';
import { findHistory, openHistories } from '../../api/stories/open-histories.ts';
import { count } from '../../domain/count.ts';
import { didYouMean } from '../../domain/did-you-mean.ts';
import { UsageError } from '../../domain/errors.ts';
import { printable } from '../../report/text/printable.ts';
import type { RefusedFolder } from '../../run/folder/find-run-folders.ts';
import { RUNS_FOLDER } from '../../run/folder/run-folder.ts';
import { displayPath } from '../../run/job/display-path.ts';
import { EXIT } from '../../run/job/exit-code.ts';
import { type KnownRun, type PruneOptions, pruneRuns } from '../../run/ledger/prune.ts';
import { rebuildHistory } from '../../run/ledger/rebuild-history.ts';
import { findBusyFolders } from '../../run/lock/find-busy-folders.ts';
import { systemProbes } from '../../run/lock/system-probes.ts';
import { writeIndex } from '../../run/page/write-index.ts';
import {
  HISTORY_ACTIONS,
  HISTORY_SETTINGS,
  type HistoryAction,
  KEEP_SETTINGS,
} from '../../settings/command-settings.ts';
import { readSettings } from '../../settings/read-settings.ts';
import type { Context } from '../context/context.ts';
import type { Stdio } from '../terminal/stdio.ts';
import { listAccounts, listChronic, listRuns, showRun, showSku } from './history-show.ts';

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
  const flags = HISTORY_ACTIONS.flatMap((each): readonly string[] => each.flags);
  // Each account has a history where it is.
  const wrong = [...flags, ...(isOfAll ? ['history'] : [])].find(
    (flag) => options[flag] !== undefined && !own.includes(flag),
  );
  if (wrong !== undefined)
    throw new UsageError([`history ${name}${isOfAll ? ' --all' : ''} does not take ${toFlag(wrong)}`]);
  if (isOfAll) return listAccounts(rest, context);
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
  const exitCode = failed.length > 0 ? EXIT.failed : EXIT.done;
  const gone = [...finished, ...deleted.map(({ path }) => path)];
  return context.answer({
    exitCode,
    reason: `${count(failed.length, 'run folder')} could not be deleted`,
    document: {
      ...{ version: 1, exit_code: exitCode, history, dry_run: isDryRun },
      kept: kept.map((run) => ({ ...toRunJson(run), reasons: run.reasons })),
      deleted: deleted.map(toRunJson),
      finished,
      not_in_history: unknown,
      failed: failed.map(toFolderJson),
    },
    text: () =>
      joinLines([
        ...renderFolders(failed, 'Not deleted', cwd),
        ...gone.map((path) => `${isDryRun ? 'Would delete' : 'Deleted'}: ${displayPath(path, cwd)}`),
        `${count(gone.length, 'run folder')} ${isDryRun ? 'would be deleted' : 'deleted'}; ${kept.length} kept`,
        ...(unknown.length > 0
          ? [`Not in the history, and kept: ${count(unknown.length, 'folder')}; history rebuild adds runs`]
          : []),
      ]),
    mayBeQuiet: true,
  });
}

function joinLines(lines: readonly string[]): string {
  return `${lines.map(printable).join('\n')}\n`;
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
  const exitCode = unread.length === 0 ? EXIT.done : EXIT.failed;
  const lost = damaged.map((path) => relative(history, path));
  return context.answer({
    exitCode,
    reason: `${count(unread.length, 'run folder')} could not be read`,
    document: {
      ...{ version: 1, exit_code: exitCode, history },
      added: added.map(({ id, job, folder }) => ({ id, job, folder })),
      known,
      damaged: lost,
      left_out: leftOut.map(toFolderJson),
      unread: unread.map(toFolderJson),
    },
    text: () =>
      joinLines([
        ...lost.map((path) => `Damaged, and made again: ${path}`),
        ...renderFolders(unread, 'Cannot add', cwd),
        ...renderFolders(leftOut, 'Left out', cwd),
        ...added.map((run) => `Added: ${run.id} (${displayPath(run.folder ?? '', cwd)})`),
        `${count(added.length, 'run')} added, ${known} in the history already${unread.length > 0 ? `, ${unread.length} not read` : ''}`,
      ]),
    mayBeQuiet: true,
  });
}

/** What actions that read run folders need of the machine. */
function lookAround({ env }: Pick<Stdio, 'env'>) {
  const now = systemClock.now();
  const locks = { folder: lockFolderOf(env), probes: systemProbes() };
  return { isBusy: findBusyFolders({ ...locks, now, disk: systemDisk }), now, disk: systemDisk };
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
