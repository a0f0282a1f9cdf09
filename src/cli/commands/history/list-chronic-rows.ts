import * as systemDisk from 'node:fs';
import { openHistories } from '../../../api/stories/open-histories.ts';
import {
  renderHistoryChronic,
  renderHistoryChronicJson,
} from '../../../report/screen/render-history-chronic.ts';
import { listChronic } from '../../../run/history/list-chronic.ts';
import type { Context } from '../../context/context.ts';
import { widthOf } from '../../terminal/width-of.ts';

/** `history chronic` */
export function listChronicRows(_words: readonly string[], context: Context): number {
  const { stdio, json, print, paint, mask } = context;
  const { runs, values, notices } = openHistories(context);
  const { nights } = values;
  const found = listChronic(runs, { nights, disk: systemDisk });
  const chronic = { ...found, nights, notices: [...found.notices, ...notices] };
  const shown = json
    ? renderHistoryChronicJson(chronic)
    : renderHistoryChronic(chronic, { paint, width: widthOf(stdio.stdout) });
  print(mask(shown));
  return 0;
}
