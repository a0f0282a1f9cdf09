import * as systemDisk from 'node:fs';
import { nameRun } from '../../api/request/name-run.ts';
import { explainSku } from '../../run/explain/explain.ts';
import { renderExplanation } from '../../run/explain/render-explanation.ts';
import { APPLY_SETTINGS } from '../../settings/command-settings.ts';
import { keepFlags } from '../../settings/given-flags.ts';
import { readLeniently } from '../../settings/read-settings.ts';
import { SETTINGS } from '../../settings/settings.ts';
import type { Context } from '../context/context.ts';
import { widthOf } from '../terminal/width-of.ts';

export async function runExplain(given: string, sku: string, context: Context): Promise<number> {
  const { stdio, sources, paint, shell } = context;
  const folder = nameRun(given, 'look', context).take();
  const { baseUrl } = readLeniently({ baseUrl: SETTINGS.baseUrl }, sources);
  const place = { cwd: stdio.cwd, disk: systemDisk, baseUrl, shell };
  const { explanation, flags } = await explainSku(folder, sku, place);
  const applyFlags = keepFlags(flags, APPLY_SETTINGS);
  const style = { paint, width: widthOf(stdio.stdout), shell, applyFlags };
  return context.answer({ document: explanation, text: () => renderExplanation(explanation, style) });
}
