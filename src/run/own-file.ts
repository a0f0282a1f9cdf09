import { basename, dirname, join } from 'node:path';
import type { MoneyField } from '../domain/fields.ts';
import type { Disk } from '../domain/ports.ts';
import type { SheetOptions } from '../sheet/read-sheet.ts';
import { readPlanHead } from './plan-file.ts';
import { RUN_FILES } from './run-folder.ts';

/** What a run's own `retry.csv` or `undo.csv` owes to the sheet that the run read. */
export interface OwnFile {
  /** Of a retry file, whose columns are those of the sheet. */
  readonly job: string | undefined;
  readonly decimalSigns: ReadonlyMap<MoneyField, '.' | ','>;
}

/** Says whether a path is that of a file that a run left behind, by the plan that stands beside it. */
export function findOwnFile(path: string, disk: Disk): OwnFile | undefined {
  const name = basename(path);
  const planPath = join(dirname(path), RUN_FILES.plan);
  if ((name !== RUN_FILES.retry && name !== RUN_FILES.undo) || !disk.existsSync(planPath)) return undefined;
  const sheet = name === RUN_FILES.retry ? readPlanHead(planPath, disk)?.sheet : undefined;
  const signs = Object.entries(sheet?.decimal_signs ?? {}) as [MoneyField, '.' | ','][];
  return { job: sheet?.job ?? undefined, decimalSigns: new Map(signs) };
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
  return { ...rest, quote: '"', decimalSigns: own.decimalSigns };
}
