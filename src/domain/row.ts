import type { Day } from './day.ts';
import type { Fees } from './fees.ts';
import { type Desired, type FieldValues, MONEY_FIELDS } from './fields.ts';
import type { ListingId, Market, Sku } from './listing.ts';
import type { Reason } from './reasons.ts';

/** What every row of a sheet has, readable or not. */
interface RowOrigin {
  /** The physical line on which the row starts; the first line of the file is 1. */
  readonly line: number;
  /** The cells as written, in the order of the sheet's header. */
  readonly cells: readonly string[];
}

/** The listings that a row is for: all of a SKU, narrowed by whatever else the row says, its currency included. */
export interface Target {
  readonly sku: Sku;
  readonly listingId?: ListingId | undefined;
  readonly platform?: string | undefined;
  readonly channel?: string | undefined;
}

/** What the amounts of a row are in. */
export interface RowCurrency {
  /** Lower-case ISO 4217 code of the row's money, if the sheet says one. */
  readonly currency?: string | undefined;
  /** Likewise, if a sign such as `$` leaves several; the listing's own has to be among them. */
  readonly currencyOneOf?: readonly string[] | undefined;
  /** The first cell or header with a sign or code of it, if no column of currencies says it: `Min (UK) "$9.99"`. */
  readonly currencySource?: string | undefined;
}

/**
 * What a row of a retry file is by its remarks: one of the rows that are offered for a SKU with several listings, or possibly one, since they
 * don't say what else it is.
 */
export type Offer = 'candidate' | 'unsaid';

/** The first and the last day on which a row counts, if the sheet says so. */
interface RowDays {
  /** NaN: it can't be read. */
  readonly begins?: Day | undefined;
  readonly ends?: Day | undefined;
}

/** A row that can be used: the listings it is for and the values it requests. */
export interface SheetRow extends RowOrigin, RowCurrency, RowDays {
  readonly kind: 'row';
  readonly target: Target;
  /** The row's amounts were given in cents, so that they mean the same in every currency. */
  readonly moneyInCents: boolean;
  /** As written: `strategy` is an id or a name, not yet looked up. */
  readonly requested: Desired;
  /** By how many pieces its cost was divided, if it was. */
  readonly pieces?: number;
  /** What the row says of the fees of a sale: guard rules know them, and the service never does. */
  readonly fees?: Fees | undefined;
  /** What the listing is believed to hold now; if it holds neither this nor the requested value, somebody else changed it. */
  readonly expected?: Desired;
  /** An update that was planned before, which is to be sent as it was planned or not at all. */
  readonly planned?: PlannedUpdate | undefined;
  /** An update that was planned before and, as far as is known, never made; the requested values are those from before. */
  readonly unsent?: UnsentUpdate | undefined;
  readonly offer?: Offer | undefined;
  /**
   * How many of the rows that a retry file offers for a SKU with several listings are left, this one included; `undefined` for every other
   * row.
   */
  readonly candidates?: number | undefined;
  /** Worth saying but no obstacle, such as an amount that was rounded. */
  readonly notices: readonly Remark[];
}

/** Whether a row has an amount, which is in some currency; to clear one takes none. */
export function hasAmount({ requested, fees }: SheetRow): boolean {
  return fees?.perUnit !== undefined || MONEY_FIELDS.some((field) => requested[field] != null);
}

/** Whether a row was made of another run's plan: then its strategy is an id, as the service gave it, and no text that a person wrote. */
export function isOfPlan({ planned, expected }: SheetRow): boolean {
  return planned !== undefined || expected !== undefined;
}

/** An update as another run planned it. */
export interface PlannedUpdate extends Market {
  /** All that the listing held when the plan was made. */
  readonly before: FieldValues;
  /** Values that are to be sent along as they are. */
  readonly pins: Desired;
  /** The listing has to come out exactly as planned. */
  readonly exact: boolean;
  /** The other run sent it, and it may still take effect. */
  readonly mayArrive: boolean;
}

/** An update that a run planned and, by its own account, did not make. */
export interface UnsentUpdate {
  /** The values that it was to set. */
  readonly planned: Desired;
  /** What says that it was not made, as part of a sentence. */
  readonly evidence: string;
}

/** One remark about a row: that it is wrong, or merely worth knowing. `reason` is the code for it. */
export interface Remark {
  readonly reason: Reason;
  readonly message: string;
  /** Of `may_arrive`: the minute until which the update may still arrive, such as `2026-11-20 19:41`. */
  readonly until?: string;
  /** Of an amount that can't be read: its cell. */
  readonly cell?: string;
}

/** The reason of a notice: the row's SKU reads like a total, so that only a listing of exactly that SKU makes it a row. */
export const LIKE_A_TOTAL = 'like_a_total' satisfies Reason;

/** A row that can't be used as it is written, with everything that is wrong with it. Its currency is only known if nothing is wrong with that. */
export interface InvalidRow extends RowOrigin, RowCurrency, RowDays {
  readonly kind: 'invalid';
  /** If the SKU at least can be read. */
  readonly target?: Target | undefined;
  readonly offer?: Offer | undefined;
  readonly problems: readonly Remark[];
}

/** What a row is that isn't data, or why it doesn't count. */
export type IgnoredReason = Extract<
  Reason,
  | 'total'
  | 'repeated_header'
  | 'rule'
  | 'note'
  | 'no_sku'
  | 'not_valid_yet'
  | 'no_longer_valid'
  | 'superseded'
  | 'filtered'
>;

/**
 * A row that isn't data: a total, a repeated header, a note; or one that doesn't count on the day for which
 * the sheet is read, or by what was said of the rows that count.
 */
export interface IgnoredRow extends RowOrigin, RowDays {
  readonly kind: 'ignored';
  /** Of a row that is data. */
  readonly target?: Target | undefined;
  readonly reason: IgnoredReason;
  readonly message: string;
}

/** A row that says again what another row says, or that another row replaces. */
export interface DuplicateRow extends RowOrigin {
  readonly kind: 'duplicate';
  readonly target: Target;
  readonly reason: Extract<Reason, 'repeats' | 'superseded'>;
  readonly message: string;
}

export type Row = SheetRow | InvalidRow | IgnoredRow | DuplicateRow;

/** Rows that may lead to the same listings, by the group of their SKUs. */
export type RowsBySku<T> = ReadonlyMap<string, readonly T[]>;

/**
 * Rows with equal keys are for the same listings: those of another currency are for other ones. `undefined`: the row names no listing, or
 * is none. No cell of a sheet holds a NUL.
 */
export function targetKey(row: Row): string | undefined {
  if ((row.kind !== 'row' && row.kind !== 'invalid') || !row.target) return undefined;
  const { sku, listingId, platform, channel } = row.target;
  return [sku, listingId, platform, channel, row.currency, row.currencyOneOf?.join(' ')].join('\0');
}

/** Of rows with equal keys, the one that began last counts. NaN: it is not known when. */
export function beginOf(row: Row): Day {
  return row.kind === 'row' || row.kind === 'invalid' ? (row.begins ?? 0) : 0;
}

/** Rows with equal keys request the same values, and say the same of fees. */
export function requestedKey({ requested, fees }: SheetRow): string {
  return JSON.stringify(fees ? [requested, fees] : requested);
}

/** Whether the listings in a currency are meant by a row: all are, unless it names one. */
export function meansCurrency({ currency, currencyOneOf }: RowCurrency, code: string): boolean {
  return (currency === undefined || currency === code) && (currencyOneOf?.includes(code) ?? true);
}
