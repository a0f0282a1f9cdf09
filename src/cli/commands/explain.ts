import * as systemDisk from 'node:fs';
import { renderExplanation, renderExplanationJson } from '../../report/render-explanation.ts';
import { explainSku } from '../../run/explain.ts';
import type { Context } from '../context.ts';
import { readLeniently } from '../read-settings.ts';
import { SETTINGS } from '../settings.ts';
import { widthOf } from '../width-of.ts';

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
