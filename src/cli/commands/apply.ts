import { applyRun } from '../../api/stories/apply-run.ts';
import type { Context } from '../context/context.ts';
import { runToEnd } from './run-to-end.ts';

export async function runApply(run: string, context: Context): Promise<number> {
  const { exitCode } = await applyRun(run, context, runToEnd(context));
  return exitCode;
}
