import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DiskError, errorDetails } from '../../domain/errors.ts';
import type { Tally } from '../../domain/lists.ts';
import type { Disk } from '../../domain/ports.ts';
import type { Reason } from '../../domain/reasons.ts';
import type { Redact } from '../../domain/secret.ts';
import { needsAttention } from '../../domain/status.ts';
import { PACKAGE_FOLDER } from '../../package/package-folder.ts';
import { VERSION } from '../../package/version.ts';
import type { UndoShape } from '../../report/files/render-undo.ts';
import type { PageAssets, PageStyle } from '../../report/page/markup.ts';
import type { PageRow } from '../../report/page/page-row.ts';
import { PageTally } from '../../report/page/page-tally.ts';
import { type PagedRun, toPagedRun } from '../../report/page/paged-run.ts';
import { type EmbeddedRows, renderPage } from '../../report/page/render-page.ts';
import type { RunReport } from '../../report/tally/run-report.ts';
import type { StepOptions } from '../../report/view/list-next-steps.ts';
import type { ReviewedPlan } from '../folder/review-rows.ts';
import { displayPath, filesIn, RUN_FILES, type RunFolder } from '../folder/run-folder.ts';

/** Why there is no `report.html`. */
export interface PageFailure {
  readonly code: Reason;
  readonly message: string;
  readonly hint: string | undefined;
}

/**
 * Builds `report.html` while rows are added in the order of the sheet, beside the files that matter more. Its failure is
 * reported at the end and keeps nothing else from being done.
 */
export class ReportPage {
  readonly #redact: Redact;
  readonly #tally: PageTally;
  readonly #rows: PageRows;
  #failure: PageFailure | undefined;

  constructor({ missingIsOk, redact }: { readonly missingIsOk: boolean; readonly redact: Redact }) {
    this.#redact = redact;
    this.#tally = new PageTally({ missingIsOk });
    this.#rows = new PageRows({ missingIsOk, redact });
  }

