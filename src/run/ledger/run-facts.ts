import { join, resolve } from 'node:path';
import { kindOfChange } from '../../domain/change-buckets.ts';
import type { ChangeKind } from '../../domain/change-kind.ts';
import type { Field } from '../../domain/fields.ts';
import type { Disk } from '../../domain/ports.ts';
import { type Reason, splitReasons } from '../../domain/reasons.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import type { Change } from '../../domain/stages.ts';
import { needsAttention, type Status } from '../../domain/status.ts';
import { jobOfPlan } from '../folder/job-of-plan.ts';
import { type JournalFile, readJournal } from '../folder/journal.ts';
import type { PlanHead } from '../folder/plan-schema.ts';
import { readLastActivity } from '../folder/read-last-activity.ts';
import { type PlanFile, readPlan } from '../folder/read-plan.ts';
import { RUN_FILES } from '../folder/run-folder.ts';
import { readSummary, type Summary } from '../folder/summary-file.ts';
import { type AttentionRow, MAX_ATTENTION_ROWS } from './attention-rows.ts';
import type { BegunRun } from './ledger-schema.ts';
import type { EndedRun } from './ledger-state.ts';
import { NOTHING_KNOWN, recordOf } from './record.ts';
import { changeLinesOf, type SettledUpdate, settledInFolder } from './settled-update.ts';

/**
 * What a run folder says of its run, as the run itself would have added it to the ledger: for one that was killed, and to make the ledger
 * again. Which fields somebody else had changed is known to the run alone. `undefined`: it has no plan.
 *
 * Errors: `RunFolderError` if a file of it is damaged.
 */
export function factsOfFolder(folder: string, id: string, disk: Disk): EndedRun | undefined {
  const planPath = resolve(folder, RUN_FILES.plan);
  if (!disk.existsSync(planPath)) return undefined;
  const plan = readPlan(planPath, disk);
  const journal = readJournal(resolve(folder, RUN_FILES.outcomes), { start: plan.seal, disk });
  const summary = readSummary(folder, disk);
  const record = recordIn(plan.head, { folder, id, summary, disk });
  const within = { plan, journal, missingIsOk: record.settings['missing'] === 'ok', id };
  function* updates(): Generator<SettledUpdate> {
    for (const entry of plan.entries()) {
      const update = settledInFolder(entry, journal);
      if (update) yield update;
    }
  }
  return {
    ...NO_ROWS,
    record: summary ? record : { ...record, ...countEntries(within, record.sheet) },
    updates: { [Symbol.iterator]: updates },
    attention: record.stopped ? [] : attentionIn(within),
    judged: () => [...plan.entries()].map(({ sku }) => sku),
  };
}

const NO_ROWS = {
  updates: [],
  attention: [],
  judged: () => [],
  drifts: undefined,
  isSaid: () => true,
} as const satisfies Partial<EndedRun>;

/** All that is known of a run that was killed before it had a plan, or whose folder is gone. */
export function factsOfBegun(begun: BegunRun, disk: Disk): EndedRun {
  return { ...NO_ROWS, record: recordOfBegun(begun, disk) };
}

interface Around {
  readonly folder: string;
  readonly id: string;
  /** A run that was killed has none. */
  readonly summary: Summary | undefined;
  readonly disk: Disk;
}

function recordIn(head: PlanHead, { folder, id, summary, disk }: Around): RunRecord {
  const { account, created_at: started_at, dry_run, sheet } = head;
  const command = head.command as BegunRun['command'];
  const begun = recordOfBegun({ id, command, job: jobOfPlan(head), account, folder, started_at }, disk);
  const known = {
    ...begun,
    dry_run,
    sheet: {
      path: sheet.path,
      sha256: sheet.sheet_sha256 ?? sheet.sha256,
      rows: summary?.sheet.rows ?? 0,
      columns: sheet.columns ?? {},
      figures: sheet.figures ?? null,
    },
    ...(sheet.undone_runs && { undone_runs: sheet.undone_runs }),
  };
  return summary ? recordOf(summary, known) : known;
}

function recordOfBegun(
  {
    id,
    command,
    job,
    account,
    folder,
    started_at,
  }: Pick<BegunRun, 'id' | 'command' | 'job' | 'account' | 'folder' | 'started_at'>,
  disk: Disk,
): RunRecord {
  const lastAlive = Math.max(Date.parse(started_at), readLastActivity(folder, disk));
  return {
    ...NOTHING_KNOWN,
    kind: 'run',
    version: 1,
    id,
    command,
    dry_run: false,
    job,
    account,
    by: { user: null, host: null, ci: null },
    started_at,
    finished_at: new Date(lastAlive).toISOString(),
    exit_code: null,
    verdict: 'killed',
    stopped: null,
    folder,
  };
}

interface Folder {
  readonly plan: PlanFile;
  readonly journal: JournalFile | undefined;
  readonly missingIsOk: boolean;
}

function attentionIn({ plan, journal, missingIsOk }: Folder): readonly AttentionRow[] {
  const rows: AttentionRow[] = [];
  for (const { n, line, sku, listing_id, ...planned } of plan.entries()) {
    const { status, reason } = journal?.byEntry.get(n) ?? planned;
    if (!needsAttention(status, missingIsOk)) continue;
    rows.push({ line, sku, listingId: listing_id, status, reason });
    if (rows.length === MAX_ATTENTION_ROWS) break;
  }
  return rows;
}

/** What a run that was killed would have counted itself: updates that are not in its journal count as `planned`. */
function countEntries(
  { plan, journal, missingIsOk, id }: Folder & { readonly id: string },
  sheet: RunRecord['sheet'],
): Pick<RunRecord, 'sheet' | 'counts' | 'changes'> {
  const statuses = new Map<Status, number>();
  const reasons = new Map<Reason, number>();
  const changes: Partial<Record<Field, Partial<Record<ChangeKind, number>>>> = {};
  let [outcomes, attention] = [0, 0];
  const lines = new Set<number>();
  for (const entry of plan.entries()) {
    lines.add(entry.line);
    const { status, reason } = journal?.byEntry.get(entry.n) ?? entry;
    outcomes++;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    for (const single of splitReasons(reason)) reasons.set(single, (reasons.get(single) ?? 0) + 1);
    if (needsAttention(status, missingIsOk)) attention++;
    const update = settledInFolder(entry, journal);
    for (const { field, was, is, by } of update ? changeLinesOf(update, id) : []) {
      if (by !== undefined) continue;
      const kind = kindOfChange({ field, before: was, after: is } as Change);
      changes[field] = { ...changes[field], [kind]: (changes[field]?.[kind] ?? 0) + 1 };
    }
  }
  const counts = {
    outcomes,
    attention,
    by_status: Object.fromEntries(statuses),
    by_reason: Object.fromEntries(reasons),
  };
  return { sheet: sheet && { ...sheet, rows: lines.size }, counts, changes };
}

/** Whether a plan is that of a run: another run may have the folder now. */
export function isPlanOf(
  run: Pick<RunRecord, 'command' | 'started_at'>,
  { command, created_at }: Pick<PlanHead, 'command' | 'created_at'>,
): boolean {
  return run.command === command && run.started_at === created_at;
}

export function planPathOf(folder: string): string {
  return join(folder, RUN_FILES.plan);
}
