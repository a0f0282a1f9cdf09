import { resolve } from 'node:path';
import { formatCents } from '../../domain/cents.ts';
import { describePriceOutcome } from '../../domain/describe-price-outcome.ts';
import { describeValue } from '../../domain/describe-value.ts';
import { UsageError } from '../../domain/errors.ts';
import { formatShare } from '../../domain/fees.ts';
import { createNearestNames } from '../../domain/nearest-names.ts';
import type { Disk } from '../../domain/ports.ts';
import type { Shell } from '../../domain/quote-word.ts';
import type {
  ExplainedChange,
  ExplainedOutcome,
  ExplainedRow,
  Explanation,
} from '../../report/screen/explanation.ts';
import { identify, skuOnListing } from '../folder/carry-entry.ts';
import { guardFolder } from '../folder/guard-folder.ts';
import type { PlannedEntry } from '../folder/plan-schema.ts';
import { priceOfEntry } from '../folder/price-of-entry.ts';
import { type LoggedRequests, readLoggedRequests } from '../folder/read-logged-requests.ts';
import type { PlanFile } from '../folder/read-plan.ts';
import { type ResultRecord, readResults } from '../folder/read-results.ts';
import { canBeApproved } from '../folder/review-rows.ts';
import { RUN_FILES } from '../folder/run-folder.ts';
import type { Summary } from '../folder/summary-file.ts';
import { refuseFile } from '../job/open-run.ts';
import { curlLines, lookupLines } from './curl-lines.ts';
import { explainRules } from './explain-rules.ts';
import { type CellsOf, openCells } from './read-cells.ts';
import { type Files, readFiles } from './read-files.ts';

interface ExplainOptions {
  readonly cwd: string;
  readonly disk: Disk;
  /** The service in the current settings; a command with the key in it is for no other. */
  readonly baseUrl: string | undefined;
  /** Of the commands. */
  readonly shell: Shell;
}

export interface ExplainedSku {
  readonly explanation: Explanation;
  /** The flags of the run that later commands know. */
  readonly flags: readonly string[];
}

/**
 * Describes one SKU's way through a run from the files that its folder has, without any request.
 *
 * Errors: `RunFolderError` if the folder can't be used; `UsageError` if the SKU is not in it.
 */
export async function explainSku(
  folder: string,
  sku: string,
  options: ExplainOptions,
): Promise<ExplainedSku> {
  const { cwd, disk } = options;
  const path = resolve(cwd, folder);
  refuseFile(path, folder, { command: 'explain', cwd, disk });
  const guarded = guardFolder(path, { command: 'explain', disk });
  const files = readFiles(path, guarded);
  const nearest = createNearestNames(sku);
  const isMeant = (names: readonly string[]): boolean => {
    for (const name of names) nearest.add(name);
    return names.includes(sku);
  };
  const entries = files.plan ? findEntries(files.plan, isMeant) : [];
  const ids = entries.flatMap(({ listing_id: id }) => id ?? []);
  const results = readResults(resolve(path, RUN_FILES.results), guarded, (record) =>
    files.plan ? entries.some((entry) => isResultOf(record, entry)) : isMeant([record.sku]),
  );
  if (entries.length === 0 && (files.plan || results.length === 0))
    throw notInRun(sku, folder, {
      nearest: nearest.result(),
      isKnown: files.plan !== undefined || results.length > 0 || nearest.result().length > 0,
    });
  const skus = [...new Set([sku, ...entries.map(skuOnListing)])];
  const log = readLoggedRequests(resolve(path, RUN_FILES.log), guarded, { ids, skus });
  const context = { ...files, results, log, settingsUrl: options.baseUrl, shell: options.shell };
  const lines = new Set([...entries, ...results].map(({ line }) => line));
  const { plan, summary } = files;
  const doneTo = summary && doneToOf(summary);
  const cellsOf = await openCells({ head: plan?.head, reading: log.reading, lines, doneTo }, options);
  const rows = files.plan
    ? entries.map((entry) => explainEntry(entry, { ...context, cellsOf }))
    : results.map((record) => explainResult(record, { ...context, cellsOf }));
  return {
    explanation: { folder, sku, run: describeRun(context), rows },
    flags: plan?.head.retry_flags ?? [],
  };
}

