import { dirname, relative, resolve } from 'node:path';
import type { ListingFilters } from '../domain/fits.ts';
import { maskOfKey } from '../domain/mask-of-key.ts';
import type { Row } from '../domain/row.ts';
import type { Shard } from '../domain/shard.ts';
import type { RunViolation } from '../plan/check-run-guards.ts';
import type { ShardGuards } from '../plan/guards-of-shard.ts';
import type { GuardLimits } from '../plan/limits.ts';
import type { SheetShape } from '../report/files/render-retry.ts';
import type { UndoShape } from '../report/files/render-undo.ts';
import type { RunReport } from '../report/tally/run-report.ts';
import { RowFactsCollector } from '../resolve/row-facts.ts';
import { connectEarly } from '../service/connect-early.ts';
import { FOUND_DELIMITERS } from '../sheet/choose-dialect.ts';
import { COLUMN_NAMES } from '../sheet/header/column-names.ts';
import { isSameHeader } from '../sheet/header/read-header.ts';
import { type Sheet, type SheetOptions, scanSheet } from '../sheet/read-sheet.ts';
import { openSource } from '../sheet/read-source.ts';
import type { AccountLock, Job, RunSettings } from './job/job.ts';
import type { RunHost, RunPorts } from './job/run.ts';
import { settingsOfShard } from './job/settings-of-shard.ts';
import { withLock } from './lock/with-lock.ts';
import { checkAmbiguousColumns } from './sheet/check-ambiguous-columns.ts';
import { describeReading, type ReadingJson } from './sheet/describe-reading.ts';
import { findNothingToSet, type NothingToSet } from './sheet/find-nothing-to-set.ts';
import { columnsChanged, compareColumns, findLastColumns, type LastColumns } from './sheet/last-columns.ts';
import { noticeSheet, warnOfSheet, withoutColumns } from './sheet/notice-sheet.ts';
import { areOurColumns, toReadingOptions } from './sheet/own-file.ts';
import { pickRows, type RowSource, toSheetRows } from './sheet/row-source.ts';
import { ShardOfSheet } from './sheet/shard-of-sheet.ts';
import { SheetTally } from './sheet/tally-sheet.ts';
import { runJob } from './steps/run-job.ts';

export interface SyncRequest {
  readonly command: 'sync' | 'diff';
  /** The sheet's name from run to run; nothing is remembered about a sheet without one. */
  readonly job?: string | undefined;
  /** A path, or `-` for standard input. */
  readonly sheet: string;
  readonly reading: SheetOptions;
  readonly filters: ListingFilters;
  readonly match: 'one' | 'all';
  /** A SKU that is not listed matches one that differs in case only. */
  readonly ignoreCase: boolean;
  /** Currency of rows that don't say one themselves. */
  readonly currency?: string | undefined;
  readonly limits: GuardLimits;
  /** The shard of the sheet, if the run is not over all of it. */
  readonly shard?: Shard | undefined;
  readonly settings: RunSettings;
}

/**
 * Brings the listings in line with a sheet, or shows what that would change.
 *
 * Errors: `SheetError` if the sheet can't be read; further `withLock` and `runJob`.
 */
export function sync(
  request: SyncRequest,
  stdin: AsyncIterable<Uint8Array>,
  host: RunHost,
): Promise<RunReport> {
  const { command, sheet, shard } = request;
  const settings = settingsOfShard(request.settings, shard);
  return withLock({ command, subject: sheet, shard, settings }, host, (lock, locked) =>
    syncLocked({ ...request, settings }, { stdin, lock }, locked),
  );
}

interface Locked {
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly lock: AccountLock | undefined;
}

/** Connects to the service while the sheet is read: to connect takes a few round trips. */
async function syncLocked(request: SyncRequest, locked: Locked, host: RunHost): Promise<RunReport> {
  const early = connectEarly(request.settings.service, host.ports);
  try {
    const job = await readJob(request, locked, host);
    return await runJob(job, { ...host, ports: { ...host.ports, openTransport: early.openTransport } });
  } finally {
    await early.close();
  }
}

