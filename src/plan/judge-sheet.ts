import { count } from '../domain/count.ts';
import { describeShare } from '../domain/describe-percent.ts';
import { FEW_ROWS } from '../domain/few-rows.ts';
import { FIELDS } from '../domain/fields.ts';
import { isFuture } from '../domain/is-future.ts';
import { medianOf } from '../domain/median.ts';
import type { PastRun, RunRecord, SheetFigures } from '../domain/run-record.ts';
import type { RunViolation } from './check-run-guards.ts';
import { isGood, nameCut, nameTime } from './describe-past-run.ts';
import type { GuardLimits } from './limits.ts';
import { mayHaveSet } from './may-have-set.ts';
import { isMoreThan } from './percent.ts';
import { findTakenBack } from './taken-back.ts';

/** The sheet of a run, as far as it is compared with those of earlier runs. */
export interface JudgedSheet {
  readonly sha256: string;
  readonly figures: SheetFigures;
  /** When the run began. Units: epoch milliseconds. */
  readonly startedAt: number;
}

export interface SheetJudgement {
  readonly violations: readonly RunViolation[];
  /** What would pass unnoticed, and stops nothing. */
  readonly warnings: readonly string[];
  /** What is of interest, and as usual. */
  readonly notices: readonly string[];
}

/** A sheet is compared with those of at most this many runs. */
const GOOD_RUNS = 7;

/** A run whose sheet is known. */
interface SheetRun extends PastRun {
  readonly sheet: NonNullable<RunRecord['sheet']> & { readonly figures: SheetFigures };
}

/** The runs whose sheets a sheet is compared with, the newest first: they did what they were to do. */
export function goodRuns(past: readonly PastRun[], figures: Lying): readonly SheetRun[] {
  return newestGood(ofJob(sentSheets(past), figures));
}

function ofJob(runs: readonly SheetRun[], figures: Lying): readonly SheetRun[] {
  return runs.filter((run) => isSameJob(run.sheet.figures, figures));
}

function newestGood(runs: readonly SheetRun[]): readonly SheetRun[] {
  return runs.filter(isGood).slice(0, GOOD_RUNS);
}

/** The runs that sent a sheet, or a part of it. */
function sentSheets(past: readonly PastRun[]): readonly SheetRun[] {
  // A run that was taken back is no example for others.
  const isTakenBack = findTakenBack(past);
  return past.filter(
    (run): run is SheetRun => isOfSheet(run) && run.sheet?.figures != null && !isTakenBack(run),
  );
}

/** Where a sheet lies, and whether somebody said what its job is called. */
type Lying = Pick<SheetFigures, 'folder' | 'place'>;

/** Two shops may have a sheet of one name each. Runs that say what their job is called are one, wherever the sheet lies; any others are if it lies in one place. */
function isSameJob(one: Lying, other: Lying): boolean {
  if (one.folder === null && other.folder === null) return true;
  return (one.folder ?? one.place) === (other.folder ?? other.place);
}

function isOfSheet(run: RunRecord): boolean {
  return !run.dry_run && run.command !== 'undo' && (isGood(run) || mayHaveSet(run));
}

/** Judges a sheet by earlier ones of the job. A rule that is let pass becomes a warning. */
export function judgeSheet(
  sheet: JudgedSheet,
  past: readonly PastRun[],
  { allow, minRows }: Pick<GuardLimits, 'allow' | 'minRows'>,
): SheetJudgement {
  const all = sentSheets(past);
  const sent = ofJob(all, sheet.figures);
  const good = newestGood(sent);
  const found = [findRowsDropped(sheet, good, minRows), findOlderSheet(sheet, sent)];
  const violations = found.filter((each) => each !== undefined);
  const same = findSameSheet(sheet, good);
  const returned = findReturnedSheet(sheet, sent);
  return {
    violations: violations.filter(({ rule }) => !allow.has(rule)),
    warnings: [
      ...violations
        .filter(({ rule }) => allow.has(rule))
        .map(({ rule, message }) => `Allowed by --allow ${rule}: ${message}`),
      ...findLostColumns(sheet, good),
      ...(returned === undefined ? [] : [returned]),
      ...(same?.isUnusual ? [same.message] : []),
    ],
    notices: [
      ...(same && !same.isUnusual ? [same.message] : []),
      ...(sent.length === 0 ? noticeOthers(sheet.figures, all) : []),
    ],
  };
}

/** Without a word it would seem that the sheet was compared with those of earlier runs. */
function noticeOthers({ folder }: Lying, [last]: readonly SheetRun[]): readonly string[] {
  if (!last) return [];
  const other = last.sheet.figures.folder;
  const why =
    other === null
      ? 'it was called so with --job, and this run is not; pass --job again if they are one job'
      : folder === null
        ? `its sheet was in "${other}" and nobody said what the job is called; runs with this --job are compared from now on`
        : `its sheet was in "${other}", and this one is in "${folder}"; if they are one job, say what it is called with --job`;
  const name = last.job === null ? 'without a name' : `of the job "${last.job}"`;
  return [
    `The sheet is compared with none of an earlier run. The last run ${name} was ${nameTime(last.started_at)}: ${why}`,
  ];
}