function doneToOf({ settings }: Summary): string | undefined {
  const { value } = Object(settings['done-to']) as { readonly value?: unknown };
  return typeof value === 'string' ? value : undefined;
}

function findEntries(
  { head, entries }: PlanFile,
  isMeant: (names: readonly string[]) => boolean,
): readonly PlannedEntry[] {
  const skuHeader = head.sheet.columns?.['sku'];
  const skuAt = skuHeader === undefined ? -1 : head.shape.header.indexOf(skuHeader);
  const found: PlannedEntry[] = [];
  for (const entry of entries()) {
    const written = entry.cells?.[skuAt]?.trim();
    const names = [entry.sku, entry.listing_sku, written].filter((name) => name !== undefined && name !== '');
    if (isMeant(names as readonly string[])) found.push(entry);
  }
  return found;
}

function notInRun(
  sku: string,
  folder: string,
  { nearest, isKnown }: { readonly nearest: readonly string[]; readonly isKnown: boolean },
): UsageError {
  const near = nearest.map((each) => `"${each}"`).join(', ');
  return new UsageError([`"${sku}" is not in the run "${folder}"`], {
    hint:
      near !== '' && isKnown ? `Similar SKUs: ${near}` : 'SKUs are compared exactly, with case and blanks',
  });
}

function isResultOf({ line, listing_id }: ResultRecord, entry: PlannedEntry): boolean {
  return line === entry.line && listing_id === (entry.listing_id ?? '');
}

interface Context extends Files {
  readonly results: readonly ResultRecord[];
  readonly log: LoggedRequests;
  readonly settingsUrl: string | undefined;
  readonly shell: Shell;
}

function describeRun({ plan, summary, log, results, settingsUrl, damage }: Context): Explanation['run'] {
  const head = plan?.head;
  const sheet = head?.sheet ?? summary?.sheet;
  return {
    command: head?.command ?? summary?.command ?? 'run',
    dry_run: head?.dry_run ?? summary?.dry_run ?? false,
    created_at: head?.created_at ?? summary?.times.started_at ?? null,
    sheet: { path: sheet?.path ?? '', sha256: sheet?.sha256 ?? '' },
    base_url: baseUrlOf({ plan, summary }) ?? null,
    lookup: head?.lookup ? { by: head.lookup.by, why: head.lookup.why } : null,
    exit_code: summary?.exit_code ?? null,
    violations: head?.violations ?? [],
    notes: [
      ...(plan ? [] : ['The run ended before its plan was made; this is from results.csv']),
      ...(summary ? [] : ['The run was cut short, or still goes on: it has no summary yet']),
      ...(results.length === 0 && !damage
        ? ['There is no results.csv; outcomes are those of the journal']
        : []),
      ...whyNoCurl(baseUrlOf({ plan, summary }), settingsUrl),
      ...(damage ? [`${damage}; outcomes are those of results.csv, where there is one`] : []),
      ...log.notes,
    ],
  };
}

type RowContext = Context & { readonly cellsOf: CellsOf };

function explainEntry(entry: PlannedEntry, context: RowContext): ExplainedRow {
  const { plan, summary, log, cellsOf } = context;
  const outcome = outcomeOf(entry, context);
  const planned = { status: entry.status, reason: entry.reason, message: entry.message };
  // The changes show already that it was to be sent.
  const isShown = entry.status === 'planned' && entry.message === '';
  const isOther = !isShown && (outcome?.status !== entry.status || outcome.message !== entry.message);
  return {
    line: entry.line,
    sku: entry.sku,
    ...cellsOf(entry),
    listing: identify(entry) ?? null,
    changes: entry.changes.map(describeChange),
    sent_along: (entry.pins ?? []).map(({ field, after }) => ({ field, value: describeValue(field, after) })),
    fees: explainFees(entry),
    price: explainPrice(entry),
    rules: plan ? explainRules(entry, { head: plan.head, summary }) : [],
    notices: (entry.notices ?? []).map(({ message }) => message),
    outcome,
    planned: isOther ? planned : null,
    requests: log.requestsOf({ id: entry.listing_id, sku: skuOnListing(entry), outcome }),
    curl: curlLines(entry, { baseUrl: urlForCurl(context), nullAs: nullAsOf(context), shell: context.shell }),
  };
}

