import type { PastRun, RunRecord, SheetFigures } from '../domain/run-record.ts';
import { isGood } from './describe-past-run.ts';
import { mayHaveSet } from './may-have-set.ts';
import { findTakenBack } from './taken-back.ts';

/** A sheet is compared with those of at most this many runs. */
const GOOD_RUNS = 7;

/** A run whose sheet is known. */
export interface SheetRun extends PastRun {
  readonly sheet: NonNullable<RunRecord['sheet']> & { readonly figures: SheetFigures };
}

/** The runs whose sheets a sheet is compared with, the newest first: they did what they were to do. */
export function goodRuns(past: readonly PastRun[]): readonly SheetRun[] {
  return sentSheets(past).filter(isGood).slice(0, GOOD_RUNS);
}

/** The runs that sent a sheet, or a part of it. */
export function sentSheets(past: readonly PastRun[]): readonly SheetRun[] {
  // A run that was taken back is no example for others.
  const isTakenBack = findTakenBack(past);
  const isSent = (run: PastRun): boolean =>
    !run.dry_run && run.command !== 'undo' && (isGood(run) || mayHaveSet(run)) && !isTakenBack(run);
  return past.filter((run): run is SheetRun => run.sheet?.figures != null && isSent(run));
}
