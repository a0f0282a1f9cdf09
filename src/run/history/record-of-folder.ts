import { basename, join, resolve } from 'node:path';
import { kindOfChange } from '../../domain/change-buckets.ts';
import type { ChangeKind } from '../../domain/change-kind.ts';
import type { Field } from '../../domain/fields.ts';
import type { Disk } from '../../domain/ports.ts';
import { type Reason, splitReasons } from '../../domain/reasons.ts';
import { type AttentionRecord, type RunRecord, verdictOf } from '../../domain/run-record.ts';
import { seenChanges } from '../../domain/seen-changes.ts';
import type { Change } from '../../domain/stages.ts';
import { needsAttention, type Status } from '../../domain/status.ts';
import { jobOfPlan } from '../folder/job-of-plan.ts';
import { type JournalFile, type JournalledOutcome, readJournal } from '../folder/journal.ts';
import type { PlanHead, PlannedEntry } from '../folder/plan-schema.ts';
import { readLastActivity } from '../folder/read-last-activity.ts';
import { readPlan, readPlanHead } from '../folder/read-plan.ts';
import { nameWithoutTime, RUN_FILES } from '../folder/run-folder.ts';
import { readSummary, type Summary } from '../folder/summary-file.ts';
import { AgreedValues } from './agreed-values.ts';
import { type AttentionRow, followAttention, MAX_ATTENTION_ROWS } from './attention-rows.ts';
import { type BegunRun, isPlanOfBegun } from './begun-run.ts';
import { agreeOnUpdate, toChangeLines } from './change-lines.ts';
import type { AttentionLine, ChangeLine, HistoryLine } from './history-lines.ts';
import { chosenSettings, type NewRecord, withoutZeros } from './new-record.ts';

/** A run as its folder describes it. */
export interface FolderRecord {
  readonly draft: NewRecord;
  /** What the folder is named after. */
  readonly name: string;
  /** The lines below the record. `before`: the rows that needed attention in the run before. */
  lines(before: readonly AttentionLine[]): Iterable<HistoryLine>;
}

/**
 * Reads what the history keeps of a run from the run's folder; `undefined` if it has no plan. How many fields somebody else had
 * changed is in the summary; which they were, as lines, is known to the run alone.
 *
 * Errors: `RunFolderError` if a file of it is damaged.
 */
export function recordOfFolder(folder: string, disk: Disk): FolderRecord | undefined {
  const planPath = resolve(folder, RUN_FILES.plan);
  if (!disk.existsSync(planPath)) return undefined;
  const plan = readPlan(planPath, disk);
  const journal = readJournal(resolve(folder, RUN_FILES.outcomes), { start: plan.seal, disk });
  const summary = readSummary(folder, disk);
  const draft = toDraft(plan.head, { folder, summary, disk });
  // A run that was killed may have sent what its journal does not have yet, or before there was a journal.
  const mayHaveSent = journal ? !journal.ended : summary === undefined;
  const missingIsOk = draft.settings['missing'] === 'ok';
  function* changes(): Generator<ChangeLine> {
    for (const entry of plan.entries()) yield* changesOf(entry, journal?.byEntry.get(entry.n));
  }
  function* lines(before: readonly AttentionLine[]): Generator<HistoryLine> {
    const agreed = new AgreedValues();
    const attention: AttentionRow[] = [];
    yield* changes();
    for (const entry of plan.entries()) {
      const { n, line, sku, listing_id, ...planned } = entry;
      const outcome = journal?.byEntry.get(n);
      const { status, reason } = outcome ?? planned;
      if (outcome !== undefined || mayHaveSent) agreeOn(entry, outcome, agreed);
      if (attention.length < MAX_ATTENTION_ROWS && needsAttention(status, missingIsOk))
        attention.push({ line, sku, listingId: listing_id, status, reason });
    }
    // Of a run that was stopped, most rows need attention for that reason alone.
    if (draft.stopped !== null) attention.length = 0;
    yield* followAttention(attention, { before, at: draft.started_at, total: attention.length }).lines;
    yield* agreed.freshLines();
  }
  const counted = summary ? draft : withCounts(draft, { plan, journal, missingIsOk, changes: changes() });
  return { draft: counted, name: nameOf(plan.head, folder), lines };
}

interface KilledRun {
  readonly plan: ReturnType<typeof readPlan>;
  readonly journal: JournalFile | undefined;
  readonly missingIsOk: boolean;
  readonly changes: Iterable<ChangeLine>;
}

/** Adds what a run would have counted itself: updates that are not in its journal count as `planned`. */
function withCounts(draft: NewRecord, { plan, journal, missingIsOk, changes }: KilledRun): NewRecord {
  const statuses = new Map<Status, number>();
  const reasons = new Map<Reason, number>();
  let [outcomes, attention, rows, lastLine] = [0, 0, 0, -1];
  for (const entry of plan.entries()) {
    const { status, reason } = journal?.byEntry.get(entry.n) ?? entry;
    outcomes++;
    if (entry.line !== lastLine) rows++;
    lastLine = entry.line;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    for (const single of splitReasons(reason)) reasons.set(single, (reasons.get(single) ?? 0) + 1);
    if (needsAttention(status, missingIsOk)) attention++;
  }
  return {
    ...draft,
    sheet: draft.sheet && { ...draft.sheet, rows },
    counts: {
      outcomes,
      attention,
      by_status: Object.fromEntries(statuses),
      by_reason: Object.fromEntries(reasons),
    },
    changes: countFields(changes),
  };
}

