import * as systemDisk from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UsageError } from '../../domain/errors.ts';
import { didYouMean } from '../../domain/nearest-names.ts';
import { findNewest, isPattern, jobNameOf } from '../../run/sheet/find-newest.ts';
import type { SheetIntake } from '../../run/sheet/take-sheet.ts';
import { columnMap } from '../../settings/parse-lists.ts';
import { isFile } from '../../settings/read-own-file.ts';
import { type ReadSettings, readLeniently } from '../../settings/read-settings.ts';
import type { ValuesOf } from '../../settings/setting.ts';
import { FILE_SETTINGS, type MATCH_SETTINGS, type READING_SETTINGS } from '../../settings/settings.ts';
import type { SheetOptions } from '../../sheet/sheet-options.ts';
import { type Caller, callerOfJob } from './caller.ts';
import { systemClock } from './machine.ts';

export interface ChosenSheet<C> {
  readonly path: string;
  /** As for any sheet of this path: it has the settings of the file's job. */
  readonly caller: C;
  /** Of which it is the newest. */
  readonly pattern?: string;
  /** What a person should know about the choice; as sentences. */
  readonly notices: readonly string[];
}

/**
 * The sheet that a command reads: with `--newest`, the newest file of the pattern.
 *
 * Errors: `SheetError` if there is none, or it is in doubt which one it is; `UsageError`.
 */
export function chooseSheet<C extends Caller>(sheet: string, caller: C): ChosenSheet<C> {
  const chosen = findSheet(sheet, caller);
  return { ...chosen, notices: [...chosen.notices, ...noticeNewJob(chosen.caller)] };
}

/** Nothing is kept for it, as it is for others: its name may be mistyped, or `--job` forgotten. */
export function isNewJob({ job, sources: { jobs } }: Pick<Caller, 'job' | 'sources'>): boolean {
  return job !== undefined && jobs.size > 0 && !jobs.has(job);
}

function noticeNewJob(caller: Caller): readonly string[] {
  const { job = '', sources } = caller;
  if (!isNewJob(caller) || !caller.isAtTerminal()) return [];
  const names = [...sources.jobs.keys()];
  return [
    `No settings are kept for the job "${job}": ${sources.configName} has ${names.join(', ')}${didYouMean(job, names)}`,
  ];
}

function findSheet<C extends Caller>(sheet: string, caller: C): ChosenSheet<C> {
  const { newest, doneTo } = readLeniently(FILE_SETTINGS, caller.sources);
  refuseStandardInput(sheet, caller);
  if (!newest || sheet === '-') return { path: sheet, caller, notices: [] };
  // A setting of the config file is about the patterns among the sheets.
  if (!isPattern(sheet))
    return { path: sheet, caller, notices: isGiven('newest', caller) ? [noPattern(sheet)] : [] };
  const place = { cwd: caller.cwd, disk: systemDisk, doneTo, now: systemClock.now() };
  const { path, notices } = findNewest(sheet, place);
  const job = isGiven('job', caller) ? caller.job : jobNameOf(path);
  return { path, pattern: sheet, notices, caller: callerOfJob(caller, job) };
}

function isGiven(name: string, { options }: Caller): boolean {
  return options[name] !== undefined;
}

function noPattern(sheet: string): string {
  return `--newest: "${sheet}" has no * or ?; if the shell has replaced a pattern by this name, put the pattern in quotes`;
}

/** Errors: `UsageError` for a flag about a file where there is none. */
function refuseStandardInput(sheet: string, caller: Caller): void {
  if (sheet !== '-') return;
  const given = Object.entries(FILE_SETTINGS).filter(([name]) => isGiven(name, caller));
  if (given.length === 0) return;
  throw new UsageError(
    given.map(([, { flag }]) => `${flag} is about a file, and the sheet comes from standard input`),
    { hint: 'Name the file of the sheet instead of -' },
  );
}

/** How a run gets the file and what becomes of it. Errors: `UsageError` if it can't be moved there. */
export function toIntake(
  { path, pattern, notices }: ChosenSheet<Caller>,
  { maxAge, settle, doneTo }: ValuesOf<typeof FILE_SETTINGS>,
  caller: Caller,
): SheetIntake {
  const { cwd } = caller;
  if (doneTo !== undefined && path !== '-') {
    if (resolve(cwd, doneTo) === dirname(resolve(cwd, path)))
      throw new UsageError([`--done-to: "${doneTo}" is the folder that the sheet is in`]);
    if (isFile(resolve(cwd, doneTo)))
      throw new UsageError([`--done-to: "${doneTo}" is a file, and not a folder`]);
  }
  const job = isGiven('job', caller) ? undefined : jobNameOf(path);
  return { pattern, job, notices, maxAgeMs: maxAge, settleMs: settle, doneTo };
}

type Settings = typeof READING_SETTINGS & Pick<typeof MATCH_SETTINGS, 'currency'>;

/** Settings as the reader of sheets wants them. */
export function toSheetOptions(
  { values }: Pick<ReadSettings<Settings>, 'values'>,
  { options, shell }: Pick<Caller, 'options' | 'shell'>,
): SheetOptions {
  const { decimal, money, round, map, currency, ...others } = values;
  // What was given with this very file, without what a folder or a job says of all its sheets.
  const given = typeof options['map'] === 'string' ? columnMap(options['map']) : undefined;
  return {
    ...others,
    map: map ?? new Map(),
    mapOfFile: given?.ok ? given.value : undefined,
    decimalSign: decimal,
    moneyUnit: money,
    rounding: round,
    currency,
    shell,
  };
}
