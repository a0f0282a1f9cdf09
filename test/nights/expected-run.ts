import { hostname, userInfo } from 'node:os';
import type { Book, Doubt, Drift, Issue } from './book.ts';
import { countChanges, countRows, NOTHING_DONE, sheetRecord } from './expected-record.ts';
import { changeLines, countVerdicts, foundLine, noticedLine } from './history-lines.ts';
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
  /** Its lines of changes are counted. */
  readonly isAdded: boolean;
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
  readonly isDryRun: boolean;
  /** It sent its updates one by one. */
  readonly isOneByOne: boolean;
}

interface Noted {
  /** As the history has it. */
  readonly run: { readonly id: string; readonly started_at: string };
  readonly book: Book;
}

/** A run that came to its end. */
export function expectEnded(job: JobFacts, seen: SeenRun, { run, book }: Noted): ExpectedRun {
  const { delivery, before, after, requests, isDryRun } = seen;
  const { id, started_at: began } = run;
  const judged = book.judge(delivery, before);
  const moves = book.movesOf(judged);
  const rules = book.rulesBroken(delivery, moves);
  const isStopped = rules.length > 0;
  const drifts = book.driftsOf(judged, { isStopped, state: before, began });
  const issues = book.issuesOf(judged, began);
  const counts = countRows(judged, { rules, updates: () => (isDryRun ? 'planned' : 'updated'), drifts });
  const exitCode = isStopped ? 4 : Number(counts['attention']) > 0 ? 3 : 0;
  const record = {
    ...commonRecord(job, isDryRun),
    by: WHO,
    exit_code: exitCode,
    verdict: VERDICTS[exitCode],
    stopped: isStopped ? { code: 'guard', rules } : null,
    sheet: sheetRecord(delivery),
    counts,
    changes: isStopped ? {} : countChanges(judged.filter(isUpdated).flatMap((row) => row.differences)),
    requests,
    settings: settingsOf(job, seen),
    drift: book.agreed.size === 0 ? null : countVerdicts(drifts),
    news: isStopped ? null : book.newsOf(issues),
    moves,
  };
  const isAdded = !isStopped && !isDryRun;
  const lines = isAdded
    ? [...saidOf(id, { judged, drifts, book, before }), ...changeLines(id, delivery, { before, after })]
    : [];
  const conclude = (): void => {
    if (!isAdded) return;
    book.conclude(judged, { run: id, issues, drifts });
    book.keepGood(delivery, moves);
  };
  return { record, lines, exitCode, isAdded, conclude };
}

interface Saying {
  readonly judged: readonly JudgedRow[];
  readonly drifts: readonly Drift[];
  readonly book: Book;
  readonly before: State;
}

/** What a run says of changes that it did not make itself: by runs that were killed, and by others. */
function saidOf(run: string, { judged, drifts, book, before }: Saying): readonly string[] {
  const found = book
    .doubtsAbout(judged)
    .map((doubt) => foundLine(doubt, { state: before, doubts: book.doubts }));
  return [
    ...found.filter((line) => line !== undefined),
    ...book.newsOfOthers(drifts).map((drift) => noticedLine(run, drift)),
  ];
}

/** A run that stopped before its first request, since the sheet had a column that nobody has settled. */
export function expectUnsettled(job: JobFacts, seen: SeenRun, book: Book): ExpectedRun {
  const { delivery, before, requests } = seen;
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
    sheet: sheetRecord(delivery),
    counts: countRows(judged, { rules, updates: () => 'planned', drifts: [] }),
    requests,
    settings: settingsOf(job, seen),
  };
  return { record, lines: [], exitCode: 4, isAdded: false, conclude: () => {} };
}

/** A run that never came to have a folder. */
export function expectRefused(job: JobFacts, { code, exitCode }: Refusal): ExpectedRun {
  const record = {
    ...commonRecord(job, false),
    by: WHO,
    exit_code: exitCode,
    verdict: 'failed',
    stopped: { code, rules: [] },
    ...NOTHING_DONE,
  };
  return { record, lines: [], exitCode, isAdded: false, conclude: () => {} };
}

