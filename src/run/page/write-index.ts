import { dirname, join } from 'node:path';
import { describeSystemError, systemCode } from '../../domain/describe-system-error.ts';
import { messageOf } from '../../domain/message-of.ts';
import type { Disk } from '../../domain/ports.ts';
import type { Redact } from '../../domain/secret.ts';
import { VERSION } from '../../package/version.ts';
import { GENERATOR, renderNightsPage } from '../../report/nights/render-nights-page.ts';
import { openRegularFile } from '../disk/open-regular-file.ts';
import { removeOldDrafts } from '../disk/remove-old-drafts.ts';
import { replaceWhole } from '../disk/replace-whole.ts';
import { indexPath } from '../ledger/find-histories.ts';
import { LEDGER_FILES, listLedgers } from '../ledger/ledger-files.ts';
import { readPageStyle } from './page-assets.ts';
import { type ReadJobs, readJobs } from './read-jobs.ts';

interface Writing {
  /** The folder of all ledgers. */
  readonly history: string;
  /** Units: epoch milliseconds. */
  readonly now: () => number;
  readonly redact: Redact;
  readonly disk: Disk;
}

/** Others may add runs meanwhile, and each of them writes the page too: the last word is that of one that has seen all. */
const MAX_ROUNDS = 3;

/**
 * Writes the page about all nights of a history again. No run depends on it, so what goes wrong is returned as a notice. A file of
 * that name that is not such a page stays as it is.
 */
export function writeIndex({ history, now, redact, disk }: Writing): string | undefined {
  const path = indexPath(history);
  try {
    if (!disk.existsSync(history)) return undefined;
    if (!isOurPage(path, disk))
      return `The page about all nights was not written: "${path}" is another file; move it away, or write the page elsewhere with history --html`;
    for (let round = 1; round <= MAX_ROUNDS; round++) {
      const before = sizeOf(history, disk);
      const read = readJobs(history, { page: dirname(path), now: now(), disk });
      replaceWhole(path, renderPage(read, { now: now(), redact }), disk);
      if (sizeOf(history, disk) === before) break;
    }
    removeOldDrafts(path, now(), disk);
    return undefined;
  } catch (error) {
    const why = systemCode(error) === undefined ? messageOf(error) : describeSystemError(error);
    return `The page about all nights, "${path}", was not written: ${why}`;
  }
}

/** The page about jobs, in blocks. `now`: epoch milliseconds. */
export function renderPage(
  read: ReadJobs,
  { now, redact }: { readonly now: number; readonly redact: Redact },
): Generator<string> {
  return renderNightsPage({ ...read, version: VERSION, now, style: readPageStyle('nights'), redact });
}

/** Units: bytes. */
function sizeOf(history: string, disk: Disk): number {
  const files = listLedgers(history, disk).map((ledger) => join(ledger, LEDGER_FILES.runs));
  return files.reduce((sum, file) => sum + disk.statSync(file).size, 0);
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
