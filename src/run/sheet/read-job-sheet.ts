import { basename, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Day, dayAt, formatDay, parseDay } from '../../domain/day.ts';
import type { ReadingJson } from '../../domain/documents/summary.ts';
import { SheetError } from '../../domain/errors.ts';
import type { Disk } from '../../domain/ports.ts';
import type { Row } from '../../domain/row.ts';
import { tryTo } from '../../domain/try-to.ts';
import { formatFollowing, type GivenFlags } from '../../report/text/format-command.ts';
import { RowFactsCollector } from '../../resolve/row-facts.ts';
import { ColumnLooks } from '../../sheet/column-looks.ts';
import { type Choice, type Disagreement, distinguishRows } from '../../sheet/distinguish-rows.ts';
import { formatMapFlag, type LeftOut, type MapPair } from '../../sheet/header/column-map.ts';
import { openSource, type Place, type Source } from '../../sheet/open-source.ts';
import { type Reading, type Sheet, scanSheet } from '../../sheet/scan-sheet.ts';
import type { SheetOptions } from '../../sheet/sheet-options.ts';
import { giveWay, inSlices } from '../disk/in-slices.ts';
import { readRegularFile } from '../disk/line-file.ts';
import { guardFolder, listFolders } from '../folder/find-run-folders.ts';
import { readPlanHead } from '../folder/plan-file.ts';
import { RUN_FILES } from '../folder/run-folder.ts';
import { findNothingToSet, type NothingToSet } from './find-nothing-to-set.ts';
import { adviseNotes, type JudgedNotes, judgeNotes } from './judge-notes.ts';
import { areOurColumns, findOwnFile, type OwnFile, toReadingOptions } from './own-file.ts';
import { type RowSource, toSheetRows } from './row-source.ts';
import { type SettledColumns, type SheetColumn, toSheetColumns } from './sheet-columns.ts';
import { judgeAge } from './take-sheet.ts';
import { type SheetDigest, SheetTally } from './tally-sheet.ts';
import { describeUnreadCost, findUnsettled, leftOutOf, type Unsettled } from './unsettled-columns.ts';

/** A sheet as one of a job. */
export interface JobSheetRequest {
  /** A path, or `-` for standard input. */
  readonly path: string;
  /** The sheet's name from run to run; nothing is remembered about a sheet without one. */
  readonly job: string | undefined;
  readonly options: SheetOptions;
  /** An older sheet would stop a run. */
  readonly maxAgeMs?: number | undefined;
  /** The folders, below which an earlier run of the job may be. */
  readonly parents: readonly string[];
  /** What commands that are suggested are given. */
  readonly given: GivenFlags;
  /** Only listings of one platform or channel are looked at. */
  readonly isOfOneMarket?: boolean | undefined;
}

export interface JobSheetPlace extends Pick<Place, 'cwd' | 'stdin' | 'signal'> {
  readonly disk: Disk;
  /** Units: epoch milliseconds. */
  readonly now: number;
  /** Called for each row, before rows for the same listing are compared. */
  readonly onRow: (row: Row) => void;
}

/** A sheet that was read once, and what a run and a check have to know of it before the rows are used. */
export interface JobSheet {
  readonly source: Source;
  readonly sheet: Sheet;
  readonly rows: RowSource;
  /** If a run wrote the file. */
  readonly own: OwnFile | undefined;
  /** As the sheet was read: for a known day, and a file that a run wrote in the format of these. */
  readonly options: SheetOptions & { readonly asOf: Day };
  readonly digest: SheetDigest;
  /** By their positions. */
  readonly columns: readonly SheetColumn[];
  /** What a run leaves out, to be kept with the columns. */
  readonly leftOut: LeftOut;
  /** Rows for one listing that disagree, and what chooses among them. */
  readonly disagreement: Disagreement | undefined;
  /** The last run that somebody agreed to read a file with the same header in the same encoding: what is noticed of these is known. */
  readonly isReadAsBefore: boolean;
  /** The command that shows what the columns are taken for, chooses among the rows, and keeps that with `--save-mapping`. */
  readonly settle: string;
  /** What somebody has to settle; nothing where nothing is set, as there is no amount that it could say something of. */
  readonly unsettled: readonly Unsettled[];
  /** That no cost is read although one of them may be it. */
  readonly unreadCost: string | undefined;
  /** What the lines beside the table say; `undefined` where nothing is set, or a run wrote the file. */
  readonly notes: JudgedNotes | undefined;
  readonly nothing: NothingToSet | undefined;
  /** The sentences of the rules `sheet_age` and `sheet_note`, if they would stop a run. */
  readonly age: string | undefined;
  readonly note: string | undefined;
}

