import { describeSystemError, systemCode } from '../../domain/describe-system-error.ts';
import { DiskError, RunFolderError } from '../../domain/errors.ts';
import { messageOf } from '../../domain/message-of.ts';
import type { Disk } from '../../domain/ports.ts';
import type { Shell } from '../../domain/quote-word.ts';
import type { Redact } from '../../domain/secret.ts';
import { removeOldDrafts } from '../disk/remove-old-drafts.ts';
import { replaceWhole } from '../disk/replace-whole.ts';
import { indexPath } from '../history/find-histories.ts';
import { listParts, listRecords } from '../history/history-files.ts';
import { isOurPage } from './is-our-page.ts';
import { renderNights } from './nights-page.ts';

interface Writing {
  /** The folder of the history. */
  readonly history: string;
  /** Units: epoch milliseconds. */
  readonly now: () => number;
  readonly redact: Redact;
  readonly disk: Disk;
  /** Of the commands on the page. */
  readonly shell: Shell;
}

/** Others may add runs meanwhile, and each of them writes the page too: the last word is that of one that has seen all. */
const MAX_ROUNDS = 3;

/**
 * Writes the page about all nights of a history again. No run depends on it, so what goes wrong is returned as a notice. A file of
 * that name that is not such a page stays as it is.
 */
export function writeIndex({ history, now, redact, disk, shell }: Writing): string | undefined {
  const path = indexPath(history);
  try {
    if (!disk.existsSync(history)) return undefined;
    if (!isOurPage(path, disk))
      return `The page about all nights was not written: "${path}" is another file; move it away, or write the page elsewhere with history --html`;
    for (let round = 1; round <= MAX_ROUNDS; round++) {
      const before = countRuns(history, disk);
      replaceWhole(path, renderNights({ path, history, now: now(), disk, shell }, redact), disk);
      if (countRuns(history, disk) === before) break;
    }
    removeOldDrafts(path, now(), disk);
    return undefined;
  } catch (error) {
    return `The page about all nights, "${path}", was not written: ${whyNot(error)}`;
  }
}

/** Files are added and never replaced. */
function countRuns(history: string, disk: Disk): number {
  return listParts(history, disk).reduce((sum, part) => sum + [...listRecords(part, disk)].length, 0);
}

function whyNot(error: unknown): string {
  if (error instanceof DiskError || error instanceof RunFolderError) return error.message;
  return systemCode(error) === undefined ? `${messageOf(error)}; this is a bug` : describeSystemError(error);
}
