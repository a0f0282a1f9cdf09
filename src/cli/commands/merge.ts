import * as systemDisk from 'node:fs';
import { relative } from 'node:path';
import { type MergeFacts, renderMergeScreen } from '../../report/render-merge-screen.ts';
import { readChanges } from '../../report/summarize-changes.ts';
import { EXIT } from '../../run/exit-code.ts';
import { type MergedRun, merge, renderMergedSummary } from '../../run/merge.ts';
import { APPLY_SETTINGS } from '../apply-settings.ts';
import type { Context } from '../context.ts';
import { keepFlags } from '../keep-flags.ts';
import { readSettings } from '../read-settings.ts';
import { RUN_SETTINGS } from '../settings.ts';
import { systemClock } from '../system-clock.ts';
import { UNDO_SETTINGS } from '../undo-settings.ts';
import { widthOf } from '../width-of.ts';

export async function runMerge(runs: readonly string[], context: Context): Promise<number> {
  const { sources, stdio, json, quiet, print } = context;
  const { values } = readSettings({ out: RUN_SETTINGS.out }, sources);
  const merged = merge({ runs, out: values.out }, { cwd: stdio.cwd, clock: systemClock, disk: systemDisk });
  const exitCode = merged.summary.exit_code;
  if (json) print(renderMergedSummary(merged.summary));
  else if (!quiet || exitCode !== EXIT.done)
    print(renderMergeScreen(toFacts(merged), toOptions(merged, context)));
  return exitCode;
}

function toFacts({ summary, head, missingIsOk }: MergedRun): MergeFacts {
  const { sheet, counts, changes, dry_run, stopped, requests, times, merged } = summary;
  const { updated = 0, unconfirmed = 0, planned = 0 } = counts.by_status;
  const isWhole = head.whole === true && head.violations?.length === 0;
  return {
    sheet: sheet.path,
    rows: sheet.rows,
    byStatus: counts.by_status,
    missingIsOk,
    changes: changes ? readChanges(changes) : undefined,
    attention: counts.attention,
    dryRun: dry_run,
    stopped,
    requests,
    seconds: times.seconds,
    shards: merged,
    isSent: requests.writes > 0 && updated + unconfirmed > 0,
    isLeft: isWhole && (planned > 0 || (stopped !== null && stopped.apply !== null)),
  };
}

function toOptions({ summary, head }: MergedRun, { paint, glyphs, stdio }: Context) {
  const near = relative(stdio.cwd, summary.folder);
  const flags = head.retry_flags ?? [];
  return {
    paint,
    glyphs,
    width: widthOf(stdio.stdout),
    folder: near.startsWith('..') ? summary.folder : near,
    retryFlags: flags,
    applyFlags: keepFlags(flags, APPLY_SETTINGS),
    undoFlags: keepFlags(flags, UNDO_SETTINGS),
  };
}
