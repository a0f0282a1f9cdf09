import { count } from '../domain/count.ts';
import { isFuture } from '../domain/day.ts';
import type { RunRecord, SheetFigures } from '../domain/documents/ledger.ts';
import { FIELDS, MONEY_FIELDS, type MoneyField } from '../domain/fields.ts';
import { FEW_ROWS } from '../domain/flawed-rows.ts';
import { describeShare } from '../domain/moves.ts';
import type { PastRun } from '../domain/run-record.ts';
import type { PlanEntry } from '../domain/stages.ts';
import { LogHistogram, medianOf } from '../domain/statistics.ts';
import type { RunViolation } from './check-run-guards.ts';
import { goodRuns, isGood, nameCut, nameTime, type SheetRun, sentSheets } from './earlier-runs.ts';
import { type GuardLimits, isMoreThan } from './guard-rules.ts';
import type { AgreedOf } from './judge-drift.ts';

/** The sheet of a run, as far as it is compared with those of earlier runs. */
export interface JudgedSheet {
  readonly sha256: string;
  readonly figures: SheetFigures;
  /** The rows of it that count (`--where`); all of them if there is nothing. */
  readonly where?: string | null | undefined;
  /** How far its amounts moved. */
  readonly moves: RunRecord['moves'];
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

/** Judges a sheet by earlier ones of the job. `minRows`: percent of the usual number of SKUs. */
export function judgeSheet(
  sheet: JudgedSheet,
  past: readonly PastRun[],
  minRows: GuardLimits['minRows'],
): SheetJudgement {
  const sent = sentSheets(past);
  const good = goodRuns(past);
  const found = [
    findRowsDropped(sheet, good, minRows),
    findOlderSheet(sheet, sent),
    judgeMoves(sheet.moves, good),
  ];
  const same = findSameSheet(sheet, sent.filter(isGood));
  return {
    violations: found.filter((each) => each !== undefined),
    warnings: [...findLostColumns(sheet, good), ...(same?.isNew ? [same.message] : [])],
    notices: same && !same.isNew ? [same.message] : [],
  };
}

/** Nights on which other rows of the sheet counted say nothing of how many there are. */
function findRowsDropped(
  { figures: { skus }, where = null }: JudgedSheet,
  runs: readonly SheetRun[],
  minRows: number,
): RunViolation | undefined {
  const good = runs.filter(({ settings }) => (settings['where'] ?? null) === where);
  const usual = medianOf(good.map(({ sheet }) => sheet.figures.skus)) ?? 0;
  if (usual < FEW_ROWS || !isMoreThan(usual - skus, 100 - minRows, usual)) return undefined;
  const which = good.length === 1 ? 'the last run' : `median of ${good.length} runs`;
  return {
    rule: 'rows_dropped',
    message: `the sheet sets ${count(skus, 'SKU')}, and usually ${usual} (${which}): ${describeShare(skus, usual)}, and --min-rows is ${minRows} %`,
  };
}

/** Older by the time of the file, or the very sheet of an earlier run after others came, in a job whose sheets are new ones. */
function findOlderSheet(sheet: JudgedSheet, sent: readonly SheetRun[]): RunViolation | undefined {
  const { modified } = sheet.figures;
  const [last] = sent;
  if (!last || last.sheet.sha256 === sheet.sha256) return undefined;
  const again = sent.find(({ sheet: { sha256 } }) => sha256 === sheet.sha256);
  if (again && isUsuallyNew(sent)) {
    const times = [again.started_at, last.started_at];
    const today = new Date(sheet.startedAt).toISOString().slice(0, 'YYYY-MM-DD'.length);
    const isToday = times.every((time) => time.startsWith(today));
    const [first = '', later = ''] = times.map((time) =>
      isToday ? nameTime(time).slice(11) : nameTime(time),
    );
    return {
      rule: 'older_sheet',
      message: `this is the sheet of ${first} again; a newer one came at ${later}${nameCut(last)}`,
    };
  }
  const newest = modifiedBefore(last);
  if (modified === null || newest === null || modified >= newest) return undefined;
  return {
    rule: 'older_sheet',
    message: `the sheet is older than that of the run of ${nameTime(last.started_at)}${nameCut(last)}, whose file is of ${nameTime(newest)}: its file is of ${nameTime(modified)}`,
  };
}

/** When the file of a run was modified; `null` also if that is after the run: by a clock that was ahead every later file would be older. */
function modifiedBefore({ sheet, started_at }: SheetRun): string | null {
  const { modified } = sheet.figures;
  return modified !== null && isFuture(modified, Date.parse(started_at)) ? null : modified;
}

/** Prices may be as before once a clearance is over: then the same sheets come again and again. */
function isUsuallyNew(sent: readonly SheetRun[]): boolean {
  const distinct = new Set(sent.map(({ sheet }) => sheet.sha256)).size;
  return distinct >= FEW_SHEETS && distinct * 2 > sent.length;
}

/** Fewer sheets say little of how a job's sheets usually are. */
const FEW_SHEETS = 3;

/** A second run in the same evening is no other night. */
const SAME_NIGHT_MS = 6 * 3600 * 1000;

/** `isNew`: it is the first night on which the sheet came again. */
function findSameSheet({ sha256, startedAt }: JudgedSheet, good: readonly SheetRun[]) {
  const end = good.findIndex(({ sheet }) => sheet.sha256 !== sha256);
  const same = end === -1 ? good : good.slice(0, end);
  const first = same.at(-1);
  if (!first) return undefined;
  const isOfOtherNight = (time: number): boolean => time - Date.parse(first.started_at) >= SAME_NIGHT_MS;
  if (!isOfOtherNight(startedAt)) return undefined;
  return {
    message: `The sheet is the same as in the run of ${nameTime(first.started_at)}: nothing in it has changed since`,
    isNew: !same.some(({ started_at }) => isOfOtherNight(Date.parse(started_at))),
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

/** Half of the amounts of a field may move by this much: more than a general rise, less than a sales tax. */
const LIMIT = Math.log(1.15);
/** A job whose amounts usually move far may go on so. */
const TIMES_USUAL = 3;

/** Entries of rows whose values are compared with a listing. */
const JUDGED: ReadonlySet<PlanEntry['kind']> = new Set(['update', 'unchanged', 'blocked', 'held']);

/** How far the amounts of a sheet moved since sheet and service last agreed on them, SKU by SKU and never as a sum. */
export class MovedAmounts {
  readonly #agreedOf: AgreedOf;
  readonly #ratios = new Map<MoneyField, LogHistogram>(
    MONEY_FIELDS.map((field) => [field, new LogHistogram()]),
  );

  constructor(agreedOf: AgreedOf) {
    this.#agreedOf = agreedOf;
  }

  add(entry: PlanEntry): void {
    if (!JUDGED.has(entry.kind) || !('resolved' in entry)) return;
    const { desired, listing } = entry.resolved;
    const agreedOn = this.#agreedOf(listing.id);
    for (const field of MONEY_FIELDS) {
      const cents = desired[field];
      const agreed = cents == null ? undefined : agreedOn(field);
      if (typeof agreed === 'number' && agreed > 0) this.#ratios.get(field)?.add((cents ?? 0) / agreed);
    }
  }

  /** The median ratio of each field that enough rows say something of. */
  moves(): RunRecord['moves'] {
    return Object.fromEntries(
      [...this.#ratios].flatMap(([field, ratios]) => {
        const median = ratios.count < FEW_ROWS ? undefined : ratios.median();
        return median === undefined ? [] : [[field, median]];
      }),
    );
  }
}

/** `good`: earlier runs of the job, to compare with. */
export function judgeMoves(moves: RunRecord['moves'], good: readonly RunRecord[]): RunViolation | undefined {
  const messages = MONEY_FIELDS.flatMap((field) => {
    const move = moves[field];
    if (move === undefined) return [];
    const usual = medianOf(good.map((run) => distanceOf(run.moves[field] ?? 1))) ?? 0;
    const limit = Math.max(LIMIT, usual * TIMES_USUAL);
    if (distanceOf(move) <= limit) return [];
    const isUp = move > 1;
    const share = (distance: number): string =>
      describeShare(Math.abs(Math.exp(isUp ? distance : -distance) - 1), 1);
    return [
      `${field}: half of the amounts went ${isUp ? 'up' : 'down'} by ${share(distanceOf(move))} or more since the last run (usually by ${share(usual)}), and the limit is ${share(limit)}`,
    ];
  });
  return messages.length === 0 ? undefined : { rule: 'totals_moved', message: messages.join('; ') };
}

/** Twice as much and half as much are equally far. */
function distanceOf(ratio: number): number {
  return Math.abs(Math.log(ratio));
}
