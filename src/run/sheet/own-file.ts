import { basename, dirname, join } from 'node:path';
import type { MoneyField } from '../../domain/fields.ts';
import type { Disk } from '../../domain/ports.ts';
import { REMARKS } from '../../report/files/render-retry.ts';
import type { SettledColumns } from '../../sheet/header/read-header.ts';
import type { SheetOptions } from '../../sheet/read-sheet.ts';
import { readPlanHead } from '../folder/plan-file.ts';
import { isOwnSheet, RUN_FILES } from '../folder/run-folder.ts';
import type { ColumnTexts } from './describe-reading.ts';

/** What a run's own `retry.csv` or `undo.csv` owes to the sheet that the run read. */
export interface OwnFile {
  /** Of a retry file, whose columns are those of the sheet. */
  readonly job: string | undefined;
  /** Its columns are called as every run calls them, each is taken for what it is called, and no map of a folder is of them. */
  readonly isOurWriting: boolean;
  readonly decimalSigns: ReadonlyMap<MoneyField, '.' | ','>;
  /** The columns that the run took from the same header, with its remarks behind them. */
  readonly settled: SettledColumns | undefined;
}

/** Says whether a path is that of a file that a run left behind, by the plan that stands beside it. */
export function findOwnFile(path: string, disk: Disk): OwnFile | undefined {
  const planPath = join(dirname(path), RUN_FILES.plan);
  if (!isOwnSheet(path) || !disk.existsSync(planPath)) return undefined;
  const isRetry = basename(path) === RUN_FILES.retry;
  const { command, sheet, shape } = (isRetry ? readPlanHead(planPath, disk) : undefined) ?? {};
  const signs = Object.entries(sheet?.decimal_signs ?? {}) as [MoneyField, '.' | ','][];
  return {
    job: sheet?.job ?? undefined,
    isOurWriting: !isRetry || command === 'undo' || isOurHeader(shape?.header ?? [], sheet?.columns ?? {}),
    decimalSigns: new Map(signs),
    settled:
      shape && sheet?.columns ? { columns: sheet.columns, header: [...shape.header, ...REMARKS] } : undefined,
  };
}

/** A column that the run was told to leave out would be taken for what it is called, so that all of them have to have been used. */
function isOurHeader(header: readonly string[], columns: ColumnTexts): boolean {
  const texts = header.filter((text) => !REMARKS.includes(text));
  const used = new Set(Object.values(columns));
  return areOurColumns(columns) && used.size === texts.length && texts.every((text) => used.has(text));
}

/** What a report, an export or an undo has written names listings by id, and every column by what it is. */
export function areOurColumns(columns: ColumnTexts): boolean {
  const texts = Object.entries(columns);
  return (
    columns['listing_id'] === 'listing_id' &&
    texts.every(([name, text]) => text?.replace(/_cents$/, '') === name)
  );
}

/**
 * The options to read a sheet with. A file that a run left behind is written in a way of its own, whatever the sheet was
 * like, and some of its rows may not show what the whole sheet showed.
 */
export function toReadingOptions(path: string, options: SheetOptions, disk: Disk): SheetOptions {
  const own = findOwnFile(path, disk);
  if (!own) return options;
  const {
    encoding: _encoding,
    delimiter: _delimiter,
    quote: _quote,
    headerRow: _headerRow,
    ...rest
  } = options;
  const map = own.isOurWriting ? (options.mapOfFile ?? new Map()) : options.map;
  return { ...rest, map, quote: '"', decimalSigns: own.decimalSigns, settled: own.settled };
}