/**
 * Reads a sheet as a run and a check do: its rows, and what somebody has to settle of how they are read.
 *
 * Errors: `SheetError` if it can't be read, is a retry file of another day, or the costs of an export would be divided.
 */
export async function readJobSheet(
  request: JobSheetRequest,
  { disk, now, onRow, ...place }: JobSheetPlace,
): Promise<JobSheet> {
  const { path, job, parents, maxAgeMs, isOfOneMarket } = request;
  const source = await openSource(path, { ...place, giveWay });
  const { mtimeMs } = source.file ?? {};
  const settle = (map: readonly MapPair[]) => settleCommand(request, { map });
  // A pipe has no age.
  const age =
    maxAgeMs === undefined || mtimeMs === undefined
      ? undefined
      : judgeAge({ mtimeMs, now, maxAgeMs, name: basename(source.path) });
  const own = findOwnFile(resolve(place.cwd, path), disk);
  const asked = toReadingOptions(own, request.options);
  const { shell, duplicates } = asked;
  const options = {
    ...asked,
    asOf: asked.asOf ?? dayAt(now),
    settle: own ? undefined : settle,
  };
  refuseOtherDay(own, { path, asOf: options.asOf });
  const tally = new SheetTally();
  const collector = new RowFactsCollector();
  const looks = new ColumnLooks();
  const sheet = await scanSheet(source, options);
  for await (const batch of sheet.rows())
    for (const row of batch) {
      looks.add(row);
      tally.add(row);
      collector.add(row);
      onRow(row);
    }
  const { reading } = sheet;
  const { table, encoding } = reading;
  const digest = tally.result();
  const isOurWriting = areOurColumns(headersOf(reading));
  if (!own && isOurWriting) refuseDividedListings(path, { reading, digest, options });
  // Each of these looks at all rows once more.
  await giveWay();
  const facts = await inSlices(collector.result());
  await giveWay();
  const lookedAt = looks.result();
  await giveWay();
  const rows = await toSheetRows(sheet, { count: digest.total, facts, duplicates });
  const isOfJob = job !== undefined && !isOurWriting;
  const last = own ? own.settled : isOfJob ? findLastSettledColumns(parents, job, disk) : undefined;
  const columns = toSheetColumns(reading, lookedAt, {
    ...options,
    last,
    cells: own ? undefined : digest.cells,
  });
  const check = settleCommand(request);
  const settled = { ...options, last, columns, isOfOneMarket, check };
  const nothing = findNothingToSet(columns, { ...options, counts: digest.counts });
  const notes = nothing || own ? undefined : judgeNotes(reading, digest, settled);
  const unsettled = nothing ? [] : [...(notes?.unsettled ?? []), ...findUnsettled(columns, table, settled)];
  const [changesOn] = [digest.changesOn ?? [], notes?.changesOn ?? []].flat().sort();
  const disagreement = await distinguishRows(sheet, rows.disagreeing, shell);
  return {
    ...{ source, sheet, rows, own, options, columns, nothing, notes, age },
    digest: { ...digest, changesOn },
    unsettled,
    unreadCost: describeUnreadCost(unsettled, { columns, settle }),
    leftOut: leftOutOf(columns, options.asOf),
    disagreement,
    isReadAsBefore: isDeepStrictEqual(last?.file, { header: table.header, encoding: encoding.encoding }),
    settle: settleCommand(request, disagreement?.choice),
    note: notes && adviseNotes(notes, settled),
  };
}

/** The command that shows what the columns are taken for, with the flags of a run and the one that chooses among its rows. */
export function settleCommand(
  { path, job, options: { mapOfFile }, given }: JobSheetRequest,
  { map = [], where }: Choice = {},
): string {
  // The map that was given is part of the one that is suggested.
  const flags = given.flags.filter(({ words }) => words[0] !== '--map');
  const more = job === undefined ? ['--job', 'NAME'] : [];
  const check = formatFollowing(['check', path], { ...given, flags }, { more });
  const pairs = [...(mapOfFile ?? []), ...map];
  return [check, pairs.length > 0 && formatMapFlag(pairs, given.shell), where].filter(Boolean).join(' ');
}

