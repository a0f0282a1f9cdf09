import type { Summary } from '../../domain/documents/summary.ts';
import { SYNC_SETTINGS } from '../../settings/settings.ts';
import { syncSheet } from '../stories/sync-sheet.ts';
import { answering } from './answering.ts';
import type { SyncOptions } from './options.ts';
import { performForProgram } from './perform-for-program.ts';
import { toCaller } from './to-caller.ts';

interface SheetCall {
  readonly command: 'sync' | 'diff';
  readonly sheet: string;
}

/** Errors: `RunError`. */
export function callSync({ command, sheet }: SheetCall, options: SyncOptions): Promise<Summary> {
  return answering(
    () => toCaller(options, { table: SYNC_SETTINGS, sheet, needsKey: true }),
    (given) =>
      performForProgram(options, given, (caller, perform) => syncSheet({ command, sheet }, caller, perform)),
  );
}
