import * as systemDisk from 'node:fs';
import { join } from 'node:path';
import { type OpenHistories, openHistories } from '../../../api/stories/open-histories.ts';
import { describeTime } from '../../../report/screen/describe-run-end.ts';
import type { AttentionView, DriftView, RunView } from '../../../report/screen/history-views.ts';
import { renderHistoryRun, renderHistoryRunJson } from '../../../report/screen/render-history-run.ts';
import { RUN_FILES } from '../../../run/folder/run-folder.ts';
import { LATEST } from '../../../run/history/choose-latest.ts';
import { type FoundRun, findRun } from '../../../run/history/find-run.ts';
import { describeTrouble } from '../../../run/history/history-trouble.ts';
import { displayPath } from '../../../run/job/display-path.ts';
import type { Context } from '../../context/context.ts';
import { widthOf } from '../../terminal/width-of.ts';

/** `history show RUN` */
export function showRun([given = '']: readonly string[], context: Context): number {
  const { stdio, json, print, paint, glyphs, mask } = context;
  const opened = openHistories(context);
  const { runs, unfinished, values } = opened;
  const found = findRun(given, { runs, unfinished, job: values.job, cwd: stdio.cwd, disk: systemDisk });
  const view = toView(found, {
    cwd: stdio.cwd,
    notices: [...noticeUnfinished(given, opened), ...opened.notices],
  });
  const shown = json
    ? renderHistoryRunJson(view)
    : renderHistoryRun(view, { paint, glyphs, width: widthOf(stdio.stdout) });
  print(mask(shown));
  return 0;
}

/** The latest run that has ended may not be the latest. */
function noticeUnfinished(given: string, { runs, unfinished }: OpenHistories): readonly string[] {
  const newest = runs[0]?.record.started_at ?? '';
  if (given !== LATEST) return [];
  return unfinished
    .filter(({ started_at }) => started_at > newest)
    .map(
      ({ started_at, folder }) =>
        `A later run began at ${describeTime(started_at)} UTC and has not ended: it is still running, or was killed (${folder})`,
    );
}

function toView(
  { record, lines }: FoundRun,
  { cwd, notices }: { readonly cwd: string; readonly notices: readonly string[] },
): RunView {
  const drift: DriftView[] = [];
  const attention: AttentionView[] = [];
  const trouble: string[] = [];
  try {
    for (const line of lines()) {
      if (line.kind === 'drift') {
        const { kind: _, ...row } = line;
        drift.push(row as DriftView);
      } else if (line.kind === 'attention') {
        const { kind: _, ...row } = line;
        attention.push(row);
      }
    }
  } catch (error) {
    trouble.push(describeTrouble(error));
  }
  const { folder } = record;
  const isThere = folder !== null && systemDisk.existsSync(folder);
  const report = isThere ? join(folder, RUN_FILES.report) : undefined;
  return {
    record,
    drift,
    attention,
    folder: isThere ? displayPath(folder, cwd) : null,
    report: report !== undefined && systemDisk.existsSync(report) ? displayPath(report, cwd) : null,
    notices: [...trouble, ...notices],
  };
}
