import { resolve } from 'node:path';
import { systemCode } from '../../domain/describe-system-error.ts';
import { RunFolderError } from '../../domain/errors.ts';
import type { Disk } from '../../domain/ports.ts';
import { type JournalFile, readJournal } from '../folder/journal.ts';
import { NAME_A_RUN } from '../folder/read-json-lines.ts';
import { type PlanFile, readPlan } from '../folder/read-plan.ts';
import { RUN_FILES } from '../folder/run-folder.ts';
import { readSummary, type Summary } from '../folder/summary-file.ts';

export interface Files {
  readonly plan: PlanFile | undefined;
  readonly journal: JournalFile | undefined;
  /** Why the journal can't be used, if it can't. */
  readonly damage: string | undefined;
  readonly summary: Summary | undefined;
}

export function readFiles(path: string, disk: Disk): Files {
  const plan = readPlanIfThere(resolve(path, RUN_FILES.plan), disk);
  const summary = readSummary(path, disk);
  if (!plan && !disk.existsSync(resolve(path, RUN_FILES.results)))
    throw new RunFolderError(`Cannot explain a row of "${path}": ${whyNothing(path, disk)}`, {
      hint: NAME_A_RUN,
    });
  return { plan, summary, ...readJournalOf(path, plan, disk) };
}

/** A damaged journal is reported, and the other files still explain the row. */
function readJournalOf(
  path: string,
  plan: PlanFile | undefined,
  disk: Disk,
): Pick<Files, 'journal' | 'damage'> {
  try {
    const journal = plan && readJournal(resolve(path, RUN_FILES.outcomes), { start: plan.seal, disk });
    return { journal, damage: undefined };
  } catch (error) {
    if (error instanceof RunFolderError) return { journal: undefined, damage: error.message };
    throw error;
  }
}

function whyNothing(path: string, disk: Disk): string {
  if (disk.existsSync(resolve(path, RUN_FILES.log))) return 'the run ended before its plan was made';
  return 'it is not a run folder';
}

/** A run that ended early may have results nevertheless. */
function readPlanIfThere(path: string, disk: Disk): PlanFile | undefined {
  try {
    return readPlan(path, disk);
  } catch (error) {
    if (error instanceof RunFolderError && systemCode(error.cause) === 'ENOENT') return undefined;
    throw error;
  }
}
