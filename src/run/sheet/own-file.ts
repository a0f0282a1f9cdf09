import { basename, dirname, join } from 'node:path';
import type { MoneyField } from '../../domain/fields.ts';
import type { Disk } from '../../domain/ports.ts';
import { REMARKS } from '../../report/files/render-retry.ts';
import type { SettledColumns } from '../../sheet/header/read-header.ts';
import type { SheetOptions } from '../../sheet/read-sheet.ts';
import { readPlanHead } from '../folder/read-plan.ts';
import { isOwnSheet, RUN_FILES } from '../folder/run-folder.ts';
import type { ColumnTexts } from './describe-reading.ts';

/** How a run's own `retry.csv` or `undo.csv` depends on the sheet that the run read. */
export interface OwnFile {
  /** A retry file has the columns of the sheet. */
  readonly job: string | undefined;
  /** Its columns have canonical names and need no map. */
  readonly isOurWriting: boolean;
  readonly decimalSigns: ReadonlyMap<MoneyField, '.' | ','>;
  /** The columns that the run read from the same header, followed by its remarks. */
  readonly settled: SettledColumns | undefined;
}

/** Whether a path is a file that a run wrote, according to the plan beside it. */
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

/** A column that the run was made to ignore would be taken for its name, so all of them must have been used. */
function isOurHeader(header: readonly string[], columns: ColumnTexts): boolean {
  const texts = header.filter((text) => !REMARKS.includes(text));
  const used = new Set(Object.values(columns));
  return areOurColumns(columns) && used.size === texts.length && texts.every((text) => used.has(text));
}

/** Reports, exports and undos name listings by id, and every column canonically. */
export function areOurColumns(columns: ColumnTexts): boolean {
  const texts = Object.entries(columns);
  return (
    columns['listing_id'] === 'listing_id' &&
    texts.every(([name, text]) => text?.replace(/_cents$/, '') === name)
  );
}

/**
 * The options to read a sheet with. A file that a run wrote has a fixed format, however the sheet was written, and some
 * of its rows may not show what the whole sheet showed.
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
