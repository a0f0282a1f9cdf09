import { join } from 'node:path';
import type { Disk } from '../../domain/ports.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import { RUN_FILES } from '../folder/run-folder.ts';

/** The word for the newest run that a command can use. */
export const LATEST = 'latest';

/** What a run is wanted for: to send its plan, or what a review file approves of it, to take it back, or to look at. */
export type LatestFor = 'apply' | 'approve' | 'undo' | 'look';

/**
 * The runs that `latest` may be, the best first: to apply, a plan of a sheet that is still to be sent, of a dry run or of a run that was cut short,
 * and that no run has overtaken since; to approve, a dry run, or a run that held rows; to undo, a run that sent something; to look at, any run
 * that has a folder. `runs` are the newest first.
 */
export function chooseLatest<T extends RunRecord>(
  runs: readonly T[],
  wanted: LatestFor,
  disk: Disk,
): readonly (T & { readonly folder: string })[] {
  const overtaker = wanted === 'apply' ? runs.findIndex(overtakes) : -1;
  const since = overtaker === -1 ? runs : runs.slice(0, overtaker);
  return since.filter(hasFolder).filter((run) => FITS[wanted](run, disk));
}

/** A run that came to its end sent a later sheet, or that very plan, unless it left some of it to an apply of the whole. */
function overtakes(run: RunRecord): boolean {
  return run.command !== 'undo' && !isOpen(run) && !leavesRest(run);
}

/** Whether all of its plan, or some, was not sent. Somebody who answered with no has a plan that is still to be sent, too. */
export function isOpen({ dry_run, exit_code, stopped }: RunRecord): boolean {
  return dry_run || exit_code === null || exit_code === 8 || stopped !== null;
}

/** Whether it sent approved updates alone, and left others of the plan. What the service ignored is left by no run before. */
function leavesRest({ command, counts }: RunRecord): boolean {
  const { skipped = 0 } = counts?.by_status ?? {};
  return command === 'apply' && skipped > (counts?.by_reason['clears_ignored'] ?? 0);
}

const FITS: Readonly<
  Record<LatestFor, (run: RunRecord & { readonly folder: string }, disk: Disk) => boolean>
> = {
  apply: (run) => run.command !== 'undo' && isOpen(run),
  approve: ({ command, dry_run, counts }) =>
    (command === 'sync' || command === 'diff') && (dry_run || (counts?.by_status.held ?? 0) > 0),
  undo: ({ dry_run, requests, folder }, disk) =>
    !dry_run && (requests ? requests.writes > 0 : disk.existsSync(join(folder, RUN_FILES.outcomes))),
  look: () => true,
};

function hasFolder<T extends RunRecord>(run: T): run is T & { readonly folder: string } {
  return run.folder !== null;
}
