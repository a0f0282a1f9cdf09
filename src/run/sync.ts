import { dirname, relative, resolve } from 'node:path';
import type { ListingFilters } from '../domain/fits.ts';
import { maskOfKey } from '../domain/mask-of-key.ts';
import type { Row } from '../domain/row.ts';
import type { Shard } from '../domain/shard.ts';
import type { RunViolation } from '../plan/check-run.ts';
import type { ShardGuards } from '../plan/guards-of-shard.ts';
import type { GuardLimits } from '../plan/limits.ts';
import type { SheetShape } from '../report/files/render-retry.ts';
import type { UndoShape } from '../report/files/render-undo.ts';
import type { RunReport } from '../report/tally/run-report.ts';
import { RowFactsCollector } from '../resolve/row-facts.ts';
import { FOUND_DELIMITERS } from '../sheet/choose-dialect.ts';
import { COLUMN_NAMES } from '../sheet/header/column-names.ts';
import { isSameHeader } from '../sheet/header/read-header.ts';
import { type Sheet, type SheetOptions, scanSheet } from '../sheet/read-sheet.ts';
import { openSource } from '../sheet/read-source.ts';
import type { AccountLock, RunSettings, Surroundings } from './job/job.ts';
import { settingsOfShard } from './job/settings-of-shard.ts';
import { withLock } from './lock/with-lock.ts';
import { describeReading, type ReadingJson } from './sheet/describe-reading.ts';
import { columnsChanged, compareColumns, findLastColumns, type LastColumns } from './sheet/last-columns.ts';
import { findNothingToSet, type NothingToSet } from './sheet/nothing-to-set.ts';
import { noticeSheet, warnOfSheet, withoutColumns } from './sheet/notice-sheet.ts';
import { areOurColumns, toReadingOptions } from './sheet/own-file.ts';
import { questionColumns } from './sheet/question-columns.ts';
import { pickRows, type RowSource, toSheetRows } from './sheet/row-source.ts';
import { ShardOfSheet } from './sheet/shard-of-sheet.ts';
import { SheetTally } from './sheet/tally-sheet.ts';
import { runJob } from './steps/run-job.ts';

export interface SyncRequest {
  readonly command: 'sync' | 'diff';
  /** What the sheet is called from run to run; nothing is remembered of one without a name. */
  readonly job?: string | undefined;
  /** A path, or `-` for standard input. */
  readonly sheet: string;
  readonly reading: SheetOptions;
  readonly filters: ListingFilters;
  readonly match: 'one' | 'all';
  /** A SKU that is not listed means the one that differs in case only. */
  readonly ignoreCase: boolean;
  /** Currency of rows that don't say one themselves. */
  readonly currency?: string | undefined;
  readonly limits: GuardLimits;
  /** The part of the sheet that is brought in step, where it is not all of it. */
  readonly shard?: Shard | undefined;
  readonly settings: RunSettings;
}

/**
 * Brings the listings in step with a sheet, or shows what that would take.
 *
 * Errors: `SheetError` where the sheet can't be read; further `withLock` and `runJob`.
 */
export function sync(
  request: SyncRequest,
  stdin: AsyncIterable<Uint8Array>,
  surroundings: Surroundings,
): Promise<RunReport> {
  const { command, sheet, shard } = request;
  const settings = settingsOfShard(request.settings, shard);
  return withLock({ command, subject: sheet, shard, settings }, surroundings, (lock, around) =>
    syncLocked({ ...request, settings }, { stdin, lock }, around),
  );
}

async function syncLocked(
  request: SyncRequest,
  { stdin, lock }: { readonly stdin: AsyncIterable<Uint8Array>; readonly lock: AccountLock | undefined },
  surroundings: Surroundings,
): Promise<RunReport> {
  const source = await openSource(request.sheet, { ...surroundings, stdin });
  const path = resolve(surroundings.cwd, request.sheet);
  const collector = new RowFactsCollector();
  const tally = new SheetTally();
  const last = findLast(request, surroundings);
  const asked = toReadingOptions(path, request.reading, surroundings.disk);
  const redact = maskOfKey(request.settings.service.apiKey);
  const options = { ...asked, settled: asked.settled ?? last?.settled, redact };
  let count = 0;
  const sheet = await scanSheet(source, options, (row) => {
    tally.add(row);
    collector.add(row);
    if (++count % TOLD_EVERY_ROWS === 0) reportRead(count, surroundings);
  });
  const digest = tally.result();
  const reading = describeReading(sheet.reading);
  const isWatched = request.settings.dryRun || surroundings.confirm !== undefined;
  const changed = noticeChangedColumns(request, { last, reading, isWatched });
  const questions = questionColumns(sheet.reading.questions, {
    sheet: request.sheet,
    job: request.job,
    map: options.map,
    isWatched,
  });
  const { duplicates } = request.reading;
  const whole = await toSheetRows(sheet, { count, facts: collector.result(), duplicates });
  const { rows, limits, violations } = await takeShard(request, whole);
  const nothing = findNothingToSet(sheet.reading, { map: options.map, counts: digest.counts });
  const others = withoutColumns(sheet.reading, nothing?.named ?? []);
  const warnings = warnOfSheet(others, digest);
  for (const notice of warnings) surroundings.onWarning?.(notice);
  const job = {
    command: request.command,
    input: {
      path: source.path,
      name: source.name,
      sha256: source.sha256,
      job: request.job,
      reading,
      columnsAgreed: isWatched || request.reading.map.size > 0 || isAgreedAlready(sheet, options),
      rows,
      shape: describeShape(sheet, request.reading),
      warnings: [...changed, ...questions, ...warnings],
      notices: [...noticeAllowed(nothing, limits), ...noticeSheet(others, digest)],
    },
    settings: request.settings,
    matching: {
      filters: request.filters,
      match: request.match,
      currency: request.currency,
      ignoreCase: request.ignoreCase,
    },
    duplicates,
    limits,
    violations: [...refuseNothing(nothing, request), ...violations],
    shard: request.shard,
    lock,
  };
  return runJob(job, surroundings);
}

