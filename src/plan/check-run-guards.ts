import { count as counted } from '../domain/count.ts';
import type { Fees } from '../domain/fees.ts';
import type { WayOut } from '../domain/flawed-rows.ts';
import { FEW_ROWS, FlawedRows, type RowCounts } from '../domain/flawed-rows.ts';
import { hashText } from '../domain/hash-text.ts';
import { listSome, type Tally } from '../domain/lists.ts';
import { hasAmount, type SheetRow } from '../domain/row.ts';
import { listingOf, type PlanEntry, rowOf } from '../domain/stages.ts';
import { nameTime, type SheetRun, type WaitedNights } from './earlier-runs.ts';
import type { GuardLimits, Limit, PlanRule, RunRule } from './guard-rules.ts';
import { describePart, isMoreThan } from './guard-rules.ts';
import { ImplausibleColumns } from './implausible-columns.ts';
import { ScaleSlips } from './scale-slips.ts';

/** A rule that stops the run, as a sentence with the figure, the limit and the way past it. */
export interface RunViolation extends WayOut {
  readonly rule: RunRule;
  readonly message: string;
}

/** What a rule found, or its message alone. */
type Found = Omit<RunViolation, 'rule'> | string | undefined;

interface NamedRow {
  readonly line: number;
  readonly sku: string;
  /** The cell or header with a sign that can mean several currencies. */
  readonly sign?: string | undefined;
}

/** The figures of entries that the rules use. */
interface EntryFigures {
  updates: number;
  /** Rows that would count on another day. */
  ofOtherDays: number;
  clears: number;
  /** A row led to a listing. */
  anyMatched: boolean;
  /** Hashes of the SKUs that are not listed, as long as no row led to a listing: a text from the sheet keeps all that was read with it. */
  readonly missingSkus: Set<number>;
  /** Of the listings that rows set money of without saying for certain in which currency: the first of these rows for each. */
  readonly currencies: Map<string, NamedRow>;
  /** Likewise, of the listings that `fee` has one amount for. */
  readonly feeCurrencies: Map<string, NamedRow>;
  /** What amounts are in, whether rows say so or not. */
  readonly allCurrencies: Set<string>;
  readonly columns: ImplausibleColumns;
  readonly slips: ScaleSlips;
}

/** The figures of a plan that the rules use. */
type Figures = Readonly<EntryFigures> & RowCounts & Pick<Given, 'currencyColumn' | 'waited' | 'last'>;

type Check = (figures: Figures, limits: GuardLimits, currency: string | undefined) => Found;

const CHECKS: Readonly<Record<PlanRule, Check>> = {
  empty_sheet: findNoRows,
  nothing_matched: findNothingMatched,
  mixed_currencies: findMixedCurrencies,
  max_invalid: ({ rows, invalid: count }, { maxInvalid: percent }) =>
    findShare({ count, rows, percent, what: 'invalid', flag: '--max-invalid' }),
  max_missing: ({ rows, missing: count }, { maxMissing: percent }) =>
    findShare({ count, rows, percent, what: 'not listed', flag: '--max-missing' }),
  max_updates: findTooManyUpdates,
  max_clears: findTooManyClears,
  implausible_column: ({ columns }) => columns.result(),
  scale_slip: ({ slips }) => slips.result(),
};

/** What amounts are that rows leave to the settings, and what is known of earlier nights. */
interface Given {
  /** Of rows that don't say one themselves. */
  readonly currency?: string | undefined;
  readonly fees?: Fees | undefined;
  /** The header of the sheet's column of currencies, if it has one. */
  readonly currencyColumn?: string | undefined;
  readonly waited?: WaitedNights | undefined;
  /** The last run that sent amounts. */
  readonly last?: SheetRun | undefined;
}

