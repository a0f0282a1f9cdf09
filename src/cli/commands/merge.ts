import * as systemDisk from 'node:fs';
import { systemClock } from '../../api/ports/system-clock.ts';
import type { MergeStepFlags } from '../../report/advice/list-merge-steps.ts';
import { renderMergeScreen } from '../../report/screen/render-merge-screen.ts';
import { EXIT } from '../../run/job/exit-code.ts';
import { merge, renderMergedSummary } from '../../run/merge/merge.ts';
import { APPLY_SETTINGS } from '../../settings/apply-settings.ts';
import { keepFlags } from '../../settings/keep-flags.ts';
import { readSettings } from '../../settings/read-settings.ts';
import { RUN_SETTINGS } from '../../settings/settings.ts';
import { UNDO_SETTINGS } from '../../settings/undo-settings.ts';
import type { Context } from '../context/context.ts';
import { rowsOf, widthOf } from '../terminal/width-of.ts';

export async function runMerge(runs: readonly string[], context: Context): Promise<number> {
  const { sources, options, stdio, json, quiet, print, paint, glyphs, shell } = context;
  const { values } = readSettings({ out: RUN_SETTINGS.out }, sources);
  const latest = options['latest'] === true;
  const merged = merge(
    { runs, out: values.out, latest, toStepFlags, shell },
    { cwd: stdio.cwd, clock: systemClock, disk: systemDisk },
  );
  const exitCode = merged.summary.exit_code;
  if (json) print(renderMergedSummary(merged.summary));
  else if (!quiet || exitCode !== EXIT.done)
    print(
      renderMergeScreen(merged.facts, {
        paint,
        glyphs,
        width: widthOf(stdio.stdout),
        rows: rowsOf(stdio.stdout),
        ...merged.stepOptions,
      }),
    );
  return exitCode;
}

/** Flags of the runs that read the sheet, as far as each command after them knows them. */
function toStepFlags(flags: readonly string[]): Omit<MergeStepFlags, 'shell'> {
  return {
    retryFlags: flags,
    applyFlags: keepFlags(flags, APPLY_SETTINGS),
    undoFlags: keepFlags(flags, UNDO_SETTINGS),
  };
}
