import { resolve } from 'node:path';
import { openHistories } from '../../../api/stories/open-histories.ts';
import { count } from '../../../domain/count.ts';
import { UsageError } from '../../../domain/errors.ts';
import { toJsonText } from '../../../domain/json-text.ts';
import { printable } from '../../../report/text/printable.ts';
import { RUNS_FOLDER } from '../../../run/folder/run-folder.ts';
import { displayPath } from '../../../run/job/display-path.ts';
import { EXIT } from '../../../run/job/exit-code.ts';
import { type KnownRun, type PruneOptions, pruneRuns } from '../../../run/ledger/prune.ts';
import { KEEP_SETTINGS } from '../../../settings/command-settings.ts';
import { readSettings } from '../../../settings/read-settings.ts';
import type { Context } from '../../context/context.ts';
import { renewIndex } from './print-found.ts';
import { lookAround, renderFolders, resolveFolders, toFolderJson } from './rebuild.ts';

/** `history prune`: deletes run folders in `runs/`, or in the folders given, and never the history. */
export function prune(folders: readonly string[], context: Context): number {
  const { stdio, options, json, quiet, print, mask } = context;
  const {
    path: history,
    values: { job },
  } = openHistories(context);
  const isDryRun = options['dryRun'] === true;
  const pruned = pruneRuns({
    ...{ history, job, isDryRun },
    ...readRules(context),
    ...lookAround(stdio),
    from: folders.length === 0 ? [resolve(stdio.cwd, RUNS_FOLDER)] : resolveFolders(folders, context),
    isBusy: (path) => lookAround(stdio).isBusy(path),
  });
  // Its links to the reports that are gone.
  if (!isDryRun) renewIndex(history, context);
  const { kept, deleted, finished, unknown, failed } = pruned;
  const exitCode = failed.length > 0 ? EXIT.failed : EXIT.done;
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
      `${count(gone.length, 'run folder')} ${isDryRun ? 'would be deleted' : 'deleted'}; ${kept.length} kept`,
      ...(unknown.length > 0
        ? [`Not in the history, and kept: ${count(unknown.length, 'folder')}; history rebuild adds runs`]
        : []),
    ];
    print(mask(`${lines.map(printable).join('\n')}\n`));
  }
  return exitCode;
}

/** Errors: `UsageError` if no rule would keep anything. */
function readRules({ sources }: Context): Pick<PruneOptions, 'last' | 'withinMs'> {
  const { keepLast: last, keepWithin: withinMs } = readSettings(KEEP_SETTINGS, sources).values;
  if (last !== undefined || withinMs !== undefined) return { last, withinMs };
  throw new UsageError(['history prune takes at least one rule that says what is kept'], {
    hint: 'Pass --keep-within or --keep-last, and --dry-run to see what it would delete',
  });
}

function toRunJson({ path, record: { job, started_at } }: KnownRun) {
  return { folder: path, job, started_at };
}
