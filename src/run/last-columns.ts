import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { SheetError } from '../domain/errors.ts';
import { foldHeader } from '../sheet/header-aliases.ts';
import type { ColumnTexts } from './describe-reading.ts';
import { parsePlanHead } from './plan-file.ts';
import { RUN_FILES } from './run-folder.ts';

/** What a job's last run took which column for, and where that is written down. */
export interface LastColumns {
  readonly columns: ColumnTexts;
  readonly folder: string;
}

/** So many run folders are looked through, the last in the alphabet first, where the newest are. */
const MOST_FOLDERS = 500;
const HEAD_BYTES = 64 * 1024;

/**
 * Finds the last run of a job that could send, among the run folders in `parents`: their plans say how the sheet was read.
 * What can't be read is no such run.
 */
export function findLastColumns(parents: readonly string[], job: string): LastColumns | undefined {
  const folders = parents.flatMap((parent) => listFolders(parent).map((name) => join(parent, name)));
  const runs = [...new Set(folders)].flatMap((folder) => {
    const head = readHead(join(folder, RUN_FILES.plan));
    const isOurs = head?.sheet.job === job && head.command === 'sync' && !head.dry_run;
    return isOurs && head.sheet.columns ? [{ folder, columns: head.sheet.columns, at: head.created_at }] : [];
  });
  return runs.reduce<(LastColumns & { readonly at: string }) | undefined>(
    (last, run) => (last && last.at >= run.at ? last : run),
    undefined,
  );
}

function listFolders(parent: string): readonly string[] {
  try {
    const entries = readdirSync(parent, { withFileTypes: true });
    const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    return names.sort().reverse().slice(0, MOST_FOLDERS);
  } catch {
    return [];
  }
}

function readHead(path: string): ReturnType<typeof parsePlanHead> {
  try {
    const file = openSync(path, 'r');
    try {
      const buffer = Buffer.alloc(HEAD_BYTES);
      const text = buffer.toString('utf8', 0, readSync(file, buffer));
      return parsePlanHead(text.slice(0, text.indexOf('\n')));
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}

/** What is read otherwise than it was, as clauses. */
export function compareColumns(before: ColumnTexts, now: ColumnTexts): readonly string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  return names.flatMap((name) => {
    const [was, is] = [before[name], now[name]];
    if (was !== undefined && is !== undefined && foldHeader(was) === foldHeader(is)) return [];
    return [`${name} was ${quoted(was)} and is ${quoted(is)}`];
  });
}

function quoted(header: string | undefined): string {
  return header === undefined ? 'no column' : `"${header}"`;
}

/** Errors: what ends a run that nobody watches when its sheet has other columns than last time. */
export function columnsChanged(
  changes: readonly string[],
  { folder, sheet, job }: { readonly folder: string; readonly sheet: string; readonly job: string },
): SheetError {
  return new SheetError(
    `Cannot use the sheet "${sheet}": its columns are not those of the last run of the job "${job}" (${folder}): ${changes.join('; ')}`,
    {
      hint: `If that is right, keep the columns with: pricesheet check ${sheet} --job ${job} --save-mapping`,
    },
  );
}
