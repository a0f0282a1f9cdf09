import type { RunRecord } from '../domain/run-record.ts';
import { mayHaveSet } from './may-have-set.ts';

/** Finds out which runs were taken back as a whole, by the undos among them. `past`: the newest first. */
export function findTakenBack(past: readonly RunRecord[]): (run: RunRecord) => boolean {
  const undos = past.filter(isUndo);
  const undosOf = (run: RunRecord): readonly RunRecord[] => undos.filter((undo) => isOf(undo, run));
  // An undo is later than what it takes back, so neither goes on for ever.
  const isTakenBack = (run: RunRecord): boolean =>
    undosOf(run).some((undo) => tookAllBack(undo) && !isReversed(undo));
  const isReversed = (undo: RunRecord): boolean =>
    undosOf(undo).some((next) => mayHaveSet(next) && !isTakenBack(next));
  return isTakenBack;
}

/** An apply may send the plan of an undo. */
function isUndo({ dry_run, undone_runs }: RunRecord): boolean {
  return !dry_run && undone_runs !== undefined;
}

function isOf(undo: RunRecord, run: RunRecord): boolean {
  return run.started_at < undo.started_at && undo.undone_runs?.includes(run.started_at) === true;
}

/** Each listing is as it was before the run; what somebody else has changed since is not. */
function tookAllBack({ counts }: RunRecord): boolean {
  const { updated = 0, unchanged = 0 } = counts?.by_status ?? {};
  return updated > 0 && updated + unchanged === counts?.outcomes;
}
