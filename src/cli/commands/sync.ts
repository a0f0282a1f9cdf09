import { exitCodeOfSheet } from '../../api/stories/exit-code-of-sheet.ts';
import { syncSheet } from '../../api/stories/sync-sheet.ts';
import type { Context } from '../context/context.ts';
import { runToEnd } from './run-to-end.ts';

/** `sync` and `diff`. */
export async function runSync(command: 'sync' | 'diff', sheet: string, context: Context): Promise<number> {
  const report = await syncSheet({ command, sheet }, context, runToEnd(context));
  return exitCodeOfSheet(report, context.options);
}
