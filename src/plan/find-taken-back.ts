import type { RunRecord } from '../domain/run-record.ts';

/**
 * The runs that an undo gave back, and undos that were themselves undone: none of them is an example for others. An undo that left most
 * of its rows as they were has given back no run, and one of some SKUs or fields no whole one.
 *
 * Shape: `past` is the newest first.
 */
export function findTakenBack(past: readonly RunRecord[]): ReadonlySet<RunRecord> {
  const takenBack = new Set<RunRecord>();
  for (const [at, run] of past.entries()) {
    if (!isWholeUndo(run) || takenBack.has(run)) continue;
    for (const target of targetsOf(run, past.slice(at + 1))) takenBack.add(target);
  }
  return takenBack;
}

function isWholeUndo({ command, dry_run, exit_code, counts, settings }: RunRecord): boolean {
  if (command !== 'undo' || dry_run || (exit_code !== 0 && exit_code !== 3)) return false;
  if (settings['sku'] !== undefined || settings['field'] !== undefined) return false;
  if (!counts) return true;
  const { updated = 0, unchanged = 0 } = counts.by_status;
  return (updated + unchanged) * 2 > counts.outcomes;
}

/** `earlier`: the newest first. A folder may have been used for several runs, of which the last was there to be undone. */
function targetsOf({ sheet, started_at }: RunRecord, earlier: readonly RunRecord[]): readonly RunRecord[] {
  const path = sheet?.path ?? '';
  const before = earlier.filter((run) => !run.dry_run && run.started_at < started_at);
  const [, day, time] = /^runs since (\S{10}) ([\d:]+) UTC$/.exec(path) ?? [];
  if (day !== undefined) return before.filter((run) => run.started_at >= `${day}T${time}`);
  const parts = partsOf(path);
  const sharedOf = ({ folder }: RunRecord): number =>
    folder === null ? 0 : countShared(partsOf(folder), parts);
  const most = Math.max(0, ...before.map(sharedOf));
  const target = most === 0 ? undefined : before.find((run) => sharedOf(run) === most);
  return target ? [target] : [];
}

/** However the path is written. */
function partsOf(path: string): readonly string[] {
  return path.split(/[\\/]/).filter((part) => part !== '' && part !== '.' && part !== '..');
}

/** How many parts both end with: a history that was copied has the folders of another machine. */
function countShared(one: readonly string[], other: readonly string[]): number {
  let count = 0;
  while (count < one.length && count < other.length && one.at(-1 - count) === other.at(-1 - count)) count++;
  return count;
}