/** A retry file has the rows that counted on the day of its run. Errors: `SheetError` if others do by now. */
function refuseOtherDay(
  own: OwnFile | undefined,
  { path, asOf }: { readonly path: string; readonly asOf: Day },
): void {
  if (own?.changesOn === undefined || asOf < (parseDay(own.changesOn) ?? asOf)) return;
  throw new SheetError(
    `Cannot use "${path}": since ${own.changesOn} other rows or notes count of the sheet that it was made from`,
    { hint: 'Repair the rows in that sheet, and run it again' },
  );
}

/**
 * A file that names each listing in our own columns is an export, or an `undo.csv` that is no longer beside its plan: it has costs of listings,
 * which are for one piece, whatever is set for the sheets of a program. Errors: `SheetError`.
 */
function refuseDividedListings(
  path: string,
  { reading, digest, options }: Pick<JobSheet, 'digest' | 'options'> & { readonly reading: Reading },
): void {
  const { costPer = 1 } = options;
  const { counts, said } = digest;
  if (costPer === 1 || counts.row === 0 || said.isOfEveryMarket || !reading.columns.has('cost')) return;
  throw new SheetError(
    `Cannot use "${path}": it has the columns of an export or an undo.csv, whose costs are for one piece, and cost-per is ${costPer}`,
    {
      hint: 'Pass --cost-per 1; a cost that is for several pieces says so in a column cost_divisor',
    },
  );
}

/**
 * The columns of the last run of a job that somebody agreed to, among the run folders in `parents`: plans record how the sheet was
 * read. Unreadable folders are skipped.
 */
export function findLastSettledColumns(
  parents: readonly string[],
  job: string,
  disk: Disk,
): SettledColumns | undefined {
  const runs = listFolders(parents, disk).flatMap((folder) => {
    const head = readPlanHead(join(folder, RUN_FILES.plan), disk);
    if (head?.sheet.job !== job || !APPLIES.has(head.command) || head.dry_run) return [];
    const { columns, left_out = {}, currencies, notes, columns_agreed } = head.sheet;
    if (!columns || !columns_agreed || !isInOwnHands(folder, disk) || !wasAccepted(folder, disk)) return [];
    const file = { header: head.shape.header, encoding: head.sheet.encoding };
    return [{ columns, leftOut: left_out, currencies, notes, file, at: head.created_at }];
  });
  return runs.reduce<(typeof runs)[number] | undefined>(
    (last, run) => (last && last.at >= run.at ? last : run),
    undefined,
  );
}

/** A run folder that another user could have changed proves no consent. */
function isInOwnHands(folder: string, disk: Disk): boolean {
  return tryTo(() => guardFolder(folder, { command: 'use', disk })) !== undefined;
}

/** A diff that was applied was checked and agreed to. */
const APPLIES: ReadonlySet<string> = new Set(['sync', 'apply']);

/** A run that was declined, or stopped by a guard rule, proves no consent. */
function wasAccepted(folder: string, disk: Disk): boolean {
  if (disk.existsSync(join(folder, RUN_FILES.outcomes))) return true;
  const summary = tryTo(() => JSON.parse(String(readRegularFile(join(folder, RUN_FILES.summary), disk))));
  return summary?.declined === false && summary.stopped === null;
}

export function describeReading(reading: Reading, changesOn?: Day): ReadingJson {
  const { encoding, dialect, dialectBy, table, ignoredColumns, decimalSigns, asOf, dateOrder } = reading;
  return {
    encoding: encoding.encoding,
    encoding_by: encoding.by,
    delimiter: dialect.delimiter,
    quote: dialect.quote,
    delimiter_by: dialectBy,
    header_line: table.headerLine,
    lines_above: table.above.map(({ line }) => line),
    columns: headersOf(reading),
    ignored_columns: ignoredColumns,
    decimal_signs: Object.fromEntries(decimalSigns),
    ...(changesOn !== undefined && { changes_on: formatDay(changesOn) }),
    ...(asOf !== undefined && { as_of: formatDay(asOf), ...(dateOrder && { date_order: dateOrder }) }),
  };
}

function headersOf({ columns }: Reading): ReadingJson['columns'] {
  return Object.fromEntries([...columns].map(([name, { header }]) => [name, header]));
}
