import { basename, dirname, join } from 'node:path';
import type { ReadingJson } from '../../domain/documents/summary.ts';
import type { MoneyField } from '../../domain/fields.ts';
import { isOwnSheet, LISTING_ID, REMARKS } from '../../domain/own-sheets.ts';
import type { Disk } from '../../domain/ports.ts';
import type { SheetOptions } from '../../sheet/sheet-options.ts';
import { readPlanHead } from '../folder/plan-file.ts';
import { isPlanOfSheet, jobOfPlan, type PlanHead } from '../folder/plan-schema.ts';
import { RUN_FILES } from '../folder/run-folder.ts';
import type { SettledColumns } from './sheet-columns.ts';

/** How a run's own `retry.csv` or `undo.csv` depends on the sheet that the run read. */
export interface OwnFile {
  /** It has the rows that needed attention. */
  readonly isRetry: boolean;
  /** Of the plan beside it, if that can be read. */
  readonly head: PlanHead | undefined;
  /** A retry file has the columns of the sheet. */
  readonly job: string | undefined;
  /** The job of the run that wrote it, which the history counts its own run to. */
  readonly jobOfHistory: string | undefined;
  /** Its columns have canonical names and need no map. */
  readonly isOurWriting: boolean;
  /** The first day on which rows of the sheet count that it doesn't have. */
  readonly changesOn: string | undefined;
  /** The columns that the run read from the same header, and left out. */
  readonly settled: SettledColumns | undefined;
  /** What nobody had settled of the sheet's columns when the run wrote it. */
  readonly unsettled: string | undefined;
  readonly settle: string | undefined;
  /** It takes back what a sheet says, which still says it. */
  readonly isOfSheet: boolean;
  /** It names listings in a column that the sheet does not have. */
  readonly addsListingId: boolean;
}

/** Whether a path is a file that a run wrote, according to the plan beside it. */
export function findOwnFile(path: string, disk: Disk): OwnFile | undefined {
  const planPath = join(dirname(path), RUN_FILES.plan);
  if (!isOwnSheet(path) || !disk.existsSync(planPath)) return undefined;
  const isRetry = basename(path) === RUN_FILES.retry;
  const head = readPlanHead(planPath, disk);
  const { command, sheet, shape } = (isRetry ? head : undefined) ?? {};
  const columns = sheet?.columns ?? {};
  const addsListingId = isRetry && columns[LISTING_ID] === undefined;
  return {
    isRetry,
    head,
    job: sheet?.job ?? undefined,
    jobOfHistory: (head && jobOfPlan(head)) ?? undefined,
    isOurWriting: !isRetry || command === 'undo' || isOurHeader(shape?.header ?? [], columns),
    changesOn: sheet?.changes_on,
    settled:
      shape && sheet ? toSettledColumns(shape.header, sheet.columns ?? ownColumns(shape.header)) : undefined,
    unsettled: sheet?.columns_agreed ? undefined : sheet?.unsettled,
    settle: sheet?.settle,
    isOfSheet: !isRetry && head !== undefined && isPlanOfSheet(head),
    addsListingId,
  };
}

/** Of an undo, which is of no sheet: each column has the name of its field. */
function ownColumns(header: readonly string[]): ReadingJson['columns'] {
  return Object.fromEntries(header.map((text) => [text.replace(/_cents$/, ''), text]));
}

function toSettledColumns(header: readonly string[], columns: ReadingJson['columns']): SettledColumns {
  return {
    columns: { [LISTING_ID]: LISTING_ID, ...columns },
    // Two columns may have one name, of which one is used.
    leftOut: Object.fromEntries([...header, ...REMARKS].map((text) => [text.trim(), 'any'])),
  };
}

/** How a retry file was read, as its sheet would have been: the job's next sheet is compared with that. */
export function asItsSheet(reading: ReadingJson, own: OwnFile | undefined): ReadingJson {
  if (!own) return reading;
  const [changesOn] = [reading.changes_on ?? [], own.changesOn ?? []].flat().sort();
  const { [LISTING_ID]: _added, ...columns } = reading.columns;
  return {
    ...reading,
    ...(changesOn !== undefined && { changes_on: changesOn }),
    columns: own.addsListingId ? columns : reading.columns,
  };
}

/** A column that the run was made to ignore would be taken for its name, so all of them must have been used. */
function isOurHeader(header: readonly string[], columns: ReadingJson['columns']): boolean {
  const texts = header.filter((text) => !REMARKS.includes(text) && text !== LISTING_ID);
  const used = new Set(Object.values(columns).filter((text) => text !== LISTING_ID));
  return areOurColumns(columns) && used.size === texts.length && texts.every((text) => used.has(text));
}

/** Reports, exports and undos name listings by id, and every column canonically. */
export function areOurColumns(columns: ReadingJson['columns']): boolean {
  const texts = Object.entries(columns);
  return (
    columns['listing_id'] === 'listing_id' &&
    texts.every(([name, text]) => text?.replace(/_cents$/, '') === name)
  );
}

/**
 * The options to read a sheet with. A file that a run wrote has a fixed format, with its header on the first line, however the
 * sheet was written, and some of its rows may not show what the whole sheet showed.
 */
export function toReadingOptions(own: OwnFile | undefined, options: SheetOptions): SheetOptions {
  if (!own) return options;
  const { encoding: _encoding, delimiter: _delimiter, quote: _quote, where: _where, ...rest } = options;
  const map = own.isOurWriting ? (options.mapOfFile ?? new Map()) : options.map;
  // A retry file repeats the costs of the sheet; every other file has costs of listings, which are for one piece.
  const { sheet, shape } = (own.isRetry ? own.head : undefined) ?? {};
  const decimalSigns = new Map(Object.entries(sheet?.decimal_signs ?? {}) as [MoneyField, '.' | ','][]);
  const dateOrder = options.dateOrder ?? sheet?.date_order;
  return { ...rest, map, quote: '"', headerRow: 1, decimalSigns, dateOrder, costPer: shape?.costPer };
}
