import { dirname, resolve } from 'node:path';
import { dayAt, formatDay } from '../domain/day.ts';
import type { SheetFigures } from '../domain/documents/ledger.ts';
import { EXIT } from '../domain/exit-codes.ts';
import { FEW_ROWS } from '../domain/flawed-rows.ts';
import { isOwnSheet } from '../domain/own-sheets.ts';
import { maskOfKey } from '../domain/secret.ts';
import type { RunViolation } from '../plan/check-run-guards.ts';
import type { GuardLimits } from '../plan/guard-rules.ts';
import type { SheetShape } from '../report/files/render-retry.ts';
import type { UndoShape } from '../report/files/render-undo.ts';
import type { RunReport } from '../report/tally/run-report.ts';
import { capitalize } from '../report/text/words.ts';
import { FOUND_DELIMITERS } from '../sheet/choose-dialect.ts';
import type { Source } from '../sheet/open-source.ts';
import type { Sheet } from '../sheet/scan-sheet.ts';
import type { SheetOptions } from '../sheet/sheet-options.ts';
import type { PlanHead } from './folder/plan-schema.ts';
import { nameNewerSheet } from './job/newer-runs.ts';
import { type Job, type RunHost, type RunPorts, type RunSettings, warn } from './job/run.ts';
import { withLock } from './lock/with-lock.ts';
import { withOpenNotes } from './sheet/judge-notes.ts';
import { moveDone } from './sheet/move-done.ts';
import { noticeIgnored, noticeReading, warnOfSheet } from './sheet/notice-sheet.ts';
import { asItsSheet, type OwnFile } from './sheet/own-file.ts';
import {
  describeReading,
  type JobSheet,
  type JobSheetRequest,
  readJobSheet,
  settleCommand,
} from './sheet/read-job-sheet.ts';
import { currenciesToKeep } from './sheet/sheet-columns.ts';
import { type SheetIntake, takeSheet } from './sheet/take-sheet.ts';
import { describeUnsettled, toNotice } from './sheet/unsettled-columns.ts';
import { runJob } from './steps/run-job.ts';

export interface SyncRequest {
  readonly command: 'sync' | 'diff';
  /** The sheet's name from run to run; nothing is remembered about a sheet without one. */
  readonly job?: string | undefined;
  /** A path, or `-` for standard input. */
  readonly sheet: string;
  readonly intake?: SheetIntake | undefined;
  readonly reading: SheetOptions;
  readonly matching: Job['matching'];
  readonly limits: GuardLimits;
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
  const { command, sheet, intake = {}, job: name, settings } = request;
  const claim = { command, subject: intake.pattern ?? sheet, job: name, settings };
  return withLock(claim, host, async (locked) => {
    const { ports, onEvent } = locked;
    const onWait = (message: string): void => onEvent({ event: 'wait', message });
    const { path, notices } = await takeSheet(sheet, intake, { ...ports, onWait });
    for (const notice of notices) warn(notice, locked);
    const { job, source } = await readJob({ ...request, sheet: path }, { stdin, notices }, locked);
    const report = await runJob(job, locked);
    // A sheet whose rows were all worked through is done; what is left to do is in `retry.csv`.
    const isDone = !report.dryRun && (report.exitCode === EXIT.done || report.exitCode === EXIT.attention);
    if (intake.doneTo === undefined || !isDone) return report;
    const { isMoved, notice } = moveDone(source, { ...ports, doneTo: intake.doneTo });
    if (!isMoved) warn(notice, locked);
    return { ...report, notices: [...report.notices, notice] };
  });
}

interface Taken {
  readonly stdin: AsyncIterable<Uint8Array>;
  /** About how the sheet was chosen. */
  readonly notices: readonly string[];
}

