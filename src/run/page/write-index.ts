import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf, UsageError } from '../../domain/errors.ts';
import type { Disk } from '../../domain/ports.ts';
import type { Redact } from '../../domain/secret.ts';
import { VERSION } from '../../package/version.ts';
import { GENERATOR, type PageSubject, renderNightsPage } from '../../report/nights/render-nights-page.ts';
import { describeNights, viewJob } from '../../report/screen/describe-nights.ts';
import { openRegularFile } from '../disk/line-file.ts';
import { withDiskErrors } from '../disk/with-disk-errors.ts';
import { removeOldDrafts, replaceWhole } from '../disk/write-whole.ts';
import { LEDGER_FILES, listLedgers } from '../ledger/ledger-files.ts';
import { indexPath, readJobs } from './read-jobs.ts';
import { readPageStyle } from './report-page.ts';

interface Writing {
  /** Units: epoch milliseconds. */
  readonly now: number;
  readonly redact: Redact;
  readonly disk: Disk;
}

interface WritingIndex extends Writing {
  /** The folder of all ledgers. */
  readonly history: string;
}

/**
 * Others may add runs meanwhile, and each of them writes the page too: the last word is that of one that has seen all. No run waits for ever
 * until the others have ended.
 */
const MAX_ROUNDS = 3;

/** Writes the page about all nights of a history again. No run depends on it, so what goes wrong is returned as a notice. */
export function writeIndex({ history, ...writing }: WritingIndex): string | undefined {
  const { now, disk } = writing;
  const path = indexPath(history);
  try {
    if (!disk.existsSync(history)) return undefined;
    withDiskErrors(`write the page "${path}"`, () => {
      for (let round = 1; round <= MAX_ROUNDS; round++) {
        const seen = sizeOf(history, disk);
        const { jobs: nights, notices } = readJobs(history, { now, disk });
        const jobs = nights.map((job) => viewJob(job, { folder: '' }));
        // Why a run ended early is among the points of its job.
        const title = describeNights(jobs.map(({ state, shown }) => ({ state, what: shown.now })));
        writePage(path, { title, jobs, nights, notices }, writing);
        if (seen === sizeOf(history, disk)) break;
      }
      removeOldDrafts(path, now, disk);
    });
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** Units: bytes. */
function sizeOf(history: string, disk: Disk): number {
  const files = listLedgers(history, disk).map((ledger) => join(ledger, LEDGER_FILES.runs));
  return files.reduce((sum, file) => sum + disk.statSync(file).size, 0);
}

type WrittenPage = PageSubject & { readonly notices: readonly string[] };

/**
 * Writes a page about jobs. Only such a page is replaced.
 *
 * Errors: `UsageError` if another file is there; `DiskError`.
 */
export function writePage(path: string, read: WrittenPage, { now, redact, disk }: Writing): void {
  withDiskErrors(`write the page "${path}"`, () => {
    if (!isOurPage(path, disk))
      throw new UsageError([`"${path}" is there, and is not a page of pricesheet's history`], {
        hint: 'Name another file with --html, or move that one away',
      });
    const linkTo = (file: string): string => toLink(dirname(path), file);
    const facts = { ...read, version: VERSION, now, style: readPageStyle('nights'), linkTo, redact };
    replaceWhole(path, renderNightsPage(facts), disk);
  });
}

/** The mark of the program is among the first lines. */
const HEAD_BYTES = 1024;

/**
 * Whether a file may be replaced by a page about nights: because it is one, is empty, is a link, whose target stays as it is, or is not
 * there. Errors: those of the system.
 */
function isOurPage(path: string, disk: Disk): boolean {
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

/** A link from a page in a folder to a file, relative where it can be. */
function toLink(folder: string, file: string): string {
  const path = relative(folder, file);
  if (isAbsolute(path)) return pathToFileURL(file).href;
  return path.split(sep).map(encodeURIComponent).join('/');
}
