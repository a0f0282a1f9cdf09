import { basename, join } from 'node:path';
import type { RunRecord } from '../../domain/documents/ledger.ts';
import type { SentUpdate } from '../../domain/effects.ts';
import { verdictOf } from '../../domain/exit-codes.ts';
import type { Disk } from '../../domain/ports.ts';
import { predictOutcome } from '../../domain/predict-outcome.ts';
import { splitReasons } from '../../domain/reasons.ts';
import { listingOf, rowOf, skuOf } from '../../domain/stages.ts';
import { needsAttention, type Status } from '../../domain/status.ts';
import { eachInSteps, type Steps } from '../disk/in-slices.ts';
import { type JournalFile, readJournal } from '../folder/journal.ts';
import { type PlanFile, readPlan, readPlanHead } from '../folder/plan-file.ts';
import { jobOfPlan, type PlanHead } from '../folder/plan-schema.ts';
import {
  nameWithoutTime,
  RUN_FILES,
  readLastActivity,
  toFolderName,
  toFolderTime,
} from '../folder/run-folder.ts';
import { readSummary, type Summary } from '../folder/summary-file.ts';
import type { BegunRun } from './ledger-files.ts';
import { type AttentionRow, type EndedRun, MAX_ATTENTION_ROWS } from './ledger-state.ts';
import { noteTrouble } from './read-ledger.ts';

type Known = Omit<RunRecord, 'kind' | 'version' | 'verdict' | keyof typeof NOTHING_KNOWN> &
  Partial<RunRecord>;

/** What a record has of a run of which no more is known. */
const NOTHING_KNOWN = {
  dry_run: false,
  sheet: null,
  counts: null,
  changes: {},
  requests: null,
  settings: {},
  drift: null,
  news: null,
  approval: null,
  moves: {},
} as const;

/** The record of a run of which not all is known. */
export function toRecord(known: Known): RunRecord {
  const { id, command, ...rest } = known;
  const verdict = verdictOf(known.exit_code);
  return { kind: 'run', version: 1, id, command, ...NOTHING_KNOWN, ...rest, verdict };
}

/** A record is a part of the run's summary, with what only the run and its plan know. */
export function recordOf(
  summary: Summary,
  known: Omit<Known, 'started_at' | 'finished_at' | 'exit_code' | 'stopped'>,
): RunRecord {
  const { stopped, counts, changes, requests, attention_news: news } = summary;
  const { dry_run, exit_code, drift, approval } = summary;
  const { started_at, finished_at } = summary.times;
  const { reads, writes, retries, throttled } = requests;
  const byStatus = Object.entries(counts.by_status).filter(([, number]) => number !== 0);
  // A summary has the changes of a run that a guard or a person stopped too, as they were planned.
  const isRefused = stopped?.code === 'guard' || summary.declined;
  const byField = isRefused ? [] : Object.entries(changes.by_field);
  return toRecord({
    ...known,
    dry_run,
    started_at,
    finished_at,
    exit_code,
    stopped: stopped && { code: stopped.code, rules: stopped.rules, message: stopped.message },
    counts: { ...counts, by_status: Object.fromEntries(byStatus) } as RunRecord['counts'],
    changes: Object.fromEntries(byField.map(([field, { kinds }]) => [field, kinds])),
    requests: { reads, writes, retries, throttled },
    settings: chosenIn(summary.settings),
    drift,
    news:
      news && !stopped ? { fresh: news.new, still: news.still, since: news.since, well: news.well } : null,
    approval,
  });
}

/** The settings that differ from the defaults, by flag. */
function chosenIn(settings: Summary['settings']): RunRecord['settings'] {
  const chosen = Object.entries(settings).filter(([, { from }]) => from !== 'default');
  return Object.fromEntries(chosen.map(([flag, { value }]) => [flag, value]));
}

/** The name of a run, by that of its folder: one that was named automatically is the name itself. `startedAt`: epoch milliseconds. */
export function runIdOf(folder: string | null, name: string, startedAt: number): string {
  // A point in it does not begin an ending.
  const own = folder === null ? name : basename(folder).replaceAll('.', '-');
  return nameWithoutTime(own) === own ? `${toFolderTime(startedAt)}-${toFolderName(own)}` : own;
}

export function planPathOf(folder: string): string {
  return join(folder, RUN_FILES.plan);
}

/** Whether a plan is that of a run: another run may have the folder now. */
export function isPlanOf(
  run: Pick<RunRecord, 'command' | 'started_at'>,
  { command, created_at }: Pick<PlanHead, 'command' | 'created_at'>,
): boolean {
  return run.command === command && run.started_at === created_at;
}