/** Reads the sheet. */
async function readJob(
  request: SyncRequest,
  { stdin, notices }: Taken,
  host: RunHost,
): Promise<{ readonly job: Job; readonly source: Source }> {
  const { ports, confirm, onEvent } = host;
  const { limits, settings } = request;
  const began = ports.clock.monotonic();
  onEvent({ event: 'stage', stage: 'read' });
  let count = 0;
  const asked = toJobSheet(request, ports);
  const found = await readJobSheet(asked, {
    ...ports,
    stdin,
    now: ports.clock.now(),
    onRow: () => {
      if (++count % REPORT_EVERY_ROWS === 0) reportRead(count, host);
    },
  });
  const { source, sheet, own, options, digest, rows, unreadCost, disagreement } = found;
  const { asOf } = options;
  const reading = asItsSheet(describeReading(sheet.reading, digest.changesOn), own);
  const isWatched = settings.dryRun || confirm !== undefined;
  const { unsettled, settle, findings } = judgeJobSheet(found, { asked, isWatched, settings, ports });
  const notes = found.notes && withOpenNotes(found.notes);
  const currencies = currenciesToKeep(found.columns);
  const warnings = warnOfSheet(sheet.reading, digest);
  const aboutReading = noticeReading(found, namedElsewhere(found));
  for (const notice of warnings) warn(notice, host);
  const job: Job = {
    command: request.command,
    input: {
      name: source.name,
      isOfSheet: own?.isOfSheet,
      reading,
      sheet: {
        path: source.path,
        cwd: ports.cwd,
        sha256: source.sha256,
        job: request.job ?? null,
        ...(request.job === undefined &&
          own?.jobOfHistory && { undone_job: own.jobOfHistory, undone_runs: [] }),
        encoding: reading.encoding,
        columns: reading.columns,
        // A file that a run wrote has some of the sheet's rows, and remarks beside them.
        ...(!own && { left_out: found.leftOut }),
        ...(currencies && { currencies }),
        ...(notes && { notes: { ...notes } }),
        ...(!own && ((!unsettled && !found.note) || confirm) && { columns_agreed: true as const }),
        ...(unsettled && !limits.allow.has('unsettled') && { unsettled, settle }),
        ...(asOf > dayAt(ports.clock.now()) && { read_for: formatDay(asOf) }),
        decimal_signs: reading.decimal_signs,
        ...(reading.changes_on && { changes_on: reading.changes_on }),
        ...(reading.date_order && { date_order: reading.date_order }),
        figures: describeFigures(found),
      },
      rows,
      caveat: isWatched ? unreadCost : undefined,
      readMs: ports.clock.monotonic() - began,
      shape: describeShape(sheet, { ...request.reading, costPer: options.costPer }),
      warnings: [
        ...notices,
        ...noticeNoAge(source, request),
        ...(unsettled && isWatched ? [noticeUnsettled(unsettled, settle)] : []),
        ...warnings,
      ],
      notices: [
        ...findings.flatMap((each) => noticeAllowed(each, limits)),
        ...(disagreement ? [disagreement.message] : []),
        ...aboutReading,
        ...noticeIgnored(sheet.reading, digest),
        ...(own?.settled && own.head?.command !== 'undo' && !settings.dryRun ? [REPAIR_THE_SHEET] : []),
      ],
      knownNotices: found.isReadAsBefore && !unsettled ? aboutReading : [],
    },
    settings,
    matching: request.matching,
    duplicates: request.reading.duplicates,
    limits: own ? ofSomeRows(request, own, count) : limits,
    violations: findings.flatMap((each) => refuse(each, request)),
  };
  return { job, source };
}

/** What nobody has settled of a sheet, with the command that does, and what the run rules about files and headers have found. */
function judgeJobSheet(
  found: JobSheet,
  {
    asked,
    isWatched,
    ...tools
  }: Pick<Job, 'settings'> & {
    readonly asked: JobSheetRequest;
    readonly isWatched: boolean;
    readonly ports: RunPorts;
  },
) {
  const { own, unsettled: open, disagreement, note, notes, nothing, age } = found;
  const choice = disagreement?.choice;
  const isOpen = open.length > 0;
  const unsettled = isOpen ? describeUnsettled(open) : own?.unsettled;
  const settle = isOpen ? found.settle : own?.settle;
  const isChoice = isOpen && choice?.where !== undefined;
  const meant = nothing?.meant && settleCommand(asked, { map: nothing.meant });
  const findings: readonly Finding[] = [
    ...(isWatched ? [] : [{ rule: 'unsettled', found: unsettled, settle, isChoice } as const]),
    { rule: 'sheet_note', found: note, readAs: notes?.readAs },
    { rule: 'nothing_to_set', found: nothing?.message, settle: meant },
    { rule: 'sheet_age', found: age },
    { rule: 'older_sheet', found: own?.head && describeOlder(own.head, tools) },
  ];
  return { unsettled, settle, findings } as const;
}

/** Of a file that a run wrote: what it says of its rows is from before. */
function describeOlder(head: PlanHead, tools: Parameters<typeof nameNewerSheet>[1]): string | undefined {
  const newer = nameNewerSheet(head, tools);
  return (
    newer &&
    `the file was written before another sheet of the job "${head.sheet.job}" was sent, by ${newer}: take the newest file, or correct the sheet`
  );
}

