import type { Summary } from '../../domain/documents/summary.ts';
import { LATEST_JOB, UNDO_SETTINGS } from '../../settings/command-settings.ts';
import { undoRun } from '../stories/undo-run.ts';
import { answering } from './answering.ts';
import type { UndoOptions } from './options.ts';
import { performForProgram } from './perform-for-program.ts';
import { toCaller } from './to-caller.ts';

/** Errors: `RunError`. */
export function callUndo(run: string, options: UndoOptions): Promise<Summary> {
  return answering(
    () => toCaller(options, { table: { ...UNDO_SETTINGS, ...LATEST_JOB }, needsKey: true }),
    (given) => performForProgram(options, given, (caller, perform) => undoRun(run, caller, perform)),
  );
}
