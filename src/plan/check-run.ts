import { MONEY_FIELDS } from '../domain/fields.ts';
import type { SheetRow } from '../domain/row.ts';
import { type Change, listingOf, type PlanEntry, rowOf } from '../domain/stages.ts';
import { findScaleSlip } from './find-scale-slip.ts';
import { FEW_ROWS, type GuardLimits, type Limit, type RunRule } from './limits.ts';
import { isMoreThan } from './percent.ts';

/** A rule that stops the run, as a sentence with the figure, the limit and the way past it. */
export interface RunViolation {
  readonly rule: RunRule;
  readonly message: string;
}

interface Figures {
  readonly entries: readonly PlanEntry[];
  /** Rows of data, whatever became of them. */
  readonly rows: number;
  readonly limits: GuardLimits;
  /** Currency of rows that don't say one themselves. */
  readonly currency: string | undefined;
}

type Check = (figures: Figures) => string | undefined;

const CHECKS: Readonly<Record<RunRule, Check>> = {
  empty_sheet: ({ rows }) => (rows === 0 ? 'the sheet has 0 rows of data, and it takes 1' : undefined),
  nothing_matched: findNothingMatched,
  mixed_currencies: findMixedCurrencies,
  max_invalid: (figures) => findShare(figures, { status: 'invalid', what: 'invalid', flag: '--max-invalid' }),
  max_missing: (figures) =>
    findShare(figures, { status: 'not_found', what: 'not listed', flag: '--max-missing' }),
  max_updates: findTooManyUpdates,
  max_clears: findTooManyClears,
  scale_slip: ({ entries, limits }) => findScaleSlip(entries, limits.fewMoves),
};

/** Checks a whole plan against the run rules. */
export function checkRun(
  entries: readonly PlanEntry[],
  limits: GuardLimits,
  currency: string | undefined,
): readonly RunViolation[] {
  const rows = new Set(entries.filter(({ kind }) => kind !== 'ignored').map(rowOf)).size;
  const figures = { entries, rows, limits, currency };
  return (Object.keys(CHECKS) as RunRule[]).flatMap((rule): readonly RunViolation[] => {
    const found = limits.allow.has(rule) ? undefined : CHECKS[rule](figures);
    return found === undefined ? [] : [{ rule, message: found }];
  });
}

function findNothingMatched({ entries }: Figures): string | undefined {
  const missing = entries.flatMap((entry) =>
    entry.kind === 'unresolved' && entry.status === 'not_found' ? [entry.row.target.sku] : [],
  );
  if (missing.length === 0 || entries.some(listingOf)) return undefined;
  const count = new Set(missing).size;
  return `none of the SKUs that were looked up is listed (0 of ${count}); check the account, the filters and the SKU column`;
}

/** Every listing that was matched tells of the sheet, also one that nothing will be sent to. */
function findMixedCurrencies({ entries, currency }: Figures): string | undefined {
  const currencies = new Set<string>();
  for (const entry of entries) {
    const [row, listing] = [rowOf(entry), listingOf(entry)];
    if (listing && row.kind === 'row' && setsMoney(row) && row.currency === undefined)
      currencies.add(listing.currency);
  }
  if (currency !== undefined || currencies.size < 2) return undefined;
  const named = `${currencies.size} currencies, ${[...currencies].sort().join(', ')}`;
  return `the sheet names no currency and its listings are in ${named}; add a currency column or pass --currency`;
}

function setsMoney({ wishes }: SheetRow): boolean {
  return MONEY_FIELDS.some((field) => wishes[field] != null);
}

interface Share {
  readonly status: 'invalid' | 'not_found';
  readonly what: string;
  readonly flag: '--max-invalid' | '--max-missing';
}

function findShare({ entries, rows, limits }: Figures, { status, what, flag }: Share): string | undefined {
  const percent = status === 'invalid' ? limits.maxInvalid : limits.maxMissing;
  const count = new Set(entries.filter((entry) => statusOf(entry) === status).map(rowOf)).size;
  if (percent === undefined || rows < (limits.fewRows ?? FEW_ROWS) || !isMoreThan(count, percent, rows))
    return undefined;
  return `${count} of ${rows} rows are ${what} (${formatShare(count, rows)}), and ${flag} is ${percent} %`;
}

function statusOf(entry: PlanEntry): string {
  return 'status' in entry ? entry.status : entry.kind;
}

function findTooManyUpdates({ entries, rows, limits }: Figures): string | undefined {
  const count = entries.filter(({ kind }) => kind === 'update').length;
  if (!limits.maxUpdates || !isAbove(count, rows, limits.maxUpdates)) return undefined;
  const among = limits.maxUpdates.kind === 'percent' ? ` in ${rows} rows` : '';
  return `${count} listings would be updated${among}, and --max-updates is ${formatLimit(limits.maxUpdates)}`;
}

function findTooManyClears({ entries, rows, limits }: Figures): string | undefined {
  const count = changesToSend(entries).filter(({ after }) => after === null).length;
  if (limits.maxClears.kind === 'percent' && rows < (limits.fewRows ?? FEW_ROWS)) return undefined;
  if (!isAbove(count, rows, limits.maxClears)) return undefined;
  return `${count} fields would be cleared in ${rows} rows, and --max-clears is ${formatLimit(limits.maxClears)}`;
}

function changesToSend(entries: readonly PlanEntry[]): readonly Change[] {
  return entries.flatMap((entry) => (entry.kind === 'update' ? entry.changes : []));
}

function isAbove(count: number, rows: number, limit: Limit): boolean {
  return limit.kind === 'count' ? count > limit.count : isMoreThan(count, limit.percent, rows);
}

function formatLimit(limit: Limit): string {
  if (limit.kind === 'percent') return `${limit.percent} % of the rows`;
  return limit.whole === undefined
    ? String(limit.count)
    : `${limit.count} for this shard, of ${limit.whole} in all`;
}

function formatShare(count: number, of: number): string {
  return `${((count / of) * 100).toFixed(1)} %`;
}
