import { type Desired, FIELDS, type FieldValues } from '../domain/fields.ts';
import { computableBounds, findEffects, isUnseen } from '../domain/find-effects.ts';
import type { SheetRow } from '../domain/row.ts';
import { applyChanges, type Change, toDesired } from '../domain/stages.ts';
import type { Status } from '../domain/status.ts';
import { type Restoration, undoRecords } from '../report/render-undo.ts';
import type { RunReport } from '../report/run-report.ts';
import type { AccountLock, RunSettings, Surroundings } from './job.ts';
import type { JournalFile, JournalledOutcome } from './journal.ts';
import { openRun } from './open-run.ts';
import type { PlanFile, PlannedEntry } from './plan-file.ts';
import { readShard } from './read-shard.ts';
import { toRowSource } from './row-source.ts';
import { runJob } from './run-job.ts';
import { settingsOfShard } from './settings-of-shard.ts';
import { withLock } from './with-lock.ts';

/**
 * Plans and sends the reverse of a run: every listing that the run changed or may have changed gets back what it held
 * before, unless somebody else has changed it since.
 *
 * Errors: `RunFolderError` where the run folder can't be used or is another account's; further `withLock`
 * and `runJob`.
 */
export function undo(folder: string, settings: RunSettings, surroundings: Surroundings): Promise<RunReport> {
  const shard = readShard(folder, surroundings);
  const own = settingsOfShard(settings, shard);
  return withLock({ command: 'undo', subject: folder, shard, settings: own }, surroundings, (lock, around) =>
    undoLocked(folder, { settings: own, lock }, around),
  );
}

async function undoLocked(
  folder: string,
  { settings, lock }: { readonly settings: RunSettings; readonly lock: AccountLock | undefined },
  surroundings: Surroundings,
): Promise<RunReport> {
  const { plan, journal, name } = openRun(folder, {
    command: 'undo',
    cwd: surroundings.cwd,
    disk: surroundings.disk,
    settings,
    otherwise: 'give its undo.csv to sync',
  });
  const restorations = toRestorations(plan, journal);
  const [header = []] = undoRecords(restorations, SHAPE);
  return runJob(
    {
      command: 'undo',
      input: {
        path: folder,
        name: `undo-${name}`,
        sha256: plan.sha256,
        rows: await toRowSource(() => toRows(restorations)),
        shape: { ...SHAPE, header },
        notices: noticeNothingSent(plan, journal),
      },
      settings,
      matching: { filters: {}, match: 'one' },
      duplicates: 'error',
      restoring: true,
      shard: plan.head.shard,
      lock,
    },
    surroundings,
  );
}

/** The reverse of a run has amounts in cents: exact in every currency, whatever the sheet was written in. */
const SHAPE = { delimiter: ',', decimalSign: '.', moneyUnit: 'cents', clearToken: 'null' } as const;

/** Nothing to take back is a fine end, but whoever asked for it expected something. */
function noticeNothingSent({ head }: PlanFile, journal: JournalFile | undefined): readonly string[] {
  if (head.dry_run) return ['That run was a dry run, it sent nothing'];
  return journal ? [] : ['That run sent nothing'];
}

interface LineRestoration extends Restoration {
  /** Of the sheet that the run read. */
  readonly line: number;
  /** What the listing is believed to hold now, as far as that is known. */
  readonly expected: Desired;
}

/**
 * What the run changed or may have changed. The journal is opened before the first update is sent and holds what became
 * of each; what is missing from it may have been applied, unless the run came to its own end.
 */
function toRestorations({ entries }: PlanFile, journal: JournalFile | undefined): readonly LineRestoration[] {
  if (!journal) return [];
  const restorations: LineRestoration[] = [];
  for (const entry of entries()) {
    const restoration = restore(entry, journal);
    if (restoration) restorations.push(restoration);
  }
  return restorations;
}

function restore(entry: PlannedEntry, journal: JournalFile): LineRestoration | undefined {
  const { n, line, status, listing_id, currency, before } = entry;
  const outcome = journal.byEntry.get(n);
  if (status !== 'planned' || !listing_id || currency === null || !before) return undefined;
  if (outcome?.attempts === 0) return undefined;
  if (outcome ? NEVER_APPLIED.has(outcome.status) : journal.ended) return undefined;
  const listing = { id: listing_id, sku: entry.listing_sku ?? entry.sku, currency };
  const isSeen = outcome?.observed && !isUnseen(outcome);
  const effects = isSeen
    ? toKnown(entry, { before, outcome })
    : toPossible(entry, applyChanges(before, outcome?.observed ?? []));
  return effects.changes.length === 0 ? undefined : { line, listing, ...effects };
}

const NEVER_APPLIED: ReadonlySet<Status> = new Set<Status>(['failed', 'skipped']);

type Effects = Pick<LineRestoration, 'changes' | 'expected'>;

/** What was sent, and what was seen to have been computed upon it. */
function toKnown(
  { changes: sent }: PlannedEntry,
  {
    before,
    outcome: { status, observed },
  }: { readonly before: FieldValues; readonly outcome: JournalledOutcome },
): Effects {
  const changes = findEffects(sent, { status, before, observed: observed ?? [] });
  return { changes, expected: toDesired(changes, 'after') };
}

/**
 * Every field, since nobody saw what the update did to what the listing held. Those that were not sent are expected to be
 * as they were, but for what a strategy may have computed anew.
 */
function toPossible({ changes: sent }: PlannedEntry, held: FieldValues): Effects {
  const bySent = new Map(sent.map((change) => [change.field, change]));
  const changes = FIELDS.map(
    (field): Change => bySent.get(field) ?? { field, before: held[field], after: held[field] },
  );
  const unknown = new Set(computableBounds(sent, held).map(({ field }) => field));
  return {
    changes,
    expected: toDesired(
      changes.filter(({ field }) => !unknown.has(field)),
      'after',
    ),
  };
}

function* toRows(restorations: readonly LineRestoration[]): Generator<SheetRow> {
  const records = undoRecords(restorations, SHAPE);
  records.next();
  for (const restoration of restorations) yield toRow(restoration, records.next().value ?? []);
}

function toRow({ line, listing, changes, expected }: LineRestoration, cells: readonly string[]): SheetRow {
  return {
    kind: 'row',
    line,
    cells,
    target: { sku: listing.sku, listingId: listing.id },
    moneyInCents: true,
    currency: listing.currency,
    wishes: toDesired(changes, 'before'),
    expected,
    notices: [],
  };
}
