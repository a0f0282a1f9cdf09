import { dirname, resolve } from 'node:path';
import { RunFolderError } from '../../domain/errors.ts';
import { formatCommand } from '../../report/text/format-command.ts';
import { guardFolder } from '../folder/guard-folder.ts';
import { type JournalFile, readJournal } from '../folder/journal.ts';
import { type PlanFile, readPlan } from '../folder/read-plan.ts';
import { RUN_FILES, RUNS_FOLDER } from '../folder/run-folder.ts';
import { displayPath } from '../job/display-path.ts';
import { findApplies } from '../job/find-applies.ts';
import type { RunSettings } from '../job/job.ts';
import type { RunPorts } from '../job/run.ts';
import type { ReadApproval } from './read-approval.ts';

interface Context {
  /** The run folder, as it was given. */
  readonly run: string;
  readonly settings: RunSettings;
  readonly ports: Pick<RunPorts, 'cwd' | 'disk'>;
}

/**
 * Names each earlier apply of a plan that has sent updates which are not approved now: they are held, with the values from before it. Only
 * applies whose folders are beside the run's or in the folder of runs are found.
 */
export function noticeOtherApplies(
  { sha256 }: PlanFile,
  { isApproved }: Pick<ReadApproval, 'isApproved'>,
  { run, settings, ports }: Context,
): readonly string[] {
  const { cwd, disk } = ports;
  const { applyFlags, shell } = settings.stepFlags;
  const parents = [dirname(resolve(cwd, run)), resolve(cwd, RUNS_FOLDER)];
  return findApplies(sha256, parents, disk).flatMap((path) => {
    const journal = tryJournal(path, ports);
    const sent = journal ? countSent(journal, isApproved) : 0;
    if (!journal || sent === 0) return [];
    const name = displayPath(path, cwd);
    const updates = sent === 1 ? '1 update that is' : `${sent} updates that are`;
    const held = `${sent === 1 ? 'it is' : 'they are'} held here, and not read again`;
    if (journal.ended)
      return `The apply "${name}" has sent ${updates} not approved now: ${held}; its results have them`;
    const command = formatCommand(['apply', name, ...applyFlags], shell);
    return `The apply "${name}" was killed while it was sending, and has sent ${updates} not approved now: ${held}; to finish it: ${command}`;
  });
}

/** An apply has an entry for each one of the plan that it was made of. */
function countSent({ byEntry }: JournalFile, isApproved: (n: number) => boolean): number {
  let sent = 0;
  for (const { n, attempts = 0, untaken, status } of byEntry.values())
    if (attempts > 0 && !untaken && (status === 'updated' || status === 'unconfirmed') && !isApproved(n))
      sent++;
  return sent;
}

/** One that is damaged, or that others could have written, is the concern of the command that uses it. */
function tryJournal(path: string, ports: Context['ports']): JournalFile | undefined {
  try {
    const disk = guardFolder(path, { command: 'apply', disk: ports.disk });
    const { seal: start } = readPlan(resolve(path, RUN_FILES.plan), disk);
    return readJournal(resolve(path, RUN_FILES.outcomes), { start, disk });
  } catch (error) {
    if (error instanceof RunFolderError) return undefined;
    throw error;
  }
}
