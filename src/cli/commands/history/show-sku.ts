import * as systemDisk from 'node:fs';
import { systemClock } from '../../../api/ports/system-clock.ts';
import { openHistories } from '../../../api/stories/open-histories.ts';
import { renderHistorySku, renderHistorySkuJson } from '../../../report/screen/render-history-sku.ts';
import { searchSku } from '../../../run/history/search-sku.ts';
import { resolveSince } from '../../../settings/parse-since.ts';
import type { Context } from '../../context/context.ts';
import { widthOf } from '../../terminal/width-of.ts';

/** `history sku SKU` */
export function showSku([sku = '']: readonly string[], context: Context): number {
  const { stdio, json, print, paint, glyphs, mask } = context;
  const { runs, values, notices } = openHistories(context);
  const since = values.since ? resolveSince(values.since, systemClock.now()) : '';
  const wanted = runs.filter(({ record }) => record.started_at >= since);
  const found = searchSku({ sku, field: values.field, runs: wanted, disk: systemDisk });
  const view = { ...found, notices: [...found.notices, ...notices] };
  const shown = json
    ? renderHistorySkuJson(view)
    : renderHistorySku(view, { paint, glyphs, width: widthOf(stdio.stdout) });
  print(mask(shown));
  return 0;
}
