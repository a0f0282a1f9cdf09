import type { Summary } from '../../domain/documents/summary.ts';
import { APPLY_SETTINGS, LATEST_JOB } from '../../settings/command-settings.ts';
import { applyRun } from '../stories/apply-run.ts';
import { answering } from './answering.ts';
import type { ApplyOptions } from './options.ts';
import { performForProgram } from './perform-for-program.ts';
import { toCaller } from './to-caller.ts';

/** Errors: `RunError`. */
export function callApply(run: string, options: ApplyOptions): Promise<Summary> {
  return answering(
    () => toCaller(options, { table: { ...APPLY_SETTINGS, ...LATEST_JOB }, needsKey: true }),
    (given) => performForProgram(options, given, (caller, perform) => applyRun(run, caller, perform)),
  );
}
