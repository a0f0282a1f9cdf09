import { basename, resolve } from 'node:path';
import { dayAt } from '../domain/day.ts';
import { EXIT } from '../domain/exit-codes.ts';
import type { Disk } from '../domain/ports.ts';
import type { DuplicateRow, IgnoredRow, InvalidRow, Row, SheetRow } from '../domain/row.ts';
import type { CarriedOver } from '../domain/stages.ts';
import { formatCommand } from '../report/text/format-command.ts';
import { RowFactsCollector } from '../resolve/row-facts.ts';
import { type ColumnLook, ColumnLooks } from '../sheet/column-looks.ts';
import { type Choice, distinguishRows } from '../sheet/distinguish-rows.ts';
import type { ColumnMap } from '../sheet/header/column.ts';
import { formatMapFlag, type LeftOut, type MapPair } from '../sheet/header/column-map.ts';
import { type Reading, scanSheet } from '../sheet/read-sheet.ts';
import { openSource, type Place } from '../sheet/read-source.ts';
import type { SheetOptions } from '../sheet/sheet-options.ts';
import { inSlices } from './disk/in-slices.ts';
import { adviseNotes, type JudgedNotes } from './sheet/judge-notes.ts';
import { judgeReading } from './sheet/judge-reading.ts';
import { findLastSettlement } from './sheet/last-columns.ts';
import {
  noticeRewrittenSkus,
  noticeSheet,
  noticeZeroCosts,
  warnOfSheet,
  withoutIgnored,
} from './sheet/notice-sheet.ts';
import { findOwnFile, toReadingOptions } from './sheet/own-file.ts';
import { toSheetRows } from './sheet/row-source.ts';
import { judgeAge } from './sheet/take-sheet.ts';
import { type SheetDigest, SheetTally } from './sheet/tally-sheet.ts';
import { leftOutOf, type UnsettledColumn } from './sheet/unsettled-columns.ts';

/** How a sheet would be read. */
export interface CheckReport {
  readonly sheet: { readonly path: string; readonly sha256: string; readonly rows: number };
  readonly packed: boolean;
  readonly reading: Reading;
  /** The column map in effect. */
  readonly map: ColumnMap;
  /** Columns that have to be settled before a run that nobody watches can use it. */
  readonly unsettled: readonly UnsettledColumn[];
  /** What the lines beside the table say; `undefined` where nothing is set, or a run wrote the file. */
  readonly notes: JudgedNotes | undefined;
  /** What each column holds, by its position. */
  readonly looks: readonly ColumnLook[];
  /** To be kept with the columns. */
  readonly leftOut: LeftOut;
  /** What chooses among rows that disagree. */
  readonly choice: Choice | undefined;
  /** Number of rows by kind. */
  readonly counts: SheetDigest['counts'];
  readonly changesOn: SheetDigest['changesOn'];
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

interface CheckPlace extends Place {
  readonly disk: Disk;
  /** Units: epoch milliseconds. */
  readonly now: number;
  /** The sheet's name from run to run. */
  readonly job: string | undefined;
  /** An older sheet would stop a run. */
  readonly maxAgeMs?: number | undefined;
}

/**
 * Reads and validates a sheet without the network, and holds only the rows that are shown, and those of SKUs that have several.
 *
 * Errors: `SheetError` where it can't be read.
 */
export async function check(
  path: string,
  options: SheetOptions,
  { now, maxAgeMs, job, ...place }: CheckPlace,
): Promise<CheckReport> {
  const source = await openSource(path, place);
  const { file } = source;
  const name = basename(source.path);
  const age =
    maxAgeMs === undefined || !file ? undefined : judgeAge({ maxAgeMs, now, mtimeMs: file.mtimeMs, name });
  const { shell } = options;
  const own = findOwnFile(resolve(place.cwd, path), place.disk);
  const last =
    job === undefined ? undefined : findLastSettlement([resolve(place.cwd, 'runs')], job, place.disk);
  const asked = toReadingOptions(own, options);
  const tally = new SheetTally();
  const collector = new RowFactsCollector();
  const looks = new ColumnLooks();
  const [first, invalid, ignored]: [SheetRow[], InvalidRow[], IgnoredRow[]] = [[], [], []];
  const ofJob = job === undefined ? [] : ['--job', job];
  const settle = (map: readonly MapPair[]): string =>
    `${formatCommand(['check', path, ...ofJob], shell)} ${formatMapFlag([...(options.mapOfFile ?? []), ...map], shell)}`;
  const dated = { ...asked, asOf: asked.asOf ?? dayAt(now), settle: own ? undefined : settle };
  const sheet = await scanSheet(source, dated);
  for await (const batch of sheet.rows())
    for (const row of batch) {
      tally.add(row);
      collector.add(row);
      looks.add(row);
      if (row.kind === 'row' && first.length < FIRST_ROWS) first.push(row);
      if (row.kind === 'invalid' && invalid.length < MAX_LISTED) invalid.push(row);
      if (row.kind === 'ignored' && ignored.length < MAX_LISTED) ignored.push(row);
    }
  const { reading } = sheet;
  const scanned = tally.result();
  const facts = await inSlices(collector.result());
  const rows = await toSheetRows(sheet, { count: scanned.total, facts, duplicates: options.duplicates });
  const replaced = [...rows.rowsBySku.values()].flat().filter(isReplaced);
  const lines = new Set(replaced.map(({ line }) => line));
  const counts = { ...scanned.counts };
  for (const { kind } of replaced) {
    counts.row--;
    counts[kind]++;
  }
  const digest = { ...scanned, counts };
  const columnLooks = looks.result();
  const settled = { ...dated, last: own ? own.settled : last };
  const { nothing, notes, unsettled } = judgeReading(reading, digest, {
    ...settled,
    isOwn: own !== undefined,
    looks: columnLooks,
  });
  // What is left out is shown beside the columns.
  const others = withoutIgnored(reading, nothing ? nothing.named : reading.ignoredColumns);
  const disagreement = await distinguishRows(sheet, rows.disagreeing, shell);
  const check = formatCommand(['check', path, '--job', job ?? 'NAME'], shell);
  const note = notes && adviseNotes(notes, { check, shell });
  const wouldStop = age !== undefined || nothing !== undefined;
  const isSound = !wouldStop && counts.row > 0 && counts.invalid === 0;
  return {
    sheet: {
      path: source.path,
      sha256: source.sha256,
      rows: digest.total,
    },
    packed: source.packed,
    reading,
    map: asked.map,
    unsettled,
    looks: columnLooks,
    notes,
    leftOut: leftOutOf(reading, columnLooks, settled),
    choice: disagreement?.choice,
    counts,
    changesOn: digest.changesOn,
    first: first.filter(({ line }) => !lines.has(line)),
    invalid: inOrder([...invalid, ...replaced.filter((row) => row.kind === 'invalid')]),
    ignored: inOrder([...ignored, ...replaced.filter((row) => row.kind === 'ignored')]),
    warnings: [
      ...(age === undefined ? [] : [`A run would stop (sheet_age): ${age}`]),
      ...(note === undefined ? [] : [`A run would stop (sheet_note): ${note}`]),
      ...(nothing ? [`A run would stop (nothing_to_set): ${nothing.message}`] : []),
      ...warnOfSheet(others, digest),
    ],
    notices: [
      ...(disagreement ? [disagreement.message] : []),
      ...noticeZeroCosts(digest),
      ...noticeSheet(others, digest, shell),
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