/** Checks a whole plan against the run rules. Every entry is added; entries of one row follow each other. */
export class RunCheck implements Tally<PlanEntry, readonly RunViolation[]> {
  readonly #limits: GuardLimits;
  readonly #currency: string | undefined;
  readonly #fees: Fees['perUnit'];
  readonly #given: Pick<Given, 'currencyColumn' | 'waited' | 'last'>;
  readonly #rows = new FlawedRows();
  readonly #figures: EntryFigures = {
    updates: 0,
    ofOtherDays: 0,
    clears: 0,
    anyMatched: false,
    missingSkus: new Set(),
    currencies: new Map(),
    feeCurrencies: new Map(),
    allCurrencies: new Set(),
    columns: new ImplausibleColumns(),
    slips: new ScaleSlips(),
  };

  constructor(limits: GuardLimits, { currency, fees, ...given }: Given = {}) {
    this.#given = given;
    this.#limits = limits;
    this.#currency = currency;
    this.#fees = fees?.perUnit;
  }

  add(entry: PlanEntry): void {
    const figures = this.#figures;
    this.#rows.add({ row: rowOf(entry), status: statusOf(entry) });
    this.#addListing(entry);
    if (entry.kind === 'ignored' && entry.target) figures.ofOtherDays++;
    if (entry.kind === 'update') {
      figures.updates++;
      figures.clears += entry.changes.filter(({ after }) => after === null).length;
    }
    figures.columns.add(entry);
    figures.slips.add(entry);
  }

  /** Every matched listing says something about the sheet, even if nothing will be sent to it. */
  #addListing(entry: PlanEntry): void {
    const { missingSkus, currencies, feeCurrencies, allCurrencies } = this.#figures;
    const [row, listing] = [rowOf(entry), listingOf(entry)];
    if (listing) {
      this.#figures.anyMatched = true;
      // Even an empty set is cleared by making a new table.
      if (missingSkus.size > 0) missingSkus.clear();
      if (row.kind !== 'row') return;
      if (hasAmount(row)) allCurrencies.add(row.currency ?? this.#currency ?? listing.currency);
      if (hasAmount(row) && row.currency === undefined) addFirst(currencies, listing.currency, row);
      if (row.fees?.perUnit === undefined && this.#fees !== undefined)
        addFirst(feeCurrencies, listing.currency, row);
    } else if (!this.#figures.anyMatched && entry.kind === 'unresolved' && entry.status === 'not_found') {
      missingSkus.add(hashText(entry.row.target.sku));
    }
  }

  /** What the amounts are in, for later runs. */
  currencies(): readonly string[] {
    return [...this.#figures.allCurrencies].sort();
  }

  /** The rules that fired. */
  result(): readonly RunViolation[] {
    const limits = this.#limits;
    const figures = this.#all();
    return (Object.keys(CHECKS) as PlanRule[]).flatMap((rule): readonly RunViolation[] => {
      const found = limits.allow.has(rule) ? undefined : CHECKS[rule](figures, limits, this.#currency);
      if (found === undefined) return [];
      return [{ rule, ...(typeof found === 'string' ? { message: found } : found) }];
    });
  }

  /** What would have been stopped on a usual night. */
  notices(): readonly string[] {
    const { maxUpdates } = this.#limits;
    const { updates, rows, waited } = this.#all();
    if (!maxUpdates || !waited?.failed || !isAbove(updates, rows, maxUpdates)) return [];
    if (isAbove(updates, rows, timesNights(maxUpdates, waited))) return [];
    const { failed, usual } = waited;
    return [
      `${counted(updates, 'update')}, since ${counted(failed, 'night')} failed; a usual night has ${usual}, and --max-updates is ${formatLimit(maxUpdates)} for each of ${failed + 1} nights`,
    ];
  }

  #all(): Figures {
    return { ...this.#figures, ...this.#rows.result(), ...this.#given };
  }
}

function findNothingMatched({ anyMatched, missingSkus }: Figures): string | undefined {
  if (anyMatched || missingSkus.size === 0) return undefined;
  return `none of the SKUs that were looked up is listed (0 of ${missingSkus.size}); check the account, the filters and the SKU column`;
}

/** More than that are counted. */
const MAX_CURRENCIES = 4;

function findMixedCurrencies(
  { currencies, feeCurrencies, currencyColumn, last }: Figures,
  _limits: GuardLimits,
  currency: string | undefined,
): Found {
  if (currency !== undefined) return undefined;
  const [only] = currencies.size === 1 ? currencies.keys() : [];
  const before = last?.sheet.figures.currencies ?? [];
  const isOther = only !== undefined && last !== undefined && !before.includes(only);
  const [naming, repair] =
    currencyColumn === undefined
      ? ['name the currency in a column "currency"', 'add a column "currency" to']
      : [`fill in the blank cells of the column "${currencyColumn}"`, 'fill in the blank currencies of'];
  const signed = [...currencies.values()].filter(({ sign }) => sign !== undefined).length;
  const [rows, correct] =
    signed === 0
      ? ['rows that name no currency', '']
      : [
          `rows ${signed < currencies.size ? 'that name no currency, or ' : ''}with a sign that can mean several currencies`,
          'correct the sign that is wrong, or ',
        ];
  const found: string[] = [];
  if (isOther)
    found.push(
      `${rows} lead to listings in ${only}, and the run of ${nameTime(last.started_at)} was in ${before.join(', ')}; ${naming}, or pass --currency ${only} if they are in ${only} now`,
    );
  if (currencies.size > 1)
    found.push(
      `${rows} lead to listings in ${listCurrencies(currencies)}; ${correct}${naming}, or pass --currency with the rows of one currency`,
    );
  if (feeCurrencies.size > 1)
    found.push(
      `"fee" is one amount and the listings are in ${listCurrencies(feeCurrencies)}; put the fees into a column "fee", or send the listings of each currency on their own, with --channel`,
    );
  if (found.length === 0) return undefined;
  return {
    message: found.join('; '),
    repair: currencies.size < 2 && !isOther ? 'put the fees into a column "fee" of' : correct + repair,
    ...(isOther && { readAs: { '--currency': only } }),
  };
}

function listCurrencies(currencies: ReadonlyMap<string, NamedRow>): string {
  const named = [...currencies]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, { line, sku, sign = `sku "${sku}"` }]) => `${name} (line ${line}, ${sign})`);
  return `${named.length} currencies, first ${listSome(named, MAX_CURRENCIES)}`;
}

