import { hostname, userInfo } from 'node:os';
import type { Book, Drift } from './book.ts';
import { countChanges, countRows, NOTHING_DONE, sheetRecord } from './expected-record.ts';
import { attentionLines, changeLines, countVerdicts, driftLines } from './history-lines.ts';
import type { JudgedRow, State } from './judge-rows.ts';
import type { KilledRun } from './read-killed-run.ts';
import type { Delivery } from './sheet.ts';

type Json = Readonly<Record<string, unknown>>;

/** What the history has to say of a run. */
export interface ExpectedRun {
  readonly record: Json;
  readonly lines: readonly string[];
  /** What the process has to end with; `undefined` if it was killed. */
  readonly exitCode?: number;
  /** Takes the run into the book. */
  readonly conclude: () => void;
}

/** What is the same for all runs of the job. */
export interface JobFacts {
  readonly cwd: string;
  readonly account: Json;
}

/** A run that had a sheet to work on, as the play saw it. */
export interface SeenRun {
  readonly delivery: Delivery;
  readonly before: State;
  readonly after: State;
  /** Counted by the service. */
  readonly requests: Json;
  /** The run before it that held the lock. */
  readonly previous: Json | null;
  readonly isDryRun: boolean;
  /** It sent its updates one by one. */
  readonly isOneByOne: boolean;
}

interface Noted {
  /** When the run began, as the history has it. */
  readonly startedAt: string;
  readonly book: Book;
}

/** A run that came to its end. */
export function expectEnded(job: JobFacts, seen: SeenRun, { startedAt, book }: Noted): ExpectedRun {
  const { delivery, before, after, requests, isDryRun } = seen;
  const judged = book.judge(delivery, before);
  const moves = book.movesOf(judged);
  const rules = book.rulesBroken(delivery, moves);
  const isStopped = rules.length > 0;
  const drifts = book.driftsOf(judged, { isStopped, state: before });
  const issues = book.issuesOf(judged, startedAt);
  const counts = countRows(judged, { rules, updates: () => (isDryRun ? 'planned' : 'updated'), drifts });
  const exitCode = isStopped ? 4 : Number(counts['attention']) > 0 ? 3 : 0;
  const record = {
    ...commonRecord(job, isDryRun),
    by: WHO,
    exit_code: exitCode,
    verdict: VERDICTS[exitCode],
    stopped: isStopped ? { code: 'guard', rules } : null,
    sheet: sheetRecord(delivery, job.cwd),
    counts,
    changes: isStopped ? {} : countChanges(judged.filter(isUpdated).flatMap((row) => row.differences)),
    requests,
    settings: settingsOf(job, seen),
    drift: book.agreed.size === 0 ? null : countVerdicts(drifts),
    news: isStopped ? null : book.newsOf(issues),
    moves,
    previous: isDryRun ? null : seen.previous,
  };
  const lines = [
    ...changeLines(delivery, { before, after }),
    ...driftLines(drifts),
    ...(isStopped ? [] : attentionLines(issues)),
  ];
  const conclude = (): void => {
    if (isStopped || isDryRun) return;
    book.conclude(judged, { issues, drifts });
    book.keepGood(delivery, moves);
  };
  return { record, lines: isDryRun ? [] : lines, exitCode, conclude };
}

/** A run that stopped before its first request, since the sheet had a column that nobody has settled. */
export function expectUnsettled(job: JobFacts, seen: SeenRun, book: Book): ExpectedRun {
  const { delivery, before, requests, previous } = seen;
  const judged = book
    .judge(delivery, before)
    .map((row) => (row.status === 'duplicate' ? row : { ...row, status: 'updated' as const }));
  const rules = ['unsettled'];
  const { folder: _, ...nothing } = NOTHING_DONE;
  const record = {
    ...commonRecord(job, false),
    by: WHO,
    ...nothing,
    exit_code: 4,
    verdict: 'failed',
    stopped: { code: 'guard', rules },
    sheet: sheetRecord(delivery, job.cwd),
    counts: countRows(judged, { rules, updates: () => 'planned', drifts: [] }),
    requests,
    settings: settingsOf(job, seen),
    previous,
  };
  return { record, lines: [], exitCode: 4, conclude: () => {} };
}

/** A run that never came to have a folder. */
export function expectRefused(job: JobFacts, isDryRun: boolean, { code, exitCode }: Refusal): ExpectedRun {
  const record = {
    ...commonRecord(job, isDryRun),
    by: WHO,
    exit_code: exitCode,
    verdict: 'failed',
    stopped: { code, rules: [] },
    ...NOTHING_DONE,
  };
  return { record, lines: [], exitCode, conclude: () => {} };
}

export interface Refusal {
  readonly code: string;
  readonly exitCode: number;
}

/** A run that was killed, as its folder describes it. What it made is in the book by then. */
export function expectKilled(
  job: JobFacts,
  seen: SeenRun & {
    readonly judged: readonly JudgedRow[];
    readonly left: KilledRun;
    readonly drifts: readonly Drift[];
  },
  { startedAt, book }: Noted,
): ExpectedRun {
  const { delivery, before, after, judged, left } = seen;
  const { known, exitCode } = left;
  const issues = left.hasPlan ? book.issuesOf(judged, startedAt) : [];
  const updates = ({ row: { id = '' } }: JudgedRow) => (known.has(id) ? 'updated' : 'planned');
  const made = judged.filter((row) => isUpdated(row) && known.has(row.row.id ?? ''));
  const isWhole = exitCode !== null;
  const record = {
    ...commonRecord(job, false),
    // A run folder does not say who ran it, and only its summary how the run compared with others.
    by: { user: null, host: null, ci: null },
    drift: isWhole && book.agreed.size > 0 ? countVerdicts(seen.drifts) : null,
    news: isWhole ? book.newsOf(issues) : null,
    moves: {},
    exit_code: exitCode,
    verdict: isWhole ? VERDICTS[exitCode] : 'killed',
    stopped: null,
    sheet: left.hasPlan ? sheetRecord(delivery, job.cwd) : null,
    counts: left.hasPlan ? countRows(judged, { rules: [], updates, drifts: seen.drifts }) : null,
    changes: countChanges(made.flatMap(({ differences }) => differences)),
    requests: isWhole ? seen.requests : null,
    settings: isWhole ? settingsOf(job, seen) : {},
    previous: seen.previous,
  };
  const conclude = (): void => {
    if (!isWhole) return;
    book.conclude([], { issues, drifts: [] });
    book.keepGood(delivery, {});
  };
  return {
    record,
    lines: [...changeLines(delivery, { before, after, only: known }), ...attentionLines(issues)],
    conclude,
  };
}

const WHO = { user: userInfo().username, host: hostname(), ci: null };
const VERDICTS: Readonly<Record<number, string>> = { 0: 'ok', 3: 'attention', 4: 'failed' };

function isUpdated({ status }: JudgedRow): boolean {
  return status === 'updated';
}

function commonRecord({ account }: JobFacts, isDryRun: boolean): Json {
  const command = isDryRun ? 'diff' : 'sync';
  return { kind: 'run', version: 1, command, dry_run: isDryRun, job: 'costs', account };
}

function settingsOf({ account }: JobFacts, { isOneByOne }: SeenRun): Json {
  const always = { 'base-url': account['base_url'], rate: '100000', 'follow-up': 'false' };
  return { ...always, ...(isOneByOne && { concurrency: '1' }) };
}