async function readJob(request: SyncRequest, { stdin, lock }: Locked, host: RunHost): Promise<Job> {
  const { ports, events } = host;
  const began = ports.clock.monotonic();
  const source = await openSource(request.sheet, { ...ports, stdin });
  const path = resolve(ports.cwd, request.sheet);
  const collector = new RowFactsCollector();
  const tally = new SheetTally();
  const last = findLast(request, ports);
  const asked = toReadingOptions(path, request.reading, ports.disk);
  const redact = maskOfKey(request.settings.service.apiKey);
  const options = { ...asked, settled: asked.settled ?? last?.settled, redact };
  let count = 0;
  const sheet = await scanSheet(source, options, (row) => {
    tally.add(row);
    collector.add(row);
    if (++count % REPORT_EVERY_ROWS === 0) reportRead(count, host);
  });
  const digest = tally.result();
  const reading = describeReading(sheet.reading);
  const isWatched = request.settings.dryRun || events.confirm !== undefined;
  const changed = noticeChangedColumns(request, { last, reading, isWatched });
  const questions = checkAmbiguousColumns(sheet.reading.questions, {
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
  for (const notice of warnings) events.onWarning?.(notice);
  return {
    command: request.command,
    input: {
      path: source.path,
      name: source.name,
      sha256: source.sha256,
      job: request.job,
      reading,
      columnsAgreed: isWatched || request.reading.map.size > 0 || isAgreedAlready(sheet, options),
      rows,
      readMs: ports.clock.monotonic() - began,
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
}

/**
 * Columns that nobody confirmed are judged again every night: their names say no less, but the columns around them may
 * contradict them.
 */
function isAgreedAlready({ reading: { table } }: Sheet, { settled }: SheetOptions): boolean {
  return settled !== undefined && isSameHeader(settled.header, table.header);
}

const REPORT_EVERY_ROWS = 10_000;

/** Errors: the signal's reason; nothing was changed by then. */
function reportRead(done: number, { ports, events }: RunHost): void {
  ports.signal.throwIfAborted();
  events.onProgress({ phase: 'read', done, total: undefined });
}

/** A header may contain the key by mistake. */
function refuseNothing(
  nothing: NothingToSet | undefined,
  { limits, settings }: Pick<SyncRequest, 'limits' | 'settings'>,
): readonly RunViolation[] {
  if (!nothing || limits.allow.has('nothing_to_set')) return [];
  return [{ rule: 'nothing_to_set', message: settings.service.apiKey.redact(nothing.message) }];
}

/** If the rule is waived, a notice says what it found. */
function noticeAllowed(nothing: NothingToSet | undefined, { allow }: GuardLimits): readonly string[] {
  if (!nothing || !allow.has('nothing_to_set')) return [];
  return [`Allowed by --allow nothing_to_set: ${nothing.message}`];
}

/** The rows of the run, and the guards that apply to them. */
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

/** The columns of the job's last run; `undefined` if a map names every column. */
function findLast(
  { job, reading, settings: { out } }: SyncRequest,
  { cwd, disk }: RunPorts,
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
 * A column that means something else than in the job's last run is how a wrong amount gets in unnoticed. An attended run
 * warns about it; an unattended one stops, unless the config file maps the columns.
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
  return [`The columns differ from the last run of the job "${job}": ${changes.join('; ')}`];
}

/** The files that go back into `sync` are written like the sheet, so that the same settings read them. */
function describeShape(
  { reading }: Sheet,
  { decimalSign, moneyUnit, clearToken }: SheetOptions,
): SheetShape & UndoShape {
  const { dialect, decimalSigns, table } = reading;
  const found = [...decimalSigns.values()].includes(',') ? ',' : '.';
  // Other delimiters are only recognized by a flag.
  const delimiter = FOUND_DELIMITERS.includes(dialect.delimiter) ? dialect.delimiter : ',';
  return { header: table.header, delimiter, decimalSign: decimalSign ?? found, moneyUnit, clearToken };
}
