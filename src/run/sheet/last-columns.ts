import { join } from 'node:path';
import { SheetError } from '../../domain/errors.ts';
import type { Disk } from '../../domain/ports.ts';
import { quoteWord, type Shell } from '../../domain/quote-word.ts';
import type { ColumnTexts } from '../../report/tally/reading-json.ts';
import type { ColumnMap } from '../../sheet/header/column.ts';
import { COLUMN_NAMES } from '../../sheet/header/column-names.ts';
import { formatMapFlag, type MapPair } from '../../sheet/header/format-map-flag.ts';
import type { SettledColumns } from '../../sheet/header/read-header.ts';
import { readRegularFile } from '../disk/open-regular-file.ts';
import { guardFolder } from '../folder/guard-folder.ts';
import { listFolders } from '../folder/list-folders.ts';
import type { PlanHead } from '../folder/plan-schema.ts';
import { readPlanHead } from '../folder/read-plan.ts';
import { RUN_FILES } from '../folder/run-folder.ts';

/** The columns of a job's last run, and where they are recorded. */
export interface LastColumns {
  readonly columns: ColumnTexts;
  readonly folder: string;
  /** The same with the whole header, if the run asked about columns with ambiguous names. */
  readonly settled: SettledColumns | undefined;
}

/**
 * Finds the last run of a job that could send, among the run folders in `parents`: plans record how the sheet was read.
 * Unreadable folders are skipped.
 */
export function findLastColumns(
  parents: readonly string[],
  job: string,
  disk: Disk,
): LastColumns | undefined {
  const runs = listFolders(parents, disk).flatMap((folder) => {
    const head = readPlanHead(join(folder, RUN_FILES.plan), disk);
    const isOurs =
      head?.sheet.job === job && APPLIES.has(head.command) && !head.dry_run && wasAccepted(folder, disk);
    return isOurs && head.sheet.columns
      ? [{ ...toLastColumns(folder, head, disk), at: head.created_at }]
      : [];
  });
  return runs.reduce<(LastColumns & { readonly at: string }) | undefined>(
    (last, run) => (last && last.at >= run.at ? last : run),
    undefined,
  );
}

function toLastColumns(folder: string, { sheet, shape }: PlanHead, disk: Disk): LastColumns {
  const columns = sheet.columns ?? {};
  const isSettled = sheet.columns_agreed === true && isInOwnHands(folder, disk);
  return { folder, columns, settled: isSettled ? { columns, header: shape.header } : undefined };
}

/** A run folder that another user could have changed proves no consent, but may still stop a run. */
function isInOwnHands(folder: string, disk: Disk): boolean {
  try {
    guardFolder(folder, { command: 'use', disk });
    return true;
  } catch {
    return false;
  }
}

/** A diff that was applied was checked and agreed to. */
const APPLIES: ReadonlySet<string> = new Set(['sync', 'apply']);

/** A run that was declined, or stopped by a guard rule, proves no consent. */
function wasAccepted(folder: string, disk: Disk): boolean {
  if (disk.existsSync(join(folder, RUN_FILES.outcomes))) return true;
  try {
    const summary = JSON.parse(String(readRegularFile(join(folder, RUN_FILES.summary), disk)));
    return summary.declined === false && summary.stopped === null;
  } catch {
    return false;
  }
}

/** The differences that the map doesn't settle, as clauses. */
export function compareColumns(before: ColumnTexts, now: ColumnTexts, said: ColumnMap): readonly string[] {
  const isSaid = (name: string): boolean => COLUMN_NAMES.some((known) => known === name && said.has(known));
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].filter((name) => !isSaid(name));
  return names.flatMap((name) => {
    const [was, is] = [before[name], now[name]];
    if (was === undefined && isFee(name)) return [];
    if (was !== undefined && is !== undefined && tidy(was) === tidy(is)) return [];
    return [`${name} was ${quoted(was)} and is ${quoted(is)}`];
  });
}

/**
 * Fees that the sheet did not have in the job's last run. They are sent nowhere and make a guard rule stricter, so no run stops
 * because of them; a fee that is gone makes it laxer.
 */
export function noticeNewFees(before: ColumnTexts, now: ColumnTexts): readonly string[] {
  return Object.entries(now).flatMap(([name, header]) =>
    isFee(name) && before[name] === undefined
      ? [
          `The column ${quoted(header)} is taken for ${name} since this run, and below_cost counts it; pass --map ${name}= if it is not one`,
        ]
      : [],
  );
}

function isFee(name: string): boolean {
  return name === 'fee' || name === 'fee_percent';
}

/** A note such as `(USD)` may change what a column means, so it counts. */
function tidy(header: string): string {
  return header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim();
}

function quoted(header: string | undefined): string {
  return header === undefined ? 'no column' : `"${header}"`;
}

interface ChangedSheet {
  readonly folder: string;
  readonly sheet: string;
  readonly job: string;
  /** The column map of this run. */
  readonly map: ColumnMap;
  readonly shell: Shell;
}

/** Builds the error that ends an unattended run whose sheet has other columns than last time. */
export function columnsChanged(changes: readonly string[], { folder, ...changed }: ChangedSheet): SheetError {
  return new SheetError(
    `Cannot use the sheet "${changed.sheet}": its columns differ from the last run of the job "${changed.job}" (${folder}): ${changes.join('; ')}`,
    {
      hint: adviseOnChange(changes, changed),
    },
  );
}

/** A renamed column is lost unless it is mapped. */
function adviseOnChange(
  changes: readonly string[],
  { sheet, job, map, shell }: Omit<ChangedSheet, 'folder'>,
): string {
  const flag = map.size === 0 ? '' : ` ${formatMapFlag([...map], shell)}`;
  const keep = `pricesheet check ${quoteWord(sheet, shell)} --job ${quoteWord(job, shell)}${flag} --save-mapping`;
  const lost = changes.flatMap((change) => /^(\w+) was .* and is no column$/.exec(change)?.[1] ?? []);
  const renamed =
    lost.length === 0
      ? ''
      : `; if a column was only renamed, name it: ${formatMapFlag(
          lost.map((name): MapPair => [name, 'HEADER']),
          shell,
        )}`;
  return `If that is right, keep the columns with: ${keep}${renamed}`;
}
