import { join, resolve } from 'node:path';
import { formatCents } from '../../domain/cents.ts';
import type { Explanation } from '../../domain/documents/commands.ts';
import { RunFolderError, UsageError } from '../../domain/errors.ts';
import { formatShare } from '../../domain/fees.ts';
import { describeValue } from '../../domain/fields.ts';
import { describePriceOutcome, priceOutcomeOf } from '../../domain/judge-price.ts';
import { createNearestNames } from '../../domain/nearest-names.ts';
import type { Disk } from '../../domain/ports.ts';
import { predictOutcome } from '../../domain/predict-outcome.ts';
import { splitReasons } from '../../domain/reasons.ts';
import { ROW_RULES } from '../../plan/guard-rules.ts';
import { atOnce } from '../disk/in-slices.ts';
import { guardFolder, refuseNoRun } from '../folder/find-run-folders.ts';
import { type JournalFile, readJournal } from '../folder/journal.ts';
import { NAME_A_RUN, type PlanFile, readPlan } from '../folder/plan-file.ts';
import { carry } from '../folder/plan-schema.ts';
import { canBeApproved } from '../folder/review-rows.ts';
import { RUN_FILES } from '../folder/run-folder.ts';
import { readSummary, type Summary } from '../folder/summary-file.ts';
import {
  explainCells,
  type LoggedRequests,
  type PlannedRow,
  type Result,
  type ResultOutcome,
  readLoggedRequests,
  readResults,
  requestsOf,
} from './read-run-files.ts';

interface ExplainOptions {
  readonly cwd: string;
  readonly disk: Disk;
}

interface Explained {
  readonly explanation: Explanation;
  readonly flags: readonly string[];
}

/**
 * Describes one SKU's way through a run from the files that its folder has, without any request. `flags` are those of the run that
 * later commands know.
 *
 * Errors: `RunFolderError` if the folder can't be used; `UsageError` if the SKU is not in it.
 */
export async function explainSku(folder: string, sku: string, options: ExplainOptions): Promise<Explained> {
  const { cwd, disk } = options;
  const path = resolve(cwd, folder);
  refuseNoRun(path, folder, { command: 'explain', cwd, disk });
  const guarded = guardFolder(path, { command: 'explain', disk });
  const files = readFiles(path, guarded);
  const { plan } = files;
  const nearest = createNearestNames(sku);
  const isMeant = (names: readonly string[]): boolean => {
    for (const name of names) nearest.add(name);
    return names.includes(sku);
  };
  const rows = findRows(plan, isMeant);
  if (rows.length === 0) {
    const near = nearest.result().map((each) => `"${each}"`);
    throw new UsageError([`"${sku}" is not in the run "${folder}"`], {
      hint:
        near.length > 0
          ? `Similar SKUs: ${near.join(', ')}`
          : 'SKUs are compared exactly, with case and blanks',
    });
  }
  const results = await readResults(join(path, RUN_FILES.results), guarded, (result) =>
    rows.some((row) => isResultOf(result, row)),
  );
  const log = readLoggedRequests(join(path, RUN_FILES.log), guarded, {
    ids: rows.flatMap(({ listing }) => listing?.id ?? []),
    skus: [...new Set([sku, ...rows.map(({ target, listing }) => listing?.sku ?? target.sku)])],
  });
  const context = { ...files, results, log };
  return {
    explanation: {
      version: 1,
      exit_code: 0,
      folder,
      sku,
      run: describeRun(context),
      rows: rows.map((row) => ({ ...explainRow(row, context), ...explainCells(row, plan) })),
    },
    flags: plan.head.retry_flags,
  };
}

interface Files {
  readonly plan: PlanFile;
  readonly summary: Summary | undefined;
  readonly journal: JournalFile | undefined;
  /** Why the journal can't be used, if it can't. */
  readonly damage?: string;
}

/** A damaged journal is reported, and the other files still explain the row. */
function readFiles(path: string, disk: Disk): Files {
  const isThere = (name: keyof typeof RUN_FILES): boolean => disk.existsSync(join(path, RUN_FILES[name]));
  if (!isThere('plan')) {
    const why = isThere('log') ? 'the run ended before its plan was made' : 'it is not a run folder';
    throw new RunFolderError(`Cannot explain a row of "${path}": ${why}`, { hint: NAME_A_RUN });
  }
  const plan = atOnce(readPlan(join(path, RUN_FILES.plan), disk));
  const summary = readSummary(path, disk);
  try {
    const journal = atOnce(readJournal(join(path, RUN_FILES.outcomes), { start: plan.seal, disk }));
    return { plan, summary, journal };
  } catch (error) {
    if (!(error instanceof RunFolderError)) throw error;
    return { plan, summary, journal: undefined, damage: error.message };
  }
}

