import { basename, dirname, join } from 'node:path';
import type { MoneyField } from '../domain/fields.ts';
import type { Disk } from '../domain/ports.ts';
import type { SheetOptions } from '../sheet/read-sheet.ts';
import type { ColumnTexts } from './describe-reading.ts';
import { readPlanHead } from './plan-file.ts';
import { isOwnSheet, RUN_FILES } from './run-folder.ts';

/** What a run's own `retry.csv` or `undo.csv` owes to the sheet that the run read. */
export interface OwnFile {
  /** Of a retry file, whose columns are those of the sheet. */
  readonly job: string | undefined;
  /** Its columns are called as every run calls them, and no map is of them. */
  readonly isOurWriting: boolean;
  readonly decimalSigns: ReadonlyMap<MoneyField, '.' | ','>;
}

/** Says whether a path is that of a file that a run left behind, by the plan that stands beside it. */
export function findOwnFile(path: string, disk: Disk): OwnFile | undefined {
  const planPath = join(dirname(path), RUN_FILES.plan);
  if (!isOwnSheet(path) || !disk.existsSync(planPath)) return undefined;
  const isRetry = basename(path) === RUN_FILES.retry;
  const { command, sheet } = (isRetry ? readPlanHead(planPath, disk) : undefined) ?? {};
  const signs = Object.entries(sheet?.decimal_signs ?? {}) as [MoneyField, '.' | ','][];
  return {
    job: sheet?.job ?? undefined,
    isOurWriting: !isRetry || command === 'undo' || areOurColumns(sheet?.columns ?? {}),
    decimalSigns: new Map(signs),
  };
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
  const map = own.isOurWriting ? new Map() : options.map;
  return { ...rest, map, quote: '"', decimalSigns: own.decimalSigns };
}