/** What is known about a row whose run made no plan. */
function explainResult(record: ResultRecord, { cellsOf, log, ...context }: RowContext): ExplainedRow {
  const { line, sku, listing_id: id, platform, channel, currency, changes } = record;
  const outcome = toOutcome(record);
  return {
    line,
    sku,
    ...cellsOf({ line }),
    listing: id === '' ? null : { id, sku, platform, channel, currency },
    changes,
    sent_along: [],
    fees: null,
    price: null,
    rules: [],
    notices: [],
    outcome,
    planned: null,
    requests: log.requestsOf({ id, sku, outcome }),
    curl: lookupLines(sku, { baseUrl: urlForCurl(context), shell: context.shell }),
  };
}

function explainPrice(entry: PlannedEntry): ExplainedRow['price'] {
  const outcome = canBeApproved(entry) ? priceOfEntry(entry) : undefined;
  if (!outcome) return null;
  return {
    outcome: outcome.kind,
    message: describePriceOutcome(outcome, { platform: entry.platform ?? '' }),
  };
}

function explainFees({ fees }: PlannedEntry): ExplainedRow['fees'] {
  if (!fees) return null;
  const { perUnit, share } = fees;
  return {
    per_unit: perUnit === undefined ? null : formatCents(perUnit),
    percent: share === undefined ? null : formatShare(share),
  };
}

function describeChange({ field, before, after }: PlannedEntry['changes'][number]): ExplainedChange {
  return { field, before: describeValue(field, before), after: describeValue(field, after) };
}

function toOutcome({
  status,
  reason,
  message,
  attempts,
  http_status,
  completed_at,
  follow_up,
}: ResultRecord): ExplainedOutcome {
  return {
    status,
    reason,
    message,
    attempts: Number(attempts),
    http_status: http_status === '' ? null : Number(http_status),
    completed_at: completed_at || null,
    follow_up: follow_up || null,
  };
}

/** What results.csv says; for a killed run, the journal; for entries that were never to be sent, the plan. */
function outcomeOf(entry: PlannedEntry, { results, journal }: Context): ExplainedOutcome | null {
  const record = results.find((each) => isResultOf(each, entry));
  if (record) return toOutcome(record);
  const settled = journal?.byEntry.get(entry.n);
  if (!settled && entry.status === 'planned') return null;
  const { status, reason, message = entry.message } = settled ?? entry;
  return {
    status,
    reason,
    message,
    attempts: settled?.attempts ?? 0,
    http_status: settled?.http_status ?? null,
    completed_at: settled?.completed_at ?? null,
    follow_up: null,
  };
}

/** The settings of the run, else the flags that it says are needed again. */
function nullAsOf({ summary, plan }: Context): 'empty' | 'null' {
  const setting = summary?.settings['null-as'];
  const shown =
    typeof setting === 'object' && setting !== null && 'value' in setting ? setting.value : undefined;
  const flags = plan?.head.retry_flags ?? [];
  return (shown ?? flags[flags.indexOf('--null-as') + 1]) === 'null' ? 'null' : 'empty';
}

function baseUrlOf({ plan, summary }: Pick<Files, 'plan' | 'summary'>): string | undefined {
  return plan?.head.account.base_url ?? summary?.account.base_url;
}

/** Only the current settings decide where the key may be sent: anyone may have written the files of a run. */
function urlForCurl({
  settingsUrl,
  ...files
}: Pick<Context, keyof Files | 'settingsUrl'>): string | undefined {
  return baseUrlOf(files) === settingsUrl ? settingsUrl : undefined;
}

function whyNoCurl(ofRun: string | undefined, ofSettings: string | undefined): readonly string[] {
  if (ofRun === undefined || ofRun === ofSettings) return [];
  const settings = ofSettings === undefined ? 'name none' : `name "${ofSettings}"`;
  return [
    `No curl commands, since they would send the key: the run was for the service "${ofRun}", and the settings ${settings}; where it is yours, PRICESHEET_BASE_URL says so`,
  ];
}
