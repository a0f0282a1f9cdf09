import * as systemDisk from 'node:fs';
import { renderExplanation, renderExplanationJson } from '../../report/screen/render-explanation.ts';
import { explainSku } from '../../run/explain/explain.ts';
import type { Context } from '../settings/context.ts';
import { readLeniently } from '../settings/read-settings.ts';
import { SETTINGS } from '../settings/settings.ts';
import { widthOf } from '../terminal/width-of.ts';

export async function runExplain(
  folder: string,
  sku: string,
  { stdio, sources, json, print, paint, mask }: Context,
): Promise<number> {
  const { baseUrl } = readLeniently({ baseUrl: SETTINGS.baseUrl }, sources);
  const explanation = await explainSku(folder, sku, { cwd: stdio.cwd, disk: systemDisk, baseUrl });
  const shown = json
    ? renderExplanationJson(explanation)
    : renderExplanation(explanation, { paint, width: widthOf(stdio.stdout) });
  print(mask(shown));
  return 0;
}
