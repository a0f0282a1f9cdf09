import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { DiskError, UsageError } from '../domain/errors.ts';
import { toLetters } from '../sheet/columns.ts';
import { COLUMN_NAMES } from '../sheet/header-aliases.ts';
import type { Reading } from '../sheet/read-sheet.ts';

/**
 * Keeps which column is which in the config file, in the section of the job: every field, so that a column that turns
 * up later is not taken for one on its own. The rest of the file stays as it is.
 *
 * Errors: `UsageError` where the file is no JSON object; `DiskError` where it can't be written.
 */
export function saveMapping(path: string, job: string, reading: Reading): void {
  const config = existsSync(path) ? parseConfig(readFileSync(path, 'utf8'), path) : {};
  const jobs = toObject(config['jobs'] ?? {}, `"jobs" in ${path}`);
  const section = toObject(jobs[job] ?? {}, `the job "${job}" in ${path}`);
  const layout = reading.table.headerless ? { 'header-row': 'none' } : {};
  const map = Object.fromEntries(COLUMN_NAMES.map((name) => [name, nameColumn(reading, name)]));
  const text = JSON.stringify(
    { ...config, jobs: { ...jobs, [job]: { ...section, ...layout, map } } },
    null,
    2,
  );
  try {
    writeFileSync(`${path}.unfinished`, `${text}\n`);
    renameSync(`${path}.unfinished`, path);
  } catch (cause) {
    throw new DiskError(`Cannot write "${path}": ${(cause as Error).message}`, { cause });
  }
}

/** A header that stands there twice, or is blank, is told by its letter. */
function nameColumn({ columns, table: { header } }: Reading, name: (typeof COLUMN_NAMES)[number]): string {
  const column = columns.get(name);
  if (!column) return '';
  const isOnly = header.filter((text) => text.trim() === column.header).length === 1;
  return isOnly && column.header !== '' ? column.header : toLetters(column.index);
}

function parseConfig(text: string, path: string): Readonly<Record<string, unknown>> {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new UsageError([`"${path}" is not JSON`], { cause });
  }
  return toObject(json, `"${path}"`);
}

/** Whatever else stands there is somebody's, and not ours to write over. */
function toObject(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>;
  }
  throw new UsageError([`${what} does not hold a JSON object`]);
}
