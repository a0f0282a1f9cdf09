import * as systemDisk from 'node:fs';
import { systemClock } from '../../../api/ports/system-clock.ts';
import { openHistories } from '../../../api/stories/open-histories.ts';
import { describeTime } from '../../../report/screen/describe-run-end.ts';
import { renderHistorySku, renderHistorySkuJson } from '../../../report/screen/render-history-sku.ts';
import { formatCommand } from '../../../report/text/format-command.ts';
import type { UnfinishedRun } from '../../../run/history/read-histories.ts';
import { searchSku, touchedByUnfinished } from '../../../run/history/search-sku.ts';
import { displayPath } from '../../../run/job/display-path.ts';
import { resolveSince } from '../../../settings/parse-since.ts';
import type { Context } from '../../context/context.ts';
import { widthOf } from '../../terminal/width-of.ts';

/** `history sku SKU` */
export function showSku([sku = '']: readonly string[], context: Context): number {
  const { stdio, json, print, paint, glyphs, mask } = context;
  const { runs, unfinished, values, notices } = openHistories(context);
  const since = values.since ? resolveSince(values.since, systemClock.now()) : '';
  const wanted = runs.filter(({ record }) => record.started_at >= since);
  const found = searchSku({ sku, field: values.field, runs: wanted, disk: systemDisk });
  const touched = touchedByUnfinished(sku, unfinished, systemDisk);
  const begun = touched.map((run) => describeUnfinished(run, context));
  const view = { ...found, notices: [...begun, ...found.notices, ...notices] };
  const shown = json
    ? renderHistorySkuJson(view)
    : renderHistorySku(view, { paint, glyphs, width: widthOf(stdio.stdout) });
  print(mask(shown));
  return 0;
}

/** What it has changed is in the history once it has ended, or the next run of the job has found out that it was killed. */
function describeUnfinished(
  { command, folder, started_at }: UnfinishedRun,
  { stdio, shell }: Pick<Context, 'stdio' | 'shell'>,
): string {
  const path = displayPath(folder, stdio.cwd);
  return `The ${command} in "${path}" may have changed it: it began at ${describeTime(started_at)} UTC and has not ended. If it is not running any more, ${formatCommand(['apply', path], shell)} finishes it`;
}
