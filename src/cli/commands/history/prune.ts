import { resolve } from 'node:path';
import { findHistory } from '../../../api/stories/open-histories.ts';
import { count } from '../../../domain/count.ts';
import { UsageError } from '../../../domain/errors.ts';
import { toJsonText } from '../../../domain/json-text.ts';
import { printable } from '../../../report/text/printable.ts';
import { jobOfPlan } from '../../../run/folder/job-of-plan.ts';
import { RUNS_FOLDER } from '../../../run/folder/run-folder.ts';
import { displayPath } from '../../../run/job/display-path.ts';
import { EXIT } from '../../../run/job/exit-code.ts';
import { type Pruned, pruneRuns } from '../../../run/ledger/delete-run.ts';
import { type KeepRules, type KnownRun, type PrunePlan, planPrune } from '../../../run/ledger/plan-prune.ts';
import { refuseUnknownJob } from '../../../run/ledger/refuse-unknown-job.ts';
import { KEEP_SETTINGS } from '../../../settings/keep-settings.ts';
import { readSettings } from '../../../settings/read-settings.ts';
import type { Context } from '../../context/context.ts';
import { lookAround, renderFolders, resolveFolders, toFolderJson } from './rebuild.ts';
import { renewIndex } from './write-page.ts';

/** `history prune`: deletes run folders in `runs/`, or in the folders given, and never the history. */
export function prune(folders: readonly string[], context: Context): number {
  const { stdio, options, json, quiet, print, mask } = context;
  const { path: folder, values } = findHistory(context);
  const rules = readRules(context);
  const around = lookAround(stdio);
  const from = folders.length === 0 ? [resolve(stdio.cwd, RUNS_FOLDER)] : resolveFolders(folders, context);
  const plan = planPrune({ folder, from, job: values.job, rules, ...around });
  if (values.job !== undefined) refuseUnknownJob(values.job, { histories: [folder], disk: around.disk });
  const isDryRun = options['dryRun'] === true;
  const isBusy = (path: string): boolean => lookAround(stdio).isBusy(path);
  const pruned = isDryRun
    ? { finished: plan.doomed, deleted: plan.toDelete, failed: [] }
    : pruneRuns(plan, { isBusy, disk: around.disk });
  // Its links to the reports that are gone.
  if (!isDryRun) renewIndex(folder, context);
  const exitCode = pruned.failed.length > 0 ? EXIT.failed : EXIT.done;
  const head = { version: 1, exit_code: exitCode, history: folder, dry_run: isDryRun };
  if (json) print(mask(`${toJsonText({ ...head, ...toJson(plan, pruned) }, 2)}\n`));
  else if (!quiet || exitCode !== EXIT.done)
    print(mask(renderPruned(plan, pruned, { cwd: stdio.cwd, isDryRun })));
  return exitCode;
}

/** Errors: `UsageError` if no rule would keep anything. */
function readRules({ sources }: Context): KeepRules {
  const { keepLast: last, keepWithin: withinMs } = readSettings(KEEP_SETTINGS, sources).values;
  if (last !== undefined || withinMs !== undefined) return { last, withinMs };
  throw new UsageError(['history prune takes at least one rule that says what is kept'], {
    hint: 'Pass --keep-within or --keep-last, and --dry-run to see what it would delete',
  });
}

function toJson({ kept, unknown }: PrunePlan, { finished, deleted, failed }: Pruned) {
  return {
    kept: kept.map(({ run, reasons }) => ({ ...toRunJson(run), reasons })),
    deleted: deleted.map(toRunJson),
    finished,
    not_in_history: unknown,
    failed: failed.map(toFolderJson),
  };
}

function toRunJson({ path, head }: KnownRun) {
  return { folder: path, job: jobOfPlan(head), started_at: head.created_at };
}

interface Style {
  readonly cwd: string;
  readonly isDryRun: boolean;
}

function renderPruned(
  { kept, unknown }: PrunePlan,
  { finished, deleted, failed }: Pruned,
  { cwd, isDryRun }: Style,
): string {
  const gone = [...finished, ...deleted.map(({ path }) => path)];
  const lines = [
    ...renderFolders(failed, 'Not deleted', cwd),
    ...gone.map((path) => `${isDryRun ? 'Would delete' : 'Deleted'}: ${displayPath(path, cwd)}`),
    `${count(gone.length, 'run folder')} ${isDryRun ? 'would be deleted' : 'deleted'}; ${kept.length} kept`,
    ...(unknown.length > 0
      ? [`Not in the history, and kept: ${count(unknown.length, 'folder')}; history rebuild adds runs`]
      : []),
  ];
  return `${lines.map(printable).join('\n')}\n`;
}