/** What nobody was asked about is judged anew every night: a name says no less, but what stands around it may speak against it. */
function isAgreedAlready({ reading: { table } }: Sheet, { settled }: SheetOptions): boolean {
  return settled !== undefined && isSameHeader(settled.header, table.header);
}

const TOLD_EVERY_ROWS = 10_000;

/** Errors: the signal's reason where it is aborted: nothing was begun by then. */
function reportRead(done: number, { signal, onProgress }: Surroundings): void {
  signal.throwIfAborted();
  onProgress({ phase: 'read', done, total: undefined });
}

/** A header may hold the key by mistake. */
function refuseNothing(
  nothing: NothingToSet | undefined,
  { limits, settings }: Pick<SyncRequest, 'limits' | 'settings'>,
): readonly RunViolation[] {
  if (!nothing || limits.allow.has('nothing_to_set')) return [];
  return [{ rule: 'nothing_to_set', message: settings.service.apiKey.redact(nothing.message) }];
}

/** Where it is let pass it is still said. */
function noticeAllowed(nothing: NothingToSet | undefined, { allow }: GuardLimits): readonly string[] {
  if (!nothing || !allow.has('nothing_to_set')) return [];
  return [`Let pass by --allow nothing_to_set: ${nothing.message}`];
}

/** The rows of the run, and what it is judged by. */
async function takeShard(
  { shard, limits, ...rules }: SyncRequest,
  whole: RowSource<Row>,
): Promise<ShardGuards & { readonly rows: RowSource }> {
  if (!shard) return { rows: whole, limits, violations: [] };
  const part = new ShardOfSheet(shard, { ...rules, limits });
  const rows = await pickRows(whole, (row) => part.owns(row), {
    onRow: (row) => part.add(row),
  });
  return { rows, ...part.result() };
}

/** What the last run of the same job took its columns for; nothing where a map says which column is which. */
function findLast(
  { job, reading, settings: { out } }: SyncRequest,
  { cwd, disk }: Surroundings,
): LastColumns | undefined {
  if (job === undefined || COLUMN_NAMES.every((name) => reading.map.has(name))) return undefined;
  const parents = [resolve(cwd, 'runs'), ...(out === undefined ? [] : [dirname(resolve(cwd, out))])];
  const last = findLastColumns(parents, job, disk);
  return last && { ...last, folder: relative(cwd, last.folder) };
}

interface ChangeContext {
  readonly last: LastColumns | undefined;
  readonly reading: ReadingJson;
  readonly isWatched: boolean;
}

/**
 * A column that means something else than in the last run of the same job is how a wrong amount gets in unseen. Somebody
 * who watches is told; nobody watching, the run ends here, unless the config file says which column is which.
 */
function noticeChangedColumns(
  { job, sheet, reading: { map, mapOfFile = new Map() } }: SyncRequest,
  { last, reading: { columns }, isWatched }: ChangeContext,
): readonly string[] {
  const changes = last && !areOurColumns(columns) ? compareColumns(last.columns, columns, map) : [];
  if (!last || job === undefined || changes.length === 0) return [];
  if (!isWatched)
    throw columnsChanged(changes, {
      folder: last.folder,
      sheet,
      job,
      map: mapOfFile,
    });
  return [`The columns are not those of the last run of the job "${job}": ${changes.join('; ')}`];
}

/** The files that go back into `sync` are written the way the sheet was, so that the same settings read them. */
function describeShape(
  { reading }: Sheet,
  { decimalSign, moneyUnit, clearToken }: SheetOptions,
): SheetShape & UndoShape {
  const { dialect, decimalSigns, table } = reading;
  const found = [...decimalSigns.values()].includes(',') ? ',' : '.';
  // A delimiter that only a flag could tell would have to be told again.
  const delimiter = FOUND_DELIMITERS.includes(dialect.delimiter) ? dialect.delimiter : ',';
  return { header: table.header, delimiter, decimalSign: decimalSign ?? found, moneyUnit, clearToken };
}
