import { resolve } from 'node:path';
import type { Disk } from '../domain/ports.ts';
import type { IgnoredRow, InvalidRow, SheetRow } from '../domain/row.ts';
import { explainDuplicate } from '../domain/settle-duplicates.ts';
import { DuplicateFinder } from '../sheet/duplicate-finder.ts';
import type { ColumnMap } from '../sheet/header/column.ts';
import { type Reading, type SheetOptions, scanSheet } from '../sheet/read-sheet.ts';
import { openSource, type Place } from '../sheet/read-source.ts';
import { EXIT } from './job/exit-code.ts';
import { findNothingToSet } from './sheet/nothing-to-set.ts';
import { noticeSheet, noticeZeroCosts, warnOfSheet, withoutColumns } from './sheet/notice-sheet.ts';
import { toReadingOptions } from './sheet/own-file.ts';
import { SheetTally } from './sheet/tally-sheet.ts';

/** How a sheet would be read. */
export interface CheckReport {
  readonly sheet: { readonly path: string; readonly sha256: string; readonly rows: number };
  readonly packed: boolean;
  readonly reading: Reading;
  /** What was said of its columns. */
  readonly map: ColumnMap;
  /** Columns that somebody has to look at or to speak for before a run that nobody watches, or any run, can use the sheet. */
  readonly questions: Reading['questions'];
  /** Rows by kind. */
  readonly counts: SheetTally['counts'];
  /** The first rows that can be used. */
  readonly first: readonly SheetRow[];
  /** The first rows that can't, and that are no data; in the order of the sheet. */
  readonly invalid: readonly Pick<InvalidRow, 'line' | 'target' | 'problems'>[];
  readonly ignored: readonly Pick<IgnoredRow, 'line' | 'reason' | 'message'>[];
  /** What somebody has to know before all else. */
  readonly warnings: readonly string[];
  readonly notices: readonly string[];
  /** By its rows alone: `questions` are for the caller to weigh. */
  readonly exitCode: number;
}

const FIRST_ROWS = 5;
/** A file of another kind may have nothing but invalid rows. */
const MAX_LISTED = 10_000;

/**
 * Reads and validates a sheet without the network, holding on to none of its rows.
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
  const finder = new DuplicateFinder();
  const [first, invalid, ignored]: [SheetRow[], InvalidRow[], IgnoredRow[]] = [[], [], []];
  const { reading } = await scanSheet(source, asked, (row) => {
    tally.see(row);
    finder.see(row);
    if (row.kind === 'row' && first.length < FIRST_ROWS) first.push(row);
    if (row.kind === 'invalid' && invalid.length < MAX_LISTED) invalid.push(row);
    if (row.kind === 'ignored' && ignored.length < MAX_LISTED) ignored.push(row);
  });
  const verdicts = finder.settle(options.duplicates);
  const disagreeing = applyVerdicts(tally, verdicts);
  const { counts } = tally;
  const nothing = findNothingToSet(reading, { map: asked.map, counts });
  const others = withoutColumns(reading, nothing?.named ?? []);
  const isSound = !nothing && counts.row > 0 && counts.invalid === 0;
  return {
    sheet: {
      path: source.path,
      sha256: source.sha256,
      rows: tally.total,
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
      ...warnOfSheet(others, tally),
    ],
    notices: [...noticeZeroCosts(tally), ...noticeSheet(others, tally)],
    exitCode: isSound ? EXIT.done : EXIT.attention,
  };
}

/** Moves the rows that repeat or contradict others to where they belong, and returns those that contradict. */
function applyVerdicts(
  { counts }: SheetTally,
  verdicts: ReturnType<DuplicateFinder['settle']>,
): readonly Pick<InvalidRow, 'line' | 'target' | 'problems'>[] {
  const disagreeing: Pick<InvalidRow, 'line' | 'target' | 'problems'>[] = [];
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
  return disagreeing;
}
