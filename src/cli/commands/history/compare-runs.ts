import { openHistories, placeOf } from '../../../api/stories/open-histories.ts';
import {
  renderHistoryCompare,
  renderHistoryCompareJson,
} from '../../../report/screen/render-history-compare.ts';
import { findRun } from '../../../run/history/find-run.ts';
import type { Context } from '../../context/context.ts';
import { widthOf } from '../../terminal/width-of.ts';

/** `history compare RUN RUN` */
export function compareRuns([one = '', other = '']: readonly string[], context: Context): number {
  const { stdio, json, print, paint, glyphs, mask } = context;
  const opened = openHistories(context);
  const recordOf = (given: string) => findRun(given, placeOf(opened, context)).record;
  const pair = [recordOf(one), recordOf(other)] as const;
  const shown = json
    ? renderHistoryCompareJson(pair)
    : renderHistoryCompare(pair, { paint, glyphs, width: widthOf(stdio.stdout) });
  print(mask(shown));
  return 0;
}
