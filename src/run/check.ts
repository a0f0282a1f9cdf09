import { resolve } from 'node:path';
import type { Disk } from '../domain/ports.ts';
import type { IgnoredRow, InvalidRow, SheetRow } from '../domain/row.ts';
import { explainDuplicate } from '../domain/settle-duplicates.ts';
import { DuplicateFinder, type DuplicateVerdicts } from '../sheet/duplicate-finder.ts';
import type { ColumnMap } from '../sheet/header/column.ts';
import { type Reading, type SheetOptions, scanSheet } from '../sheet/read-sheet.ts';
import { openSource, type Place } from '../sheet/read-source.ts';
import { EXIT } from './job/exit-code.ts';
import { findNothingToSet } from './sheet/find-nothing-to-set.ts';
import { noticeSheet, noticeZeroCosts, warnOfSheet, withoutColumns } from './sheet/notice-sheet.ts';
import { toReadingOptions } from './sheet/own-file.ts';
import { type SheetDigest, SheetTally } from './sheet/tally-sheet.ts';

/** How a sheet would be read. */
export interface CheckReport {
  readonly sheet: { readonly path: string; readonly sha256: string; readonly rows: number };
  readonly packed: boolean;
  readonly reading: Reading;
  /** The column map in effect. */
  readonly map: ColumnMap;
  /** Columns that a person has to check or name before an unattended run, or any run, can use the sheet. */
  readonly questions: Reading['questions'];
  /** Number of rows by kind. */
  readonly counts: SheetDigest['counts'];
  /** The first usable rows. */
  readonly first: readonly SheetRow[];
  /** The first unusable rows, and lines that are not data; in the order of the sheet. */
  readonly invalid: readonly Pick<InvalidRow, 'line' | 'target' | 'problems'>[];
  readonly ignored: readonly Pick<IgnoredRow, 'line' | 'reason' | 'message'>[];
  /** Shown first. */
  readonly warnings: readonly string[];
  readonly notices: readonly string[];
  /** Judged by the rows alone; the caller weighs `questions`. */
  readonly exitCode: number;
}

const FIRST_ROWS = 5;
/** A file of another kind may consist of invalid rows. */
const MAX_LISTED = 10_000;

/**
 * Reads and validates a sheet without the network, and holds only the rows that are shown.
 *
 * Errors: `SheetError` where it can't be read.
 */
export async function check(
  path: string,
  options: SheetOptions,
  place: Place & { readonly disk: Disk },
): Promise<CheckReport> {
  const source = await openSource(path, place);
  const asked = toReadingOptions(resolve(place.cwd, path), options, place.disk);
  const tally = new SheetTally();
  const finder = new DuplicateFinder(options.duplicates);
  const [first, invalid, ignored]: [SheetRow[], InvalidRow[], IgnoredRow[]] = [[], [], []];
  const { reading } = await scanSheet(source, asked, (row) => {
    tally.add(row);
    finder.add(row);
    if (row.kind === 'row' && first.length < FIRST_ROWS) first.push(row);
    if (row.kind === 'invalid' && invalid.length < MAX_LISTED) invalid.push(row);
    if (row.kind === 'ignored' && ignored.length < MAX_LISTED) ignored.push(row);
  });
  const verdicts = finder.result();
  const scanned = tally.result();
  const { counts, disagreeing } = applyVerdicts(scanned.counts, verdicts);
  const digest = { ...scanned, counts };
  const nothing = findNothingToSet(reading, { map: asked.map, counts });
  const others = withoutColumns(reading, nothing?.named ?? []);
  const isSound = !nothing && counts.row > 0 && counts.invalid === 0;
  return {
    sheet: {
      path: source.path,
      sha256: source.sha256,
      rows: digest.total,
    },
    packed: source.packed,
    reading,
    map: asked.map,
    questions: reading.questions,
    counts,
    first: first.filter(({ line }) => !verdicts.has(line)),
    invalid: [...invalid, ...disagreeing].sort((a, b) => a.line - b.line).slice(0, MAX_LISTED),
    ignored,
    warnings: [
      ...(nothing ? [`A run would stop (nothing_to_set): ${nothing.message}`] : []),
      ...warnOfSheet(others, digest),
    ],
    notices: [...noticeZeroCosts(digest), ...noticeSheet(others, digest)],
    exitCode: isSound ? EXIT.done : EXIT.attention,
  };
}

type Disagreeing = Pick<InvalidRow, 'line' | 'target' | 'problems'>;

/** Counts rows that repeat others as duplicates, and rows that contradict others as invalid; the latter are listed. */
function applyVerdicts(
  read: SheetDigest['counts'],
  verdicts: DuplicateVerdicts,
): { readonly counts: SheetDigest['counts']; readonly disagreeing: readonly Disagreeing[] } {
  const counts = { ...read };
  const disagreeing: Disagreeing[] = [];
  for (const [line, { kind, other }] of verdicts) {
    counts.row--;
    if (kind !== 'disagrees') {
      counts.duplicate++;
      continue;
    }
    counts.invalid++;
    const message = explainDuplicate(kind, other.line);
    disagreeing.push({ line, target: undefined, problems: [{ reason: 'duplicate_disagrees', message }] });
  }
  return { counts, disagreeing };
}