function addFirst(rows: Map<string, NamedRow>, currency: string, row: SheetRow): void {
  const { line, target, currencySource: sign } = row;
  if (!rows.has(currency)) rows.set(currency, { line, sku: target.sku, sign });
}

interface Share {
  readonly count: number;
  readonly rows: number;
  readonly percent: number | undefined;
  readonly what: string;
  readonly flag: '--max-invalid' | '--max-missing';
}

function findShare({ count, rows, percent, what, flag }: Share): string | undefined {
  if (percent === undefined || rows < FEW_ROWS || !isMoreThan(count, percent, rows)) return undefined;
  return `${describePart(count, rows, what)}, and ${flag} is ${percent} %`;
}

function statusOf(entry: PlanEntry): string {
  return 'status' in entry ? entry.status : entry.kind;
}

function findNoRows({ rows, ofOtherDays }: Figures): string | undefined {
  if (rows > 0) return undefined;
  return ofOtherDays === 0
    ? 'the sheet has 0 rows of data, and at least 1 is needed'
    : `the sheet has ${counted(ofOtherDays, 'row')}, of which 0 count on the day for which it is read or by --where, and at least 1 is needed`;
}

function findTooManyUpdates(
  { updates: count, rows, waited }: Figures,
  { maxUpdates }: GuardLimits,
): string | undefined {
  if (!maxUpdates || !isAbove(count, rows, waited ? timesNights(maxUpdates, waited) : maxUpdates))
    return undefined;
  const among = maxUpdates.kind === 'percent' ? ` in ${counted(rows, 'row')}` : '';
  const what = `${counted(count, 'listing')} would be updated${among}`;
  const limit = `${what}, and --max-updates is ${formatLimit(maxUpdates)}`;
  if (!waited?.failed) return limit;
  const { failed, usual } = waited;
  return `${limit} for each of ${failed + 1} nights; ${counted(failed, 'night')} failed, and a usual night has ${usual}`;
}

/** Each night that failed left its updates to this one. */
function timesNights(limit: Limit, { failed }: WaitedNights): Limit {
  const nights = failed + 1;
  return limit.kind === 'count'
    ? { kind: 'count', count: limit.count * nights }
    : { kind: 'percent', percent: limit.percent * nights };
}

function findTooManyClears({ clears: count, rows }: Figures, { maxClears }: GuardLimits): string | undefined {
  if (maxClears.kind === 'percent' && rows < FEW_ROWS) return undefined;
  if (!isAbove(count, rows, maxClears)) return undefined;
  return `${counted(count, 'field')} would be cleared in ${counted(rows, 'row')}, and --max-clears is ${formatLimit(maxClears)}`;
}

function isAbove(count: number, rows: number, limit: Limit): boolean {
  return limit.kind === 'count' ? count > limit.count : isMoreThan(count, limit.percent, rows);
}

function formatLimit(limit: Limit): string {
  return limit.kind === 'percent' ? `${limit.percent} % of the rows` : String(limit.count);
}
