import * as systemDisk from 'node:fs';
import { join, resolve } from 'node:path';
import { systemClock } from '../../../api/ports/system-clock.ts';
import { buildHistoryList, listHistory } from '../../../api/stories/list-history.ts';
import { type OpenHistories, openHistories } from '../../../api/stories/open-histories.ts';
import { UsageError } from '../../../domain/errors.ts';
import { toJsonText } from '../../../domain/json-text.ts';
import { describeTime } from '../../../report/screen/describe-run-end.ts';
import { renderHistory } from '../../../report/screen/render-history.ts';
import { listFolders } from '../../../run/folder/list-folders.ts';
import { RUN_FILES, RUNS_FOLDER } from '../../../run/folder/run-folder.ts';
import { renderNights } from '../../../run/page/nights-page.ts';
import type { Context } from '../../context/context.ts';
import { widthOf } from '../../terminal/width-of.ts';
import { writePage } from './write-page.ts';

/** `history list` */
export function listRuns(_words: readonly string[], context: Context): number {
  const { stdio, json, print, paint, mask } = context;
  const opened = openHistories(context);
  const { notices, values } = opened;
  const now = systemClock.now();
  const { html } = values;
  if (html !== undefined) writeNights(html, { opened, now }, context);
  const entries = listHistory(opened, now);
  const listed = { entries, notices, nothing: describeNothing(opened, stdio.cwd), html };
  const shown = json
    ? `${toJsonText(buildHistoryList(listed), 2)}\n`
    : renderHistory(listed, { paint, width: widthOf(stdio.stdout) });
  print(mask(shown));
  return 0;
}

interface Nights {
  readonly opened: OpenHistories;
  readonly now: number;
}

/** The page has all of its ninety nights, whatever the list shows. */
function writeNights(
  html: string,
  { opened: { values, path: history }, now }: Nights,
  context: Context,
): void {
  if (values.since !== undefined || values.failed)
    throw new UsageError(
      ['--html writes all runs of ninety nights, and takes neither --since nor --failed'],
      {
        hint: 'Leave them out; the page can show only the runs that were not done',
      },
    );
  const { job } = values;
  const { mask, shell } = context;
  writePage(
    html,
    (path) => renderNights({ path, history, job, now, disk: systemDisk, shell }, mask),
    context,
  );
}

function describeNothing({ runs, folder, values }: OpenHistories, cwd: string): string {
  const { job } = values;
  const [newest] = runs;
  if (newest)
    return `${values.failed ? 'No run failed' : 'No run has begun since then'}; the newest is of ${describeTime(newest.record.started_at)} UTC`;
  const hasRunFolders = listFolders([resolve(cwd, RUNS_FOLDER)], systemDisk).some((run) =>
    systemDisk.existsSync(join(run, RUN_FILES.plan)),
  );
  if (hasRunFolders && job === undefined)
    return `The history in ${folder} has no runs, and ${RUNS_FOLDER} has run folders: pricesheet history rebuild adds them`;
  return job === undefined
    ? `The history in ${folder} has no runs: each sync, diff, apply and undo adds one`
    : `The history in ${folder} has no runs of the job "${job}"`;
}