/** As the run itself names it in the history. */
function nameOf({ command, sheet }: PlanHead, folder: string): string {
  const isOfSheet = (command === 'sync' || command === 'diff') && sheet.path !== '-';
  return isOfSheet ? basename(sheet.path) : nameWithoutTime(basename(folder));
}

function agreeOn(
  { listing_id: listingId, changes, pins, status }: PlannedEntry,
  outcome: JournalledOutcome | undefined,
  agreed: AgreedValues,
): void {
  if (listingId === null || status !== 'planned') return;
  const settled = { status: outcome?.status, mayArrive: outcome?.may_arrive };
  agreeOnUpdate({ listingId, changes, pins, ...settled }, agreed);
}

interface Around {
  readonly folder: string;
  readonly summary: Summary | undefined;
  readonly disk: Disk;
}

function toDraft(head: PlanHead, { folder, summary, disk }: Around): NewRecord {
  const { command, dry_run, account, sheet, created_at } = head;
  return {
    kind: 'run',
    version: 1,
    command: command as RunRecord['command'],
    dry_run,
    job: jobOfPlan(head),
    account,
    by: { user: null, host: null, ci: null },
    started_at: summary?.times.started_at ?? created_at,
    finished_at: summary?.times.finished_at ?? new Date(readLastActivity(folder, disk)).toISOString(),
    exit_code: summary?.exit_code ?? null,
    verdict: summary ? verdictOf(summary.exit_code) : 'killed',
    stopped: summary?.stopped ? toStop(summary.stopped) : null,
    folder,
    sheet: {
      path: sheet.path,
      sha256: sheet.sheet_sha256 ?? sheet.sha256,
      rows: summary?.sheet.rows ?? 0,
      columns: sheet.columns ?? {},
      figures: sheet.figures ?? null,
    },
    counts: summary ? toCounts(summary.counts) : null,
    changes: summary && !isRefused(summary) ? kindsOf(summary.changes) : {},
    requests: summary?.requests ?? null,
    settings: chosenSettings(summary?.settings ?? {}),
    drift: summary?.drift ?? null,
    approval: summary?.approval ?? null,
    ...(sheet.undone_runs && { undone_runs: sheet.undone_runs }),
    moves: {},
    news: summary?.attention_news && !summary.stopped ? toNews(summary.attention_news) : null,
  };
}

function toNews({ new: fresh, still, since, well }: NonNullable<Summary['attention_news']>): AttentionRecord {
  return { fresh, still, since, well };
}

/** A summary has the changes of a run that a guard or a person stopped too, as they were planned. */
function isRefused({ stopped, declined }: Summary): boolean {
  return stopped?.code === 'guard' || declined;
}

function toStop({ code, rules, message }: NonNullable<Summary['stopped']>): RunRecord['stopped'] {
  return { code, rules, message };
}

function toCounts({ outcomes, attention, by_status, by_reason }: Summary['counts']): RunRecord['counts'] {
  return { outcomes, attention, by_status: withoutZeros(by_status), by_reason };
}

function kindsOf({ by_field }: Summary['changes']): RunRecord['changes'] {
  return Object.fromEntries(Object.entries(by_field).map(([field, { kinds }]) => [field, kinds]));
}

function countFields(changes: Iterable<ChangeLine>): RunRecord['changes'] {
  const counts: Partial<Record<Field, Partial<Record<ChangeKind, number>>>> = {};
  for (const { field, was, is, by } of changes) {
    if (by !== undefined) continue;
    const kind = kindOfChange({ field, before: was, after: is } as Change);
    const kinds = counts[field] ?? {};
    counts[field] = { ...kinds, [kind]: (kinds[kind] ?? 0) + 1 };
  }
  return counts;
}

function changesOf(
  { line, sku, listing_id, currency, changes, pins, before, status: planned }: PlannedEntry,
  outcome: JournalledOutcome | undefined,
): readonly ChangeLine[] {
  if (!outcome || !before || listing_id === null || currency === null || planned !== 'planned') return [];
  const { status, attempts, untaken, observed, completed_at: at } = outcome;
  const seen = seenChanges(changes, { status, attempts, untaken, before, observed: observed ?? [], pins });
  return toChangeLines(seen, { at, line, sku, listing_id, currency, sent: changes });
}

/**
 * What the folder of a run that did not end says of it; `undefined` if it has no plan, or another run has the folder now. Errors: as
 * `recordOfFolder`.
 */
export function folderOfBegun(begun: BegunRun, disk: Disk): FolderRecord | undefined {
  const head = readPlanHead(join(begun.folder, RUN_FILES.plan), disk);
  const isReplaced = head && !isPlanOfBegun(head, begun);
  return isReplaced ? undefined : recordOfFolder(begun.folder, disk);
}