/** The headers that another message names, or that somebody has left out. */
function namedElsewhere({ columns, unsettled, nothing }: JobSheet): readonly string[] {
  const leftOut = columns.filter(({ kept }) => kept.length > 0);
  return [...[...unsettled, ...leftOut].map(({ header }) => header), ...(nothing?.named ?? [])];
}

function toJobSheet(request: SyncRequest, { cwd }: RunPorts): JobSheetRequest {
  const { sheet, job, intake, reading, matching, settings } = request;
  const { platform, channel } = matching.filters;
  const { out, given } = settings;
  return {
    path: sheet,
    job,
    options: { ...reading, redact: maskOfKey(settings.service.apiKey) },
    maxAgeMs: intake?.maxAgeMs,
    parents: [resolve(cwd, 'runs'), ...(out === undefined ? [] : [dirname(resolve(cwd, out))])],
    given,
    isOfOneMarket: platform !== undefined || channel !== undefined,
  };
}

function noticeUnsettled(unsettled: string, settle: string | undefined): string {
  return `${capitalize(toNotice(unsettled))}; to settle that for all runs: ${settle} --save-mapping`;
}

/** Of a retry file. */
const REPAIR_THE_SHEET = 'Repair these rows in the sheet too, or its next run has them as they were';

const REPORT_EVERY_ROWS = 10_000;

function noticeNoAge({ file, path }: Source, { intake }: SyncRequest): readonly string[] {
  if (intake?.maxAgeMs === undefined || file) return [];
  return [`--max-age was not checked: "${path}" is not a file, and its age is unknown`];
}

/** Errors: the signal's reason; nothing was changed by then. */
function reportRead(done: number, { ports, onEvent }: RunHost): void {
  ports.signal.throwIfAborted();
  onEvent({ event: 'progress', phase: 'read', done, total: undefined });
}

/** A file that a run wrote is not the job's sheet. */
function describeFigures({ source, digest, rows }: JobSheet): SheetFigures | undefined {
  if (isOwnSheet(source.path)) return undefined;
  const modified = source.file?.mtimeMs;
  return {
    ...digest.figures,
    size: source.size,
    modified: modified === undefined ? null : new Date(modified).toISOString(),
    skus: rows.facts.skus,
  };
}

/**
 * A file with some rows of a sheet: a share of a few says nothing, and rows that had to be repaired are the bad ones of many. A limit that
 * somebody gave counts.
 */
function ofSomeRows({ limits, settings }: SyncRequest, { isRetry }: OwnFile, rows: number): GuardLimits {
  const isShare = limits.maxUpdates?.kind === 'percent' && rows < FEW_ROWS;
  const isGiven = settings.shown['max-invalid']?.from !== 'default';
  return {
    ...limits,
    ...(isShare && { maxUpdates: undefined }),
    ...(isRetry && !isGiven && { maxInvalid: 100 }),
  };
}

/** What a run rule found in the file or its header, if it found anything. */
interface Finding extends Pick<RunViolation, 'rule' | 'settle' | 'isChoice' | 'readAs'> {
  readonly found: string | undefined;
}

/** A header may contain the key by mistake. */
function refuse(
  { found, settle, ...finding }: Finding,
  { limits, settings }: SyncRequest,
): readonly RunViolation[] {
  if (found === undefined || limits.allow.has(finding.rule)) return [];
  const { redact } = settings.service.apiKey;
  return [{ ...finding, message: redact(found), ...(settle && { settle: redact(settle) }) }];
}

/** If the rule is waived, a notice says what it found. */
function noticeAllowed({ rule, found }: Finding, { allow }: GuardLimits): readonly string[] {
  if (found === undefined || !allow.has(rule)) return [];
  return [`Allowed by --allow ${rule}: ${toNotice(found)}`];
}

/** The files that go back into `sync` are written like the sheet, so that the same settings read them. */
function describeShape(
  { reading }: Sheet,
  { decimalSign, moneyUnit, costPer, clearToken }: SheetOptions,
): SheetShape & UndoShape {
  const { dialect, decimalSigns, table } = reading;
  const found = [...decimalSigns.values()].includes(',') ? ',' : '.';
  // Other delimiters are only recognized by a flag.
  const delimiter = FOUND_DELIMITERS.includes(dialect.delimiter) ? dialect.delimiter : ',';
  return {
    header: table.header,
    listingIdAt: reading.columns.get('listing_id')?.index,
    delimiter,
    decimalSign: decimalSign ?? found,
    moneyUnit,
    costPer,
    clearToken,
  };
}
