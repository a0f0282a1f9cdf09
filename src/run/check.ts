import { EXIT } from '../domain/exit-codes.ts';
import type { DuplicateRow, IgnoredRow, InvalidRow, Row, SheetRow } from '../domain/row.ts';
import type { CarriedOver } from '../domain/stages.ts';
import {
  noticeAmounts,
  noticeIgnored,
  noticeReading,
  noticeRewrittenSkus,
  warnOfSheet,
} from './sheet/notice-sheet.ts';
import {
  type JobSheet,
  type JobSheetPlace,
  type JobSheetRequest,
  readJobSheet,
} from './sheet/read-job-sheet.ts';

/** How a sheet would be read. */
export interface CheckReport extends JobSheet {
  /** The first usable rows. */
  readonly first: readonly SheetRow[];
  /** The first unusable rows, and lines that are not data; in the order of the sheet. */
  readonly invalid: readonly Pick<InvalidRow, 'line' | 'target' | 'problems'>[];
  readonly ignored: readonly Pick<IgnoredRow, 'line' | 'reason' | 'message'>[];
  /** Shown first. */
  readonly warnings: readonly string[];
  readonly notices: readonly string[];
  /** A run rule would stop each run, watched or not; the caller weighs `notes`. */
  readonly wouldStop: boolean;
  /** Judged by the rows alone; the caller weighs `unsettled` and `notes`. */
  readonly exitCode: number;
}

const FIRST_ROWS = 3;
/** A file of another kind may consist of invalid rows. */
const MAX_LISTED = 10_000;

/**
 * Reads and validates a sheet without the network, and holds only the rows that are shown, and those of SKUs that have several.
 *
 * Errors: `SheetError` where it can't be read.
 */
export async function check(
  request: JobSheetRequest,
  place: Omit<JobSheetPlace, 'onRow'>,
): Promise<CheckReport> {
  const [first, invalid, ignored]: [SheetRow[], InvalidRow[], IgnoredRow[]] = [[], [], []];
  const keep = (row: Row): void => {
    if (row.kind === 'row' && first.length < FIRST_ROWS) first.push(row);
    if (row.kind === 'invalid' && invalid.length < MAX_LISTED) invalid.push(row);
    if (row.kind === 'ignored' && ignored.length < MAX_LISTED) ignored.push(row);
  };
  const found = await readJobSheet(request, { ...place, onRow: keep });
  const { sheet, rows, age, note, nothing, unreadCost = [], disagreement } = found;
  const replaced = [...rows.rowsBySku.values()].flat().filter(isReplaced);
  const lines = new Set(replaced.map(({ line }) => line));
  const counts = { ...found.digest.counts };
  for (const { kind } of replaced) {
    counts.row--;
    counts[kind]++;
  }
  const digest = { ...found.digest, counts };
  const wouldStop = age !== undefined || nothing !== undefined;
  const isSound = !wouldStop && counts.row > 0 && counts.invalid === 0 && !disagreement;
  return {
    ...found,
    digest,
    first: first.filter(({ line }) => !lines.has(line)),
    invalid: inOrder([...invalid, ...replaced.filter((row) => row.kind === 'invalid')]),
    ignored: inOrder([...ignored, ...replaced.filter((row) => row.kind === 'ignored')]),
    warnings: [
      ...[unreadCost].flat(),
      ...(age === undefined ? [] : [`A run would stop (sheet_age): ${age}`]),
      ...(note === undefined ? [] : [`A run would stop (sheet_note): ${note}`]),
      ...(nothing ? [`A run would stop (nothing_to_set): ${nothing.message}`] : []),
      ...warnOfSheet(sheet.reading, digest),
    ],
    notices: [
      ...(disagreement ? [disagreement.message] : []),
      ...noticeAmounts(digest),
      // What is left out is shown beside the columns.
      ...noticeReading(
        { ...found, digest },
        nothing ? nothing.named : found.columns.map(({ header }) => header),
      ),
      ...noticeIgnored(sheet.reading, digest),
      ...noticeRewrittenSkus(digest),
    ],
    wouldStop,
    exitCode: isSound ? EXIT.done : EXIT.attention,
  };
}

/** Whether a row repeats another, contradicts another, or is followed by another. */
function isReplaced(row: Row | CarriedOver): row is DuplicateRow | InvalidRow | IgnoredRow {
  if (row.kind === 'invalid') return row.problems.some(({ reason }) => reason === 'duplicate_disagrees');
  return row.kind === 'duplicate' || (row.kind === 'ignored' && row.reason === 'superseded');
}

/** The first of them, in the order of the sheet. */
function inOrder<T extends { readonly line: number }>(rows: readonly T[]): readonly T[] {
  return rows.toSorted((a, b) => a.line - b.line).slice(0, MAX_LISTED);
}
