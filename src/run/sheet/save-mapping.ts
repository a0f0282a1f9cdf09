import * as disk from 'node:fs';
import { withoutByteOrderMark } from '../../domain/csv-cells.ts';
import { DiskError, describeSystemError, UsageError } from '../../domain/errors.ts';
import { FIELDS } from '../../domain/fields.ts';
import { isJsonObject, type JsonObject, readObject } from '../../domain/json-text.ts';
import { COLUMN_NAMES, type ColumnMap, type ColumnName, toLetters } from '../../sheet/header/column.ts';
import {
  type FieldCurrencies,
  isLetterOfAnother,
  type LeftOut,
  letterIn,
  nameLeftOut,
} from '../../sheet/header/column-map.ts';
import type { NotesJson } from '../../sheet/note-claims.ts';
import type { Reading } from '../../sheet/scan-sheet.ts';
import { replaceForAll } from '../disk/write-whole.ts';

interface Mapping {
  readonly reading: Reading;
  /** The column map in effect. */
  readonly map: ColumnMap;
  /** What may say something of the amounts, and is not used. */
  readonly leftOut: LeftOut;
  readonly currencies?: FieldCurrencies | undefined;
  readonly notes?: NotesJson | undefined;
  /** The other flags about how the sheet is read, by name. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/**
 * Saves in the config file which column is which and which are left out, in the section of the job, and the flags that the columns
 * may not be found without. The rest of the file is unchanged.
 *
 * Errors: `UsageError` if no column sets a field, or the file is not a JSON object; `DiskError` if it can't be written.
 */
export function saveMapping(
  path: string,
  job: string,
  { reading, map: given, leftOut, currencies, notes, settings }: Mapping,
): void {
  if (!FIELDS.some((field) => reading.columns.has(field))) {
    throw new UsageError([
      `No column of the sheet sets anything, so there is nothing to keep for the job "${job}"; say which do with --map`,
    ]);
  }
  const config = disk.existsSync(path) ? readConfig(path) : {};
  const jobs = toObject(config['jobs'] ?? {}, `"jobs" in ${path}`);
  const section = toObject(Object.hasOwn(jobs, job) ? jobs[job] : {}, `the job "${job}" in ${path}`);
  const layout = reading.table.headerless ? { 'header-row': 'none' } : {};
  const names = COLUMN_NAMES.filter((name) => reading.columns.has(name) || given.has(name));
  const map = Object.fromEntries(names.map((name) => [name, nameColumn(reading, name, given)]));
  const used = new Set([...reading.columns.values()].map(({ header }) => header));
  const open = findWritten(section['leave-out'], 'any').filter(([header]) => !used.has(header));
  const saved = {
    ...section,
    ...settings,
    ...layout,
    map,
    'leave-out': { ...leftOut, ...Object.fromEntries(open) },
    currencies,
    notes: notes && { ...notes, ...Object.fromEntries(findWritten(section['notes'], 'ignored')) },
  };
  const text = JSON.stringify({ ...config, jobs: { ...jobs, [job]: saved } }, null, 2);
  rewriteConfig(path, `${text}\n`);
}

/** Columns or lines of which somebody has written down that it doesn't matter what they hold. */
function findWritten<T extends string>(before: unknown, whatever: T): readonly (readonly [string, T])[] {
  return Object.entries(before ?? {}).filter(([, kept]) => kept === whatever);
}

/** Keeps the file's permissions. */
function rewriteConfig(path: string, text: string): void {
  try {
    const there = disk.statSync(path, { throwIfNoEntry: false });
    replaceForAll(path, text, disk, there && there.mode & 0o7777);
  } catch (cause) {
    throw new DiskError(`Cannot write "${path}": ${describeSystemError(cause)}`, { cause });
  }
}

/**
 * Adds the letter to a header that is not unique, is itself a letter, or was named by its letter, and the header to a letter: another header on that line has to
 * stop a run. `B:` is a blank one.
 */
function nameColumn({ columns, table }: Reading, name: ColumnName, given: ColumnMap): string {
  const column = columns.get(name);
  if (!column) return '';
  const { index, header } = column;
  const letter = toLetters(index);
  if (table.headerless) return letter;
  const isByLetter = header === '' || letterIn(table.header, given.get(name) ?? '') === index;
  return isByLetter || isLetterOfAnother(table.header, index)
    ? `${letter}:${header}`
    : nameLeftOut(table.header, index);
}

function readConfig(path: string): JsonObject {
  const config = readObject(withoutByteOrderMark(disk.readFileSync(path, 'utf8')));
  if (typeof config === 'string') throw new UsageError([`"${path}" ${config}`]);
  return config;
}

/** Anything else there is the user's and must not be overwritten. */
function toObject(value: unknown, what: string): JsonObject {
  if (isJsonObject(value)) return value;
  throw new UsageError([`${what} does not hold a JSON object`]);
}