/** What is known of a run that has begun, by its folder; little if it was killed before it had a plan, or if that can't be read or is gone. */
export function* factsOf(begun: BegunRun, disk: Disk, notices: string[]): Steps<EndedRun> {
  try {
    const head = readPlanHead(planPathOf(begun.folder), disk);
    if (head && isPlanOf(begun, head)) return yield* factsOfFolder(begun.folder, begun.id, disk);
  } catch (error) {
    noteTrouble(error, notices);
  }
  return { record: recordOfBegun(begun, disk), updates: [], attention: [], judged: () => [] };
}

/**
 * What a run folder says of its run, as the run itself would have added it to the ledger: for one that was killed, and to make the ledger
 * again. Which fields somebody else had changed is known to the run alone.
 *
 * Errors: `RunFolderError` if it has no plan, or a file of it is damaged.
 */
export function* factsOfFolder(folder: string, id: string, disk: Disk): Steps<EndedRun> {
  const plan = yield* readPlan(planPathOf(folder), disk);
  const journal = yield* readJournal(join(folder, RUN_FILES.outcomes), { start: plan.seal, disk });
  const summary = readSummary(folder, disk);
  const { head } = plan;
  const { sheet } = head;
  const begun = { id, job: jobOfPlan(head), account: head.account, folder, started_at: head.created_at };
  const known = {
    ...recordOfBegun({ ...begun, command: head.command as BegunRun['command'] }, disk),
    dry_run: head.dry_run,
    sheet: {
      path: sheet.path,
      sha256: sheet.sheet_sha256 ?? sheet.sha256,
      rows: summary?.sheet.rows ?? 0,
      columns: sheet.columns ?? {},
      figures: sheet.figures ?? null,
    },
    ...(sheet.undone_runs && { undone_runs: sheet.undone_runs }),
  };
  const record = summary ? recordOf(summary, known) : known;
  const { rows, sheetRows, counts } = yield* countEntries({ plan, journal }, record);
  return {
    record: summary ? record : { ...record, counts, sheet: { ...known.sheet, rows: sheetRows } },
    updates: updatesIn({ plan, journal }),
    attention: record.stopped ? [] : rows,
    judged: () => Array.from(plan.entries(), ([, entry]) => skuOf(entry)),
  };
}

type Begun = Pick<BegunRun, 'id' | 'command' | 'job' | 'account' | 'folder' | 'started_at'>;

function recordOfBegun(begun: Begun, disk: Disk): RunRecord {
  const { id, command, job, account, folder, started_at } = begun;
  const lastAlive = Math.max(Date.parse(started_at), readLastActivity(folder, disk));
  return toRecord({
    id,
    command,
    job,
    account,
    started_at,
    folder,
    by: { user: null, host: null },
    finished_at: new Date(lastAlive).toISOString(),
    exit_code: null,
    stopped: null,
  });
}

interface Folder {
  readonly plan: PlanFile;
  readonly journal: JournalFile | undefined;
}

/** The updates of a run that were sent, or may have been. They are read again, so that those of a million rows are never held. */
function* updatesIn({ plan, journal }: Folder): Generator<SentUpdate> {
  if (!journal) return;
  for (const [n, entry] of plan.entries()) {
    const outcome = journal.byEntry.get(n);
    if (entry.kind === 'update' && (outcome || !journal.ended)) yield { entry, ...outcome };
  }
}

/** What a run would have counted itself, and its rows that need attention. Updates that are not in its journal count as `planned`. */
function* countEntries({ plan, journal }: Folder, { settings }: RunRecord) {
  const by_status: Partial<Record<Status, number>> = {};
  const by_reason: Partial<Record<string, number>> = {};
  let [outcomes, attention] = [0, 0];
  const lines = new Set<number>();
  const rows: AttentionRow[] = [];
  yield* eachInSteps(plan.entries(), ([n, entry]) => {
    const { line } = rowOf(entry);
    const { status, reason } = journal?.byEntry.get(n) ?? predictOutcome(entry);
    lines.add(line);
    outcomes++;
    increment(by_status, status);
    for (const single of splitReasons(reason)) increment(by_reason, single);
    if (needsAttention(status, settings['missing'] === 'ok') && attention++ < MAX_ATTENTION_ROWS)
      rows.push({ line, sku: skuOf(entry), listing_id: listingOf(entry)?.id ?? null, status, reason });
  });
  const counts = { outcomes, attention, by_status, by_reason } as NonNullable<RunRecord['counts']>;
  return { rows, sheetRows: lines.size, counts };
}

function increment<K extends string>(counts: Partial<Record<K, number>>, key: K): void {
  counts[key] = (counts[key] ?? 0) + 1;
}
