import { describeSystemError, systemCode } from '../../domain/describe-system-error.ts';
import { DiskError, RunFolderError } from '../../domain/errors.ts';
import { messageOf } from '../../domain/message-of.ts';
import type { Disk } from '../../domain/ports.ts';
import type { Shell } from '../../domain/quote-word.ts';
import type { Redact } from '../../domain/secret.ts';
import { GENERATOR } from '../../report/nights/page-frame.ts';
import { openRegularFile } from '../disk/open-regular-file.ts';
import { removeOldDrafts } from '../disk/remove-old-drafts.ts';
import { replaceWhole } from '../disk/replace-whole.ts';
import { indexPath } from '../history/find-histories.ts';
import { listParts, listRecords } from '../history/history-files.ts';
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

/** The mark of the program is among the first lines. */
const HEAD_BYTES = 1024;

/**
 * Whether a file may be replaced by a page about nights: because it is one, is empty, is a link, whose target stays as it is, or is not
 * there. Errors: those of the system.
 */
export function isOurPage(path: string, disk: Disk): boolean {
  const there = disk.lstatSync(path, { throwIfNoEntry: false });
  if (!there || there.isSymbolicLink()) return true;
  if (!there.isFile()) return false;
  const file = openRegularFile(path, disk);
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const size = disk.readSync(file, head);
    return size === 0 || head.toString('utf8', 0, size).includes(GENERATOR);
  } finally {
    disk.closeSync(file);
  }
}