function findRowsDropped(
  { figures: { skus } }: JudgedSheet,
  good: readonly SheetRun[],
  minRows: number,
): RunViolation | undefined {
  const usual = medianOf(good.map(({ sheet }) => sheet.figures.skus)) ?? 0;
  const isFew = (than: number): boolean => isMoreThan(than - skus, 100 - minRows, than);
  if (usual < FEW_ROWS || !isFew(usual) || !isFew(secondFewest(good) ?? usual)) return undefined;
  const runs = good.length === 1 ? 'the last run' : `median of ${good.length} runs`;
  return {
    rule: 'rows_dropped',
    message: `the sheet sets ${count(skus, 'SKU')}, and usually ${usual} (${runs}): ${describeShare(skus, usual)}, and --min-rows is ${minRows} %`,
  };
}

/** The sheets of some jobs have only what has changed. One odd night is no measure, the second is how the job is. */
function secondFewest(good: readonly SheetRun[]): number | undefined {
  if (good.length < ENOUGH_RUNS) return undefined;
  return good.map(({ sheet }) => sheet.figures.skus).sort((one, other) => one - other)[1];
}

const ENOUGH_RUNS = 3;

/** Older by the time of the file, or the very sheet of an earlier run where others came after it and none ever did before. */
function findOlderSheet(sheet: JudgedSheet, sent: readonly SheetRun[]): RunViolation | undefined {
  const { modified } = sheet.figures;
  const [last] = sent;
  if (!last || last.sheet.sha256 === sheet.sha256) return undefined;
  const again = findAgain(sheet, sent);
  if (again && (isUsuallyNew(sent) || !mayBeNewer(sheet, last)))
    return older(`it is the sheet of ${nameTime(again.started_at)} again`, last);
  const newest = modifiedBefore(last);
  if (modified === null || newest === null || modified >= newest) return undefined;
  return older(`its file is of ${nameTime(modified)}`, last, `, whose file is of ${nameTime(newest)}`);
}

/** A new file with an old text may well be meant: prices are as before once a clearance is over. */
function findReturnedSheet(sheet: JudgedSheet, sent: readonly SheetRun[]): string | undefined {
  const [last] = sent;
  if (!last || last.sheet.sha256 === sheet.sha256 || isUsuallyNew(sent) || !mayBeNewer(sheet, last))
    return undefined;
  const again = findAgain(sheet, sent);
  return again && `The sheet is that of ${nameTime(again.started_at)} again, and others came after it`;
}

function findAgain({ sha256 }: JudgedSheet, sent: readonly SheetRun[]): SheetRun | undefined {
  return sent.find(({ sheet }) => sheet.sha256 === sha256);
}

/** When the file of a run was modified; `null` also if that is after the run: by a clock that was ahead every later file would be older. */
function modifiedBefore({ sheet, started_at }: SheetRun): string | null {
  const { modified } = sheet.figures;
  return modified !== null && isFuture(modified, Date.parse(started_at)) ? null : modified;
}

function mayBeNewer({ figures: { modified } }: JudgedSheet, last: SheetRun): boolean {
  const newest = modifiedBefore(last);
  return modified === null || newest === null || modified > newest;
}

/** A job whose sheets are never the same again. */
function isUsuallyNew(sent: readonly SheetRun[]): boolean {
  const distinct = new Set(sent.map(({ sheet }) => sheet.sha256)).size;
  return distinct >= FEW_SHEETS && distinct * 2 > sent.length;
}

/** Fewer sheets say little of how a job's sheets usually are. */
const FEW_SHEETS = 3;

function older(what: string, last: SheetRun, more = ''): RunViolation {
  return {
    rule: 'older_sheet',
    message: `the sheet is older than that of the run of ${nameTime(last.started_at)}${nameCut(last)}${more}: ${what}`,
  };
}

interface SameSheet {
  readonly message: string;
  /** The job's sheets are usually new ones. */
  readonly isUnusual: boolean;
}

/** A second run in the same evening is no other night. */
const SAME_NIGHT_MS = 6 * 3600 * 1000;

function findSameSheet({ sha256, startedAt }: JudgedSheet, good: readonly SheetRun[]): SameSheet | undefined {
  const end = good.findIndex(({ sheet }) => sheet.sha256 !== sha256);
  const same = end === -1 ? good : good.slice(0, end);
  const first = same.at(-1);
  if (!first || startedAt - Date.parse(first.started_at) < SAME_NIGHT_MS) return undefined;
  const repeats = good.filter(({ sheet }, index) => good[index + 1]?.sheet.sha256 === sheet.sha256).length;
  return {
    message: `The sheet is the same as in the run of ${nameTime(first.started_at)}: nothing in it has changed since`,
    isUnusual: good.length > 1 && repeats * 2 < good.length - 1,
  };
}

function findLostColumns({ figures: { sets } }: JudgedSheet, good: readonly SheetRun[]): readonly string[] {
  return FIELDS.flatMap((field) => {
    const usual = good.map(({ sheet }) => sheet.figures.sets[field] ?? 0);
    const [last = 0] = usual;
    if ((sets[field] ?? 0) > 0 || last === 0 || (medianOf(usual) ?? 0) === 0) return [];
    return [
      `No row sets ${field}, and in the run of ${nameTime(good[0]?.started_at ?? '')} ${count(last, 'row')} did: check its column`,
    ];
  });
}
