import { undoRun } from '../../api/stories/undo-run.ts';
import type { Context } from '../context/context.ts';
import { runToEnd } from './run-to-end.ts';

export async function runUndo(run: string, context: Context): Promise<number> {
  const { exitCode } = await undoRun(run, context, runToEnd(context));
  return exitCode;
}