function findRows(
  { head, entries }: PlanFile,
  isMeant: (names: readonly string[]) => boolean,
): readonly PlannedRow[] {
  const skuAt = head.shape.header.indexOf(head.sheet.columns?.['sku'] ?? '');
  const found: PlannedRow[] = [];
  for (const [n, entry] of entries()) {
    const row = { ...carry(entry), n, update: canBeApproved(entry) ? entry : undefined };
    const names = [row.target.sku, row.listing?.sku ?? '', row.cells[skuAt]?.trim() ?? ''];
    if (isMeant(names.filter((name) => name !== ''))) found.push(row);
  }
  return found;
}

function isResultOf(result: Result, { line, listing }: PlannedRow): boolean {
  return result.line === line && result.listing_id === (listing?.id ?? null);
}

interface Context extends Files {
  readonly results: readonly Result[];
  readonly log: LoggedRequests;
}

function describeRun(context: Context) {
  const { plan, summary, log, results, damage } = context;
  const { head } = plan;
  const { path, sha256 } = head.sheet;
  const notes: readonly (readonly [applies: boolean, note: string])[] = [
    [!summary, 'The run was cut short, or still goes on: it has no summary yet'],
    [
      results.length === 0 && damage === undefined,
      'There is no results.csv; outcomes are those of the journal',
    ],
    [damage !== undefined, `${damage}; outcomes are those of results.csv, where there is one`],
    [!log.isVerbose, 'The log names only requests that did not succeed; with --verbose a run logs each'],
  ];
  return {
    command: head.command,
    dry_run: head.dry_run,
    created_at: head.created_at,
    sheet: { path, sha256 },
    base_url: head.account.base_url,
    lookup: head.lookup ? { by: head.lookup.by, why: head.lookup.why } : null,
    exit_code: summary?.exit_code ?? null,
    violations: head.violations,
    notes: notes.flatMap(([applies, note]) => (applies ? [note] : [])),
  };
}

/** A row and one of its listings. */
function explainRow(row: PlannedRow, context: Context) {
  const { line, target, listing, status, reason, message, changes, fees, update } = row;
  const outcome = outcomeOf(row, context);
  const price = update && priceOutcomeOf(predictOutcome(update));
  // The changes show already that it was to be sent.
  const isShown = status === outcome?.status || (status === 'planned' && message === '');
  return {
    line,
    sku: target.sku,
    listing: listing ?? null,
    changes: changes.map(({ field, before, after }) => ({
      field,
      before: describeValue(field, before),
      after: describeValue(field, after),
    })),
    sent_along: (update?.pins ?? []).map(({ field, after }) => ({
      field,
      value: describeValue(field, after),
    })),
    fees: fees
      ? {
          per_unit: fees.perUnit === undefined ? null : formatCents(fees.perUnit),
          percent: fees.share === undefined ? null : formatShare(fees.share),
        }
      : null,
    price: price
      ? {
          outcome: price.kind,
          message: describePriceOutcome(price, { platform: listing?.platform ?? '' }),
        }
      : null,
    rules: explainRules(row, context),
    notices: (update?.notices ?? []).map((notice) => notice.message),
    planned: isShown ? null : { status, reason, message },
    requests: requestsOf(context.log, {
      id: listing?.id ?? null,
      sku: listing?.sku ?? target.sku,
      outcome,
    }),
    outcome,
  };
}

/** What results.csv says; for a killed run, the journal; for entries that were never to be sent, the plan. */
function outcomeOf(row: PlannedRow, { results, journal }: Context): ResultOutcome | null {
  const result = results.find((each) => isResultOf(each, row));
  if (result) {
    const { line: _line, listing_id: _listing, ...outcome } = result;
    return outcome;
  }
  const settled = journal?.byEntry.get(row.n);
  if (!settled && row.status === 'planned') return null;
  const { status, reason, message } = settled ?? row;
  return {
    status,
    reason,
    message,
    attempts: settled?.attempts ?? 0,
    http_status: settled?.httpStatus ?? null,
    completed_at: settled?.completedAt === undefined ? null : new Date(settled.completedAt).toISOString(),
    follow_up: null,
  };
}

/** Only these commands check row rules: the others only send or restore what was planned before. */
const CHECKING: readonly string[] = ['sync', 'diff'];
/** A row that waits for a person has passed them. */
const CHECKED: readonly string[] = ['planned', 'held', 'blocked'];

/** Each row rule's verdict on an entry; empty if none was checked. What a rule says against it is in the message of the outcome. */
function explainRules({ status, reason }: PlannedRow, { plan, summary }: Context) {
  if (!CHECKED.includes(status) || !CHECKING.includes(plan.head.command)) return [];
  const against: readonly string[] = status === 'blocked' ? splitReasons(reason) : [];
  const allowed = summary?.settings['allow']?.value?.split(',') ?? [];
  return ROW_RULES.map((rule) => {
    if (allowed.includes(rule)) return { rule, said: 'let_pass', detail: `--allow ${rule}` } as const;
    return { rule, said: against.includes(rule) ? 'against' : 'passed', detail: '' } as const;
  });
}
