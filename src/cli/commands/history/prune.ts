import * as systemDisk from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { openHistories } from '../../../api/stories/open-histories.ts';
import { count } from '../../../domain/count.ts';
import { UsageError } from '../../../domain/errors.ts';
import { toJsonText } from '../../../domain/json-text.ts';
import { formatCommand } from '../../../report/text/format-command.ts';
import { printable } from '../../../report/text/printable.ts';
import { describeRefusal } from '../../../run/folder/find-run-folders.ts';
import { RUNS_FOLDER } from '../../../run/folder/run-folder.ts';
import { displayPath } from '../../../run/job/display-path.ts';
import { EXIT } from '../../../run/job/exit-code.ts';
import { type KnownRun, type PruneOptions, pruneRuns } from '../../../run/ledger/prune.ts';
import { type FoundAccount, findAccounts, lookForAccounts } from '../../../run/page/read-accounts.ts';
import { HISTORY_SETTINGS, KEEP_SETTINGS } from '../../../settings/command-settings.ts';
import { readSettings } from '../../../settings/read-settings.ts';
import type { Context } from '../../context/context.ts';
import { renewIndex } from './print-found.ts';
import { lookAround, renderFolders, resolveFolders, toFolderJson } from './rebuild.ts';

/** `history prune`: deletes run folders in `runs/`, or in the folders given, and never the history. */
export function prune(folders: readonly string[], context: Context): number {
  const { stdio, json, quiet, print, mask } = context;
  const { path: history } = openHistories(context);
  const from = folders.length === 0 ? [resolve(stdio.cwd, RUNS_FOLDER)] : resolveFolders(folders, context);
  const rules = readRules(context);
  const { isDryRun } = rules;
  const pruned = pruneRuns({ history, from, ...rules });
  // Its links to the reports that are gone.
  if (!isDryRun) renewIndex(history, context);
  const { kept, deleted, finished, unknown, failed } = pruned;
  if (kept.length + deleted.length + finished.length === 0) refuseAccounts(folders, history, context);
  const exitCode = failed.length > 0 ? EXIT.failed : EXIT.done;
  context.fail(exitCode, `${count(failed.length, 'run folder')} could not be deleted`);
  if (json) {
    const head = { version: 1, exit_code: exitCode, history, dry_run: isDryRun };
    const found = {
      kept: kept.map((run) => ({ ...toRunJson(run), reasons: run.reasons })),
      deleted: deleted.map(toRunJson),
      finished,
      not_in_history: unknown,
      failed: failed.map(toFolderJson),
    };
    print(mask(`${toJsonText({ ...head, ...found }, 2)}\n`));
  } else if (!quiet || exitCode !== EXIT.done) {
    const gone = [...finished, ...deleted.map(({ path }) => path)];
    const lines = [
      ...renderFolders(failed, 'Not deleted', stdio.cwd),
      ...gone.map((path) => `${isDryRun ? 'Would delete' : 'Deleted'}: ${displayPath(path, stdio.cwd)}`),
      describeCounts({ deleted: gone.length, kept: kept.length, not_in_history: 0 }, isDryRun),
      ...(unknown.length > 0
        ? [`Not in the history, and kept: ${count(unknown.length, 'folder')}; history rebuild adds runs`]
        : []),
    ];
    print(mask(`${lines.map(printable).join('\n')}\n`));
  }
  return exitCode;
}

/** `history prune --all FOLDER...`: the same in the folder of each account. What goes wrong in one stops no other. */
export function pruneAccounts(patterns: readonly string[], context: Context): number {
  const { stdio, json, quiet, print, mask } = context;
  const { cwd } = stdio;
  const rules = readRules(context);
  const { isDryRun } = rules;
  const accounts = findAccounts(patterns, { cwd, disk: systemDisk }).map((account) => ({
    folder: displayPath(account.path, cwd) || '.',
    ...pruneAccount(account, rules, context),
  }));
  const failed = accounts.flatMap((account) => account.failed);
  const exitCode = failed.length > 0 ? EXIT.failed : EXIT.done;
  context.fail(exitCode, `${count(failed.length, 'folder')} could not be pruned`);
  if (json)
    print(mask(`${toJsonText({ version: 1, exit_code: exitCode, dry_run: isDryRun, accounts }, 2)}\n`));
  else if (!quiet || exitCode !== EXIT.done) {
    const some = accounts.filter(({ deleted, not_in_history }) => deleted + not_in_history > 0);
    const sum = (key: keyof Counts): number => accounts.reduce((all, each) => all + each[key], 0);
    const all = { deleted: sum('deleted'), kept: sum('kept'), not_in_history: sum('not_in_history') };
    const lines = [
      ...failed.map(({ folder, message }) => `Not deleted: ${displayPath(folder, cwd)}: ${message}`),
      ...some.map((each) => `${each.folder}: ${describeCounts(each, isDryRun)}`),
      `${count(accounts.length, 'account')}: ${describeCounts(all, isDryRun)}`,
    ];
    print(mask(`${lines.map(printable).join('\n')}\n`));
  }
  return exitCode;
}

interface Counts {
  readonly deleted: number;
  readonly kept: number;
  readonly not_in_history: number;
}

function pruneAccount({ path, history, trouble = [] }: FoundAccount, rules: Rules, context: Context) {
  const nothing = { deleted: 0, kept: 0, not_in_history: 0 };
  const fail = (why: string) => ({ ...nothing, failed: [toFolderJson({ path, why })] });
  if (history === undefined) return { ...nothing, failed: trouble.flatMap((why) => fail(why).failed) };
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

/** Each account has its own history. Errors: `UsageError` with the command that is meant, if folders are those of accounts. */
function refuseAccounts(folders: readonly string[], history: string, context: Context): void {
  const { stdio, shell, sources, options } = context;
  const { cwd } = stdio;
  const deeper = folders.length === 0 ? ['*'] : folders.map((folder) => join(folder, '*'));
  for (const patterns of [folders, deeper]) {
    const found = lookForAccounts(patterns, { cwd, disk: systemDisk });
    const others = found.filter((each) => each.history !== undefined && each.history !== history);
    if (others.length === 0) continue;
    const rules = [
      ...readSettings(KEEP_SETTINGS, sources).flags,
      ...(options['dryRun'] ? ['--dry-run'] : []),
    ];
    const command = formatCommand(['history', 'prune', '--all', ...patterns, ...rules], shell);
    throw new UsageError(
      [
        `The history here has none of these runs, and ${count(others.length, 'account')} ${others.length === 1 ? 'has its' : 'have their'} own`,
      ],
      { hint: `Prune each of them: ${command}` },
    );
  }
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
