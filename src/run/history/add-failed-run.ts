import { systemCode } from '../../domain/describe-system-error.ts';
import { DiskError } from '../../domain/errors.ts';
import type { Disk } from '../../domain/ports.ts';
import type { Redact } from '../../domain/secret.ts';
import { describeStranger } from './describe-stranger.ts';
import { addRecord, partPath } from './history-files.ts';
import type { NewRecord } from './new-record.ts';

interface Place {
  /** The folder of all histories. */
  readonly folder: string;
  /** Whether to begin a history if there is none. */
  readonly begin: boolean;
  readonly redact: Redact;
  readonly disk: Disk;
}

/**
 * Adds a run that ended before it had a folder. If `begin` is not set, only where there is a history already: a word that was mistyped
 * in any folder leaves nothing there. What goes wrong is not worth a word beside the run's own error.
 */
export function addFailedRun(draft: NewRecord, { folder, begin, redact, disk }: Place): void {
  try {
    if (!begin && !disk.existsSync(folder)) return;
    const part = partPath(folder, draft);
    if (describeStranger([folder, part], disk) !== undefined) return;
    const name = draft.job ?? draft.command;
    addRecord(part, { draft, name, previous: null, lines: () => [] }, { disk, redact });
  } catch (error) {
    if (!(error instanceof DiskError) && systemCode(error) === undefined) throw error;
  }
}
