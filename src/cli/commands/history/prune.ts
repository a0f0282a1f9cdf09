import { resolve } from 'node:path';
import { count } from '../../../domain/count.ts';
import { UsageError } from '../../../domain/errors.ts';
import { toJsonText } from '../../../domain/json-text.ts';
import { printable } from '../../../report/text/printable.ts';
import { RUNS_FOLDER } from '../../../run/folder/run-folder.ts';
import { hasRules, type KeepRules } from '../../../run/history/keep-rules.ts';
import { type PrunePlan, planPrune } from '../../../run/history/plan-prune.ts';
import { type Pruned, pruneRuns } from '../../../run/history/prune-runs.ts';
import { refuseStrangeFiles } from '../../../run/history/refuse-strangers.ts';
import { displayPath } from '../../../run/job/display-path.ts';
import { EXIT } from '../../../run/job/exit-code.ts';
import { KEEP_SETTINGS } from '../../../settings/keep-settings.ts';
import { readSettings } from '../../../settings/read-settings.ts';
import type { Context } from '../../context/context.ts';
import { ask } from '../../terminal/ask.ts';
import { findHistory, resolveFolders } from './find-folder.ts';
import { lookAround, renderFolders, toFolderJson } from './rebuild.ts';
import { renewIndex } from './write-page.ts';

/** `history prune`: deletes run folders in `runs/`, or in the folders given, and never the history. */
export async function prune(folders: readonly string[], context: Context): Promise<number> {
  const { stdio, options, json, quiet, print, mask } = context;
  const { folder, job } = findHistory(context);
  const rules = readRules(context);
  const around = lookAround(stdio);
  refuseStrangeFiles(folder, 'rely on', around.disk);
  const from = folders.length === 0 ? [resolve(stdio.cwd, RUNS_FOLDER)] : resolveFolders(folders, context);
  const plan = planPrune({ folder, from, job, rules, ...around });
  const isDryRun = options['dryRun'] === true;
  const isDeclined = !isDryRun && !(await isAgreed(plan, context));
  const { deleted, failed } =
    isDryRun || isDeclined
      ? { deleted: isDeclined ? [] : plan.toDelete, failed: [] }
      : pruneRuns(plan, { isBusy: (path) => lookAround(stdio).isBusy(path), disk: around.disk });
  // Its links to the reports that are gone.
  if (!isDryRun && !isDeclined) renewIndex(folder, context);
  const exitCode = isDeclined ? EXIT.declined : failed.length > 0 ? EXIT.failed : EXIT.done;
  if (json)
    print(
      mask(
        `${toJsonText(toJson(plan, { deleted, failed }, { exitCode, folder, isDryRun, isDeclined }), 2)}\n`,
      ),
    );
  else if (!quiet || exitCode !== EXIT.done)
    print(mask(renderPruned(plan, { deleted, failed }, { cwd: stdio.cwd, isDryRun })));
  return exitCode;
}

/** Errors: `UsageError` if no rule would keep anything. */
function readRules({ sources }: Context): KeepRules {
  const { values } = readSettings(KEEP_SETTINGS, sources);
  const { keepLast: last, keepDaily: daily, keepMonthly: monthly, keepWithin: withinMs } = values;
  const rules = { last, daily, monthly, withinMs };
  if (hasRules(rules)) return rules;
  throw new UsageError(['history prune takes at least one rule that says what is kept'], {
    hint: 'Pass --keep-last, --keep-daily, --keep-monthly or --keep-within, and --dry-run to see what it would delete',
  });
}

/** Asks at a terminal; a job without one is not asked. */
async function isAgreed(
  { toDelete }: PrunePlan,
  { stdio, options, quiet, printStderr, isAtTerminal }: Context,
): Promise<boolean> {
  const { stdin, stderr, discardTyped } = stdio;
  if (toDelete.length === 0 || options['yes'] === true || !isAtTerminal()) return true;
  if (!quiet)
    printStderr(
      `${toDelete.map((run) => printable(`Would delete: ${displayPath(run.path, stdio.cwd)} (${formatSize(run.bytes)})`)).join('\n')}\n`,
    );
  await discardTyped?.(stdin);
  const question = `Delete ${count(toDelete.length, 'run folder')}, ${formatSize(sumOf(toDelete))}?`;
  return ask(question, { stdin, stderr, toDo: 'delete them' }, new AbortController().signal);
}

interface Ending {
  readonly exitCode: number;
  readonly folder: string;
  readonly isDryRun: boolean;
  readonly isDeclined: boolean;
}

function toJson(
  { kept, doomed, leftOut }: PrunePlan,
  { deleted, failed }: Pruned,
  { exitCode, folder, isDryRun, isDeclined }: Ending,
) {
  return {
    version: 1,
    exit_code: exitCode,
    history: folder,
    dry_run: isDryRun,
    declined: isDeclined,
    kept: kept.map((run) => ({ ...toRunJson(run), reasons: run.reasons })),
    deleted: deleted.map(toRunJson),
    bytes: sumOf(deleted),
    finished: isDeclined ? [] : doomed,
    left_out: leftOut.map(toFolderJson),
    failed: failed.map(toFolderJson),
  };
}

function toRunJson({ path, job, startedAt, bytes }: PrunePlan['toDelete'][number]) {
  return { folder: path, job, started_at: startedAt, bytes };
}

function sumOf(runs: readonly { readonly bytes: number }[]): number {
  return runs.reduce((sum, { bytes }) => sum + bytes, 0);
}

interface Style {
  readonly cwd: string;
  readonly isDryRun: boolean;
}

const REASONS = {
  last: '--keep-last',
  daily: '--keep-daily',
  monthly: '--keep-monthly',
  within: '--keep-within',
  undoable: 'the last of its job that can be undone',
  applicable: 'the last of its job that can be applied',
  approvable: 'the last of its job with rows to approve',
  unconfirmed: 'has unconfirmed updates',
  in_use: 'may be in use',
  not_in_history: 'is not in the history: history rebuild adds it',
  in_future: 'began in the future: the clock was ahead',
} as const;

function renderPruned(
  { kept, doomed, leftOut }: PrunePlan,
  { deleted, failed }: Pruned,
  { cwd, isDryRun }: Style,
): string {
  const lines = [
    ...kept.map(
      (run) =>
        `Kept: ${displayPath(run.path, cwd)}: ${run.reasons.map((reason) => REASONS[reason]).join(', ')}`,
    ),
    ...renderFolders(leftOut, 'Left alone', cwd),
    ...renderFolders(failed, 'Not deleted', cwd),
    ...doomed.map(
      (path) => `${isDryRun ? 'Would finish deleting' : 'Finished deleting'}: ${displayPath(path, cwd)}`,
    ),
    ...deleted.map(
      (run) =>
        `${isDryRun ? 'Would delete' : 'Deleted'}: ${displayPath(run.path, cwd)} (${formatSize(run.bytes)})`,
    ),
    `${count(deleted.length, 'run folder')} ${isDryRun ? 'would be deleted' : 'deleted'}, ${formatSize(sumOf(deleted))}; ${kept.length} kept`,
  ];
  return `${lines.map(printable).join('\n')}\n`;
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** `34.5 MB`. */
function formatSize(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const number = bytes / 1000 ** power;
  return `${power === 0 || number >= 100 ? Math.round(number) : number.toFixed(1)} ${UNITS[power]}`;
}