  add(row: PageRow): void {
    if (this.#failure) return;
    try {
      this.#tally.add(row);
      this.#rows.add(row);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Writes the complete page or nothing, and returns why not. */
  async write(folder: RunFolder, describe: () => PagedRun): Promise<PageFailure | undefined> {
    if (this.#failure) return this.#failure;
    try {
      const input = { run: describe(), digest: this.#tally.result(), rows: this.#rows.result() };
      const page = renderPage(input, { assets: readPageAssets(), redact: this.#redact });
      await folder.writeWhole(RUN_FILES.report, page);
    } catch (error) {
      this.#fail(error);
    }
    return this.#failure;
  }

  #fail(error: unknown): void {
    this.#failure = error instanceof DiskError ? error : describeBug(error);
  }
}

function describeBug(error: unknown): PageFailure {
  return {
    code: 'bug',
    message: `Cannot make ${RUN_FILES.report}; all other files were written: ${errorDetails(error)}`,
    hint: 'This is a bug in pricesheet: please report it',
  };
}

/** At most this many rows are in the page; with more it would take too long to open. */
const MAX_ROWS = 200_000;
/** Rows that are packed in one piece. */
const PIECE_ROWS = 5000;

interface Options {
  readonly missingIsOk: boolean;
  readonly redact: Redact;
  readonly maxEmbedded?: number;
  readonly pieceRows?: number;
}

interface Piece {
  readonly count: number;
  readonly base64: string;
}

/** Rows of one importance, in the order of the sheet. */
interface Rank {
  readonly pieces: Piece[];
  /** Not packed yet. */
  waiting: PageRow[];
  count: number;
}

/**
 * The rows in `report.html`: rows that need attention first, then changes, then the others, as far as there is room.
 * They are added one by one and packed in pieces, so that only a few thousand are held unpacked.
 */
export class PageRows implements Tally<PageRow, EmbeddedRows> {
  readonly #options: Options;
  readonly #maxRows: number;
  readonly #ranks: readonly Rank[] = [0, 1, 2].map(() => ({ pieces: [], waiting: [], count: 0 }));
  #total = 0;

  constructor(options: Options) {
    this.#options = options;
    this.#maxRows = options.maxEmbedded ?? MAX_ROWS;
  }

  add(row: PageRow): void {
    this.#total++;
    const ranks = this.#ranks.slice(0, this.#rankOf(row) + 1);
    const rank = ranks.at(-1);
    // Less important rows make room, and the last pieces of them are left out at the end.
    if (!rank || ranks.reduce((sum, { count }) => sum + count, 0) >= this.#maxRows) return;
    rank.waiting.push(row);
    rank.count++;
    if (rank.waiting.length >= (this.#options.pieceRows ?? PIECE_ROWS)) this.#pack(rank);
  }

  #rankOf({ status, changes }: PageRow): number {
    if (needsAttention(status, this.#options.missingIsOk)) return 0;
    return changes.length > 0 ? 1 : 2;
  }

  #pack(rank: Rank): void {
    if (rank.waiting.length === 0) return;
    const json = toJson(rank.waiting, this.#options.redact);
    rank.pieces.push({
      count: rank.waiting.length,
      base64: gzipSync(json, { level: LEVEL }).toString('base64'),
    });
    rank.waiting = [];
  }

  result(): EmbeddedRows {
    for (const rank of this.#ranks) this.#pack(rank);
    const pieces: string[] = [];
    let count = 0;
    for (const piece of this.#ranks.flatMap((rank) => rank.pieces)) {
      if (count + piece.count > this.#maxRows) break;
      count += piece.count;
      pieces.push(piece.base64);
    }
    return { pieces, count, total: this.#total };
  }
}

/** Higher levels take much longer and save little. */
const LEVEL = 3;

/** Checking all texts at once shows whether any needs redaction. */
function toJson(rows: readonly PageRow[], redact: Redact): string {
  const json = JSON.stringify(rows);
  if (redact(json) === json) return json;
  return JSON.stringify(rows, (_, value) => (typeof value === 'string' ? redact(value) : value));
}

interface RunPageOptions {
  /** How the sheet was written. */
  readonly shape: UndoShape;
  readonly cwd: string;
  readonly disk: Disk;
  /** The plan, if its updates are to be approved. */
  readonly reviewed?: ReviewedPlan | undefined;
}

/** Describes a run as a whole for `report.html`, with the commands that follow it. */
export function describeRunPage(report: RunReport, { shape, cwd, disk, reviewed }: RunPageOptions): PagedRun {
  const there = new Set<string>(Object.values(filesIn(report.folder, disk)));
  return toPagedRun(report, {
    shape,
    reviewed,
    version: VERSION,
    cwd,
    folder: displayPath(report.folder, cwd),
    ...lookAtApplied(report, { cwd, disk }),
    files: Object.entries(FILES).filter(
      ([file]) => there.has(file) && (!report.preview || file !== RUN_FILES.summary),
    ),
  });
}

/** Whether the run that was applied had sent updates itself, before which it opens its journal; and whether it left a review file. */
export function lookAtApplied(
  { command, sheet }: RunReport,
  { cwd, disk }: { readonly cwd: string; readonly disk: Pick<Disk, 'existsSync'> },
): Pick<StepOptions, 'isSentBefore' | 'isReviewedBefore'> {
  const has = (file: string): boolean =>
    command === 'apply' && disk.existsSync(resolve(cwd, sheet.path, file));
  return { isSentBefore: has(RUN_FILES.outcomes), isReviewedBefore: has(RUN_FILES.review) };
}

/** Descriptions of the other files of a run folder. */
const FILES: Readonly<Record<string, string>> = {
  [RUN_FILES.results]: 'the outcome of every row',
  [RUN_FILES.retry]: 'the rows that need attention, to be fixed and given to sync',
  [RUN_FILES.undo]: 'a sheet that gives back what this run changed',
  [RUN_FILES.review]: 'the updates that can be approved one by one, for apply --only',
  [RUN_FILES.summary]: 'counts, settings and times, for scripts',
  [RUN_FILES.plan]: 'the plan, for apply and undo',
  [RUN_FILES.outcomes]: 'the journal of what was sent',
  [RUN_FILES.log]: 'the log',
};

const folder = new URL('dist/page/', PACKAGE_FOLDER);

/** Script and style of `report.html`, from the package. Errors: the system's own. */
function readPageAssets(): PageAssets {
  const script = readFileSync(new URL('report.js', folder), 'utf8');
  return { script, scriptHash: hashOf(script), ...readPageStyle('report') };
}

/** The style of a page, from the package. Errors: the system's own. */
export function readPageStyle(page: 'report' | 'nights'): PageStyle {
  const style = readFileSync(new URL(`${page}.css`, folder), 'utf8');
  return { style, styleHash: hashOf(style) };
}

/** Source: Content Security Policy Level 3, section 2.3.1. */
function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
