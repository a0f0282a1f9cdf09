import type { RunRecord } from '../domain/run-record.ts';
import { mayHaveSet } from './may-have-set.ts';

/** Finds out which runs were taken back as a whole, by the undos among them. `past`: the newest first. */
export function findTakenBack(past: readonly RunRecord[]): (run: RunRecord) => boolean {
  const undos = past.filter(isUndo);
  const undosOf = (run: RunRecord): readonly RunRecord[] => undos.filter((undo) => isOf(undo, run, past));
  // An undo is later than what it takes back, so neither goes on for ever.
  const isTakenBack = (run: RunRecord): boolean =>
    undosOf(run).some((undo) => tookAllBack(undo) && !isReversed(undo));
  const isReversed = (undo: RunRecord): boolean =>
    undosOf(undo).some((next) => mayHaveSet(next) && !isTakenBack(next));
  return isTakenBack;
}

/** An apply may send the plan of an undo. */
function isUndo({ command, dry_run, undone_runs }: RunRecord): boolean {
  return !dry_run && (command === 'undo' || undone_runs !== undefined);
}

function isOf(undo: RunRecord, run: RunRecord, past: readonly RunRecord[]): boolean {
  if (run.started_at >= undo.started_at) return false;
  if (undo.undone_runs) return undo.undone_runs.includes(run.started_at);
  return isSince(run, undo) || isOfFolder(run, undo, past);
}

/** Each listing is as it was before the run; what somebody else has changed since is not. */
function tookAllBack({ counts }: RunRecord): boolean {
  const { updated = 0, unchanged = 0 } = counts?.by_status ?? {};
  return updated > 0 && updated + unchanged === counts?.outcomes;
}

/** By how older versions named the runs of an `undo --since`. */
function isSince({ started_at }: RunRecord, { sheet }: RunRecord): boolean {
  const [, day, time] = /^runs since (\S{10}) ([\d:]+) UTC$/.exec(sheet?.path ?? '') ?? [];
  return day !== undefined && started_at >= `${day}T${time}`;
}

/** Older versions have the run folder as it was given: of several runs in one folder it was the last one then. */
function isOfFolder(run: RunRecord, undo: RunRecord, past: readonly RunRecord[]): boolean {
  const given = partsOf(undo.sheet?.path);
  const named = given.slice(given.lastIndexOf('..') + 1);
  const isThere = ({ folder, started_at }: RunRecord): boolean =>
    named.length > 0 &&
    started_at < undo.started_at &&
    partsOf(folder).slice(-named.length).join('/') === named.join('/');
  return isThere(run) && past.find(isThere) === run;
}

function partsOf(path: string | null | undefined): readonly string[] {
  return (path ?? '').split(/[\\/]/).filter((part) => part !== '' && part !== '.');
}
