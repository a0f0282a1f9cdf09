import { count as counted } from '../domain/count.ts';
import { FEW_ROWS } from '../domain/few-rows.ts';
import { setsMoney } from '../domain/row.ts';
import { listingOf, type PlanEntry, rowOf } from '../domain/stages.ts';
import type { Tally } from '../domain/tally.ts';
import { ImplausibleColumns } from './implausible-columns.ts';
import type { GuardLimits, Limit, RunRule } from './limits.ts';
import { describePart, isMoreThan } from './percent.ts';
import { ScaleSlips } from './scale-slips.ts';

/** A rule that stops the run, as a sentence with the figure, the limit and the way past it. */
export interface RunViolation {
  readonly rule: RunRule;
  readonly message: string;
}

interface Place {
  readonly line: number;
  readonly sku: string;
}

/** The figures of a plan that the rules use. */
interface Figures {
  /** Rows of data, whatever became of them. */
  rows: number;
  invalidRows: number;
  missingRows: number;
  updates: number;
  clears: number;
  /** A row led to a listing. */
  anyMatched: boolean;
  /** SKUs that are not listed, as long as no row led to a listing. */
  readonly missingSkus: Set<string>;
  /** Of the listings that rows set money of without saying in which currency: the first of these rows for each. */
  readonly currencies: Map<string, Place>;
  readonly columns: ImplausibleColumns;
  readonly slips: ScaleSlips;
}

type Check = (
  figures: Readonly<Figures>,
  limits: GuardLimits,
  currency: string | undefined,
) => string | undefined;

/** The rules that the plan of a sheet shows: one is known from the header, one is about plans that another run made. */
type PlanRule = Exclude<RunRule, 'nothing_to_set' | 'other_key'>;

const CHECKS: Readonly<Record<PlanRule, Check>> = {
  empty_sheet: ({ rows }) => (rows === 0 ? 'the sheet has 0 rows of data, and it takes 1' : undefined),
  nothing_matched: findNothingMatched,
  mixed_currencies: findMixedCurrencies,
  max_invalid: ({ rows, invalidRows: count }, { maxInvalid: percent, fewRows: few }) =>
    findShare({ count, rows, few, percent, what: 'invalid', flag: '--max-invalid' }),
  max_missing: ({ rows, missingRows: count }, { maxMissing: percent, fewRows: few }) =>
    findShare({ count, rows, few, percent, what: 'not listed', flag: '--max-missing' }),
  max_updates: findTooManyUpdates,
  max_clears: findTooManyClears,
  implausible_column: ({ columns }, { fewPrices }) => columns.result(fewPrices),
  scale_slip: ({ slips }, { fewMoves }) => slips.result(fewMoves),
};

/** Checks a whole plan against the run rules. Every entry is added; entries of one row follow each other. */
export class RunCheck implements Tally<PlanEntry, readonly RunViolation[]> {
  readonly #limits: GuardLimits;
  readonly #currency: string | undefined;