export interface Refusal {
  readonly code: string;
  readonly exitCode: number;
}

interface Killed extends SeenRun {
  readonly left: KilledRun;
  /** It had noted what was agreed on. */
  readonly isNoted: boolean;
  /** The lines of changes that it left. */
  readonly there: readonly string[];
}

/** A run that was killed, as its folder describes it and the next run of the job adds it. What it made is in the book at once. */
export function expectKilled(
  job: JobFacts,
  seen: Killed,
  { run: { id, started_at: began }, book }: Noted,
): ExpectedRun {
  const { delivery, before, after, left, isNoted, there } = seen;
  const { known, exitCode } = left;
  const judged = book.judge(delivery, before);
  const drifts = book.driftsOf(judged, { isStopped: false, state: before, began });
  const issues = left.hasPlan ? book.issuesOf(judged, began) : [];
  const updates = ({ row: { id: listing = '' } }: JudgedRow) => (known.has(listing) ? 'updated' : 'planned');
  const made = judged.filter((row) => isUpdated(row) && known.has(row.row.id ?? ''));
  const isWhole = exitCode !== null;
  const record = {
    ...commonRecord(job, false),
    // A run folder does not say who ran it, and only its summary how the run compared with others.
    by: { user: null, host: null },
    drift: isWhole && book.agreed.size > 0 ? countVerdicts(drifts) : null,
    news: isWhole ? book.newsOf(issues) : null,
    moves: {},
    exit_code: exitCode,
    verdict: isWhole ? VERDICTS[exitCode] : 'killed',
    stopped: null,
    sheet: left.hasPlan ? sheetRecord(delivery) : null,
    counts: left.hasPlan ? countRows(judged, { rules: [], updates, drifts }) : null,
    changes: countChanges(made.flatMap(({ differences }) => differences)),
    requests: isWhole ? seen.requests : null,
    settings: isWhole ? settingsOf(job, seen) : {},
  };
  // What it was to change it had seen.
  const sent = judged.filter((row) => isUpdated(row) && (known.has(row.row.id ?? '') || !left.ended));
  const seenLines = saidOf(id, { judged: left.hasPlan ? sent : [], drifts: [], book, before });
  const isSaid = (line: string): boolean => isNoted || there.includes(line) || seenLines.includes(line);
  const said = saidOf(id, { judged, drifts, book, before }).filter(isSaid);
  const own = changeLines(id, delivery, { before, after, only: known });
  if (isNoted) book.conclude(judged, { run: id, issues, drifts });
  else noteKilled(id, { judged, drifts, issues, said, seen, book });
  if (isWhole) book.keepGood(delivery, {});
  else if (left.hasPlan) book.sent = delivery;
  return { record, lines: [...said, ...own], isAdded: true, conclude: () => {} };
}

interface Noting extends Omit<Saying, 'before'> {
  readonly issues: readonly Issue[];
  readonly said: readonly string[];
  readonly seen: Killed;
}

/** What a run said before it was killed is known, though it had not noted it; how it ended is known if it has a summary. */
function noteKilled(id: string, { judged, drifts, issues, said, seen, book }: Noting): void {
  const { left, before } = seen;
  const { doubts } = book;
  const isSaid = (doubt: Doubt): boolean => said.includes(foundLine(doubt, { state: before, doubts }) ?? '');
  book.doubts = doubts.filter((doubt) => !isSaid(doubt));
  book.noteSaid(drifts.filter((drift) => said.includes(noticedLine(id, drift))));
  book.lose(id, left.hasPlan ? judged : [], { ...left, state: before });
  if (left.exitCode !== null) book.issues = issues;
}

const WHO = { user: userInfo().username, host: hostname() };
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
