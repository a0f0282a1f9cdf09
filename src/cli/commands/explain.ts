import { explainRun } from '../../api/stories/explain-run.ts';
import { renderExplanation } from '../../run/explain/render-explanation.ts';
import { APPLY_SETTINGS } from '../../settings/command-settings.ts';
import { keepFlags } from '../../settings/given-flags.ts';
import type { Context } from '../context/context.ts';
import { widthOf } from '../terminal/stdio.ts';

export async function runExplain(given: string, sku: string, context: Context): Promise<number> {
  const { stdio, paint, shell } = context;
  const { explanation, flags } = await explainRun(given, sku, context);
  const applyFlags = keepFlags(flags, APPLY_SETTINGS);
  const style = { paint, width: widthOf(stdio.stdout), shell, applyFlags };
  return context.answer({ document: explanation, text: () => renderExplanation(explanation, style) });
}
