import * as systemDisk from 'node:fs';
import { renderExplanation, renderExplanationJson } from '../../report/render-explanation.ts';
import { explainSku } from '../../run/explain.ts';
import type { Context } from '../context.ts';
import { widthOf } from '../width-of.ts';

export async function runExplain(
  folder: string,
  sku: string,
  { stdio, json, print, paint }: Context,
): Promise<number> {
  const explanation = await explainSku(folder, sku, { cwd: stdio.cwd, disk: systemDisk });
  print(
    json
      ? renderExplanationJson(explanation)
      : renderExplanation(explanation, { paint, width: widthOf(stdio.stdout) }),
  );
  return 0;
}
