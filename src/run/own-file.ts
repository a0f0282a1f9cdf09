import { basename, dirname, join } from 'node:path';
import type { MoneyField } from '../domain/fields.ts';
import type { Disk } from '../domain/ports.ts';
import { foldHeader } from '../sheet/header-aliases.ts';
import type { SheetOptions } from '../sheet/read-sheet.ts';
import { readPlanHead } from './plan-file.ts';
import { RUN_FILES } from './run-folder.ts';

/** What a run's own `retry.csv` or `undo.csv` owes to the sheet that the run read. */
export interface OwnFile {
  /** Of a retry file, whose columns are those of the sheet. */
  readonly job: string | undefined;
  /** Its header, where that is the sheet's own. */
  readonly header: readonly string[];
  readonly decimalSigns: ReadonlyMap<MoneyField, '.' | ','>;
}

/** Says whether a path is that of a file that a run left behind, by the plan that stands beside it. */
export function findOwnFile(path: string, disk: Disk): OwnFile | undefined {
  const name = basename(path);
  const planPath = join(dirname(path), RUN_FILES.plan);
  if ((name !== RUN_FILES.retry && name !== RUN_FILES.undo) || !disk.existsSync(planPath)) return undefined;
  const head = name === RUN_FILES.retry ? readPlanHead(planPath, disk) : undefined;
  const signs = Object.entries(head?.sheet.decimal_signs ?? {}) as [MoneyField, '.' | ','][];
  const header = head?.command === 'undo' ? [] : (head?.shape?.header ?? []);
  return { job: head?.sheet.job ?? undefined, header, decimalSigns: new Map(signs) };
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
  const map = new Map([...options.map].filter(([, column]) => isColumnOf(own.header, column)));
  return { ...rest, map, quote: '"', decimalSigns: own.decimalSigns };
}

/** A map that is set for a folder is that of its sheets, and not of what was written without one. */
function isColumnOf(header: readonly string[], column: string): boolean {
  if (header.length === 0) return false;
  return LETTERS.test(column) || header.some((text) => foldHeader(text) === foldHeader(column));
}

/** `C` or `C:Cost`. */
const LETTERS = /^\s*[a-z]{1,3}\s*(?::|$)/i;