  readonly #figures: Figures = {
    rows: 0,
    invalidRows: 0,
    missingRows: 0,
    updates: 0,
    clears: 0,
    anyMatched: false,
    missingSkus: new Set(),
    currencies: new Map(),
    columns: new ImplausibleColumns(),
    slips: new ScaleSlips(),
  };
  #row: unknown;
  /** Of the row at hand: what it counts as already. */
  readonly #counted = { asInvalid: false, asMissing: false };

  /** `currency` is that of rows that don't say one themselves. */
  constructor(limits: GuardLimits, currency: string | undefined) {
    this.#limits = limits;
    this.#currency = currency;
  }

  add(entry: PlanEntry): void {
    const figures = this.#figures;
    const row = rowOf(entry);
    if (row !== this.#row) {
      this.#row = row;
      this.#counted.asInvalid = false;
      this.#counted.asMissing = false;
      if (entry.kind !== 'ignored') figures.rows++;
    }
    this.#addStatus(statusOf(entry));
    this.#addListing(entry);
    if (entry.kind === 'update') {
      figures.updates++;
      figures.clears += entry.changes.filter(({ after }) => after === null).length;
    }
    figures.columns.add(entry);
    figures.slips.add(entry);
  }

  #addStatus(status: string): void {
    const [figures, counted] = [this.#figures, this.#counted];
    if (status === 'invalid' && !counted.asInvalid) figures.invalidRows++;
    if (status === 'not_found' && !counted.asMissing) figures.missingRows++;
    counted.asInvalid ||= status === 'invalid';
    counted.asMissing ||= status === 'not_found';
  }

  /** Every matched listing says something about the sheet, even if nothing will be sent to it. */
  #addListing(entry: PlanEntry): void {
    const { missingSkus, currencies } = this.#figures;
    const [row, listing] = [rowOf(entry), listingOf(entry)];
    if (listing) {
      this.#figures.anyMatched = true;
      // Even an empty set is cleared by making a new table.
      if (missingSkus.size > 0) missingSkus.clear();
      const isOpen = row.kind === 'row' && setsMoney(row) && row.currency === undefined;
      if (isOpen && !currencies.has(listing.currency))
        currencies.set(listing.currency, { line: row.line, sku: row.target.sku });
    } else if (!this.#figures.anyMatched && entry.kind === 'unresolved' && entry.status === 'not_found') {
      missingSkus.add(entry.row.target.sku);
    }
  }

  /** The rules that fired. */
  result(): readonly RunViolation[] {
    const limits = this.#limits;
    return (Object.keys(CHECKS) as PlanRule[]).flatMap((rule): readonly RunViolation[] => {
      const found = limits.allow.has(rule) ? undefined : CHECKS[rule](this.#figures, limits, this.#currency);
      return found === undefined ? [] : [{ rule, message: found }];
    });
  }
}

function findNothingMatched({ anyMatched, missingSkus }: Figures): string | undefined {
  if (anyMatched || missingSkus.size === 0) return undefined;
  return `none of the SKUs that were looked up is listed (0 of ${missingSkus.size}); check the account, the filters and the SKU column`;
}

/** More than that are counted. */
const MAX_CURRENCIES = 4;

function findMixedCurrencies(
  { currencies }: Figures,
  _limits: GuardLimits,
  currency: string | undefined,
): string | undefined {
  if (currency !== undefined || currencies.size < 2) return undefined;
  const named = [...currencies]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, { line, sku }]) => `${name} (line ${line}, sku "${sku}")`);
  const rest = named.length > MAX_CURRENCIES ? ` and ${named.length - MAX_CURRENCIES} more` : '';
  const first = named.slice(0, MAX_CURRENCIES).join(', ') + rest;
  return `the sheet names no currency and its listings are in ${named.length} currencies, first ${first}; add a currency column, or pass --currency with the rows of one currency`;
}

interface Share {
  readonly count: number;
  readonly rows: number;
  /** Percentages mean little below this number of rows. */
  readonly few: number | undefined;
  readonly percent: number | undefined;
  readonly what: string;
  readonly flag: '--max-invalid' | '--max-missing';
}

function findShare({ count, rows, few = FEW_ROWS, percent, what, flag }: Share): string | undefined {
  if (percent === undefined || rows < few || !isMoreThan(count, percent, rows)) return undefined;
  return `${describePart(count, rows, what)}, and ${flag} is ${percent} %`;
}

function statusOf(entry: PlanEntry): string {
  return 'status' in entry ? entry.status : entry.kind;
}

function findTooManyUpdates(
  { updates: count, rows }: Figures,
  { maxUpdates }: GuardLimits,
): string | undefined {
  if (!maxUpdates || !isAbove(count, rows, maxUpdates)) return undefined;
  const among = maxUpdates.kind === 'percent' ? ` in ${counted(rows, 'row')}` : '';
  return `${counted(count, 'listing')} would be updated${among}, and --max-updates is ${formatLimit(maxUpdates)}`;
}

function findTooManyClears(
  { clears: count, rows }: Figures,
  { maxClears, fewRows = FEW_ROWS }: GuardLimits,
): string | undefined {
  if (maxClears.kind === 'percent' && rows < fewRows) return undefined;
  if (!isAbove(count, rows, maxClears)) return undefined;
  return `${counted(count, 'field')} would be cleared in ${counted(rows, 'row')}, and --max-clears is ${formatLimit(maxClears)}`;
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
