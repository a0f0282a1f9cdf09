import { hasHundredths, nameCurrencies } from '../domain/currency.ts';
import { type Fees, feesOf } from '../domain/fees.ts';
import {
  type Channel,
  fits,
  isSameId,
  type Listing,
  type ListingFilters,
  type Sku,
} from '../domain/listing.ts';
import { askAbout, nearestNames } from '../domain/nearest-names.ts';
import type { Reason } from '../domain/reasons.ts';
import { describeRewriting, findSkuDamage, mayBeRewritten } from '../domain/rewritten-sku.ts';
import {
  hasAmount,
  type IgnoredRow,
  isOfPlan,
  LIKE_A_TOTAL,
  meansCurrency,
  type Remark,
  type Row,
  type SheetRow,
  type Target,
} from '../domain/row.ts';
import type { CarriedOver, Resolved, ResolvedRow, Unresolved } from '../domain/stages.ts';
import type { FindStrategy } from './find-strategy.ts';
import { setsAnyField } from './row-facts.ts';

/** What decides which listings a row is for and what its values mean there. */
export interface MatchContext {
  readonly findStrategy: FindStrategy;
  readonly channels: readonly Channel[];
  /** Only listings that have these are matched. */
  readonly filters: ListingFilters;
  /** What a SKU with several listings is: an error for the row, or all of them are meant. */
  readonly match: 'one' | 'all';
  /** Currency of rows that don't say one themselves. */
  readonly currency?: string | undefined;
  /** What a sale costs where the row does not say it. */
  readonly fees?: Fees | undefined;
  /** Only a part of the account was searched for the row's SKU, so that it may be listed elsewhere. */
  readonly isOfPart?: boolean | undefined;
  /** SKUs that are listed and differ little from one that isn't, by the latter. */
  readonly suggestions?: ReadonlyMap<Sku, Suggestion> | undefined;
}

/** A listed SKU that a SKU of the sheet may have been. */
export interface Suggestion {
  readonly sku: Sku;
  /** How the two differ, and what would make them the same: `by leading zeros only; "sku-pad": 8 in pricesheet.json puts them back`. */
  readonly how: string;
}

/** What was found for a row's SKU. */
export type LookupResult =
  | {
      readonly kind: 'found';
      readonly listings: readonly Listing[];
      /** Only a part of the account was searched, so that the SKU may be listed elsewhere. */
      readonly isOfPart?: boolean | undefined;
    }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * The result of looking up a row's SKU, with the listing that the row names by its id if that was found under another SKU; `undefined` if the
 * run stopped before it.
 */
export type FindLookup = (target: Target) => LookupResult | undefined;

/**
 * Leads a row to its listings: once per listing, once if there is none.
 *
 * A row whose SKU was not looked up is `skipped`.
 */
export function resolveRow(
  row: Row | CarriedOver,
  findLookup: FindLookup,
  context: MatchContext,
): readonly ResolvedRow[] {
  if (row.kind !== 'row') return [row];
  if (!setsAnyField(row)) {
    return [exit(row, 'unchanged', 'nothing_to_set', 'The row sets nothing, so its SKU was not looked up')];
  }
  const lookup = findLookup(row.target);
  if (!lookup)
    return [exit(row, 'skipped', 'not_looked_up', 'The run stopped before this SKU was looked up')];
  if (lookup.kind === 'failed') return [exit(row, 'failed', 'lookup_failed', lookup.message)];
  const total = findTotal(row);
  if (total && !lookup.listings.some(({ sku }) => sku === row.target.sku)) return [total];
  return matchRow(row, lookup.listings, lookup.isOfPart ? { ...context, isOfPart: true } : context);
}

/** What a row is that looks like a total, if nothing is listed under the word. */
function findTotal({ line, cells, notices, target }: SheetRow): IgnoredRow | undefined {
  if (!notices.some(({ reason }) => reason === LIKE_A_TOTAL)) return undefined;
  const message = `The row is a total ("${target.sku}"): no listing has this SKU`;
  return { kind: 'ignored', line, cells, reason: 'total', message };
}

function exit(row: SheetRow, status: Unresolved['status'], reason: Reason, message: string): Unresolved {
  return { kind: 'unresolved', row, status, reason, message };
}

/**
 * Which of the listings found for a row's SKU the row means, and what it requests of each: at least one result.
 *
 * `listings` is all that was found for the SKU, whatever platform, channel or status, and the one that the row names by its id, if that was found
 * under another SKU.
 */
export function matchRow(
  row: SheetRow,
  listings: readonly Listing[],
  context: MatchContext,
): readonly (Resolved | Unresolved)[] {
  const { channel } = row.target;
  if (channel !== undefined && !context.channels.some(({ id }) => id === channel)) {
    const message = `The account has no channel "${channel}"; ${describeChannels(channel, context.channels)}`;
    return [unfit(row, undefined, 'channel_unknown', message)];
  }
  const withSku = listings.filter(({ sku }) => sku === row.target.sku);
  const fitting = withSku.filter((listing) => isMeant(listing, row, context));
  if (fitting.length > 0) return matchFitting(row, fitting, context);
  // A SKU that is listed is right as it is written: then the listing_id beside it is wrong.
  const recognized = withSku.length === 0 ? recognize(row, listings, context) : undefined;
  if (recognized) return matchFitting(recognized.row, [recognized.listing], context);
  return [notFound(row, { withSku, listings }, context)];
}

function matchFitting(
  row: SheetRow,
  fitting: readonly Listing[],
  context: MatchContext,
): readonly (Resolved | Unresolved)[] {
  const matched = fitting.filter(({ currency }) => isInCurrency(currency, row, context));
  if (matched.length === 0) return fitting.map((listing) => otherCurrency(row, listing, context));
  if (context.match === 'one' && (matched.length > 1 || isUndecided(row)))
    return matched.map((listing) => ambiguous(row, listing, matched));
  return matched.map((listing) => resolveRequested(row, listing, context));
}

/** Whether a listing is where the row and the filters look. */
function isMeant(listing: Listing, row: SheetRow, { filters }: MatchContext): boolean {
  return fits(listing, row.target) && fits(listing, filters);
}

/**
 * The listing that a row names by its id, if its SKU may be what a spreadsheet saved of the listing's. The SKU is only known for certain if it is
 * the same number, and is not listed itself anywhere in the account; otherwise a person has to look at the row.
 */
function recognize(
  row: SheetRow,
  listings: readonly Listing[],
  context: MatchContext,
): { readonly row: SheetRow; readonly listing: Listing } | undefined {
  const { sku, listingId } = row.target;
  const listing = listingId === undefined ? undefined : listings.find(({ id }) => isSameId(id, listingId));
  if (!listing || !isMeant(listing, row, context)) return undefined;
  const damage = findSkuDamage(sku, listing.sku);
  if (!damage) return undefined;
  const isCertain = damage.isExact && !context.isOfPart;
  const elsewhere = context.isOfPart
    ? `; ${sku} may be listed in a part of the account that was not read`
    : '';
  const notice: Remark = {
    reason: isCertain ? 'sku_rewritten' : 'sku_damaged',
    message: `SKU ${sku} is ${listing.sku} there: ${damage.how}${elsewhere}`,
  };
  return { row: { ...row, notices: [...row.notices, notice] }, listing };
}

/** All listings that were found, and the ones with the row's SKU. */
interface Found {
  readonly listings: readonly Listing[];
  readonly withSku: readonly Listing[];
}

function notFound(
  row: SheetRow,
  { withSku, listings }: Found,
  { filters, suggestions }: MatchContext,
): Unresolved {
  const { sku, listingId } = row.target;
  const named = listingId && listings.find(({ id }) => isSameId(id, listingId));
  // Only this part of the account may have been looked at.
  const part = namePart({
    platform: row.target.platform ?? filters.platform,
    channel: row.target.channel ?? filters.channel,
  });
  const nothing = `No listing ${part === '' ? '' : `of ${part} `}has this SKU`;
  const others = withSku.map(describe).join('; ');
  const unfitting = `No listing with this SKU fits the row and the filters; there is: ${others}`;
  return {
    kind: 'unresolved',
    row,
    status: 'not_found',
    reason: withSku.length > 0 ? 'filtered_out' : reasonOfNone(row.target.sku),
    message:
      withSku.length === 0
        ? [nothing, ...(named ? [remarkNamed(named)] : remarksOn(row.target, suggestions?.get(sku)))].join(
            '; ',
          )
        : [unfitting, ...(named && !withSku.includes(named) ? [remarkNamed(named)] : [])].join('; '),
  };
}

/** That nothing is listed under what a spreadsheet wrote says nothing of the SKU that it had been. */
function reasonOfNone(sku: Sku): Reason {
  return describeRewriting(sku) === undefined ? 'sku_not_listed' : 'sku_damaged';
}

/** Nothing is matched by an id alone: either may be the wrong one. */
function remarkNamed({ sku }: Listing): string {
  return `the listing_id beside it is that of SKU ${sku}; one of the two is wrong`;
}

/** Spreadsheets take zeros away; one that is left is a sign that they did not. */
const DIGITS_WITHOUT_ZEROS = /^[1-9]\d*$/;

function remarksOn({ sku, listingId }: Target, suggestion: Suggestion | undefined): readonly string[] {
  const rewriting = describeRewriting(sku);
  return [
    ...(suggestion ? [`"${suggestion.sku}" is listed, which differs ${suggestion.how}`] : []),
    ...(!suggestion && DIGITS_WITHOUT_ZEROS.test(sku)
      ? ['if it has zeros in front where it is listed, "sku-pad" in pricesheet.json puts them back']
      : []),
    ...(rewriting ? [`a spreadsheet may have turned it into ${rewriting}; type it in again`] : []),
    ...(listingId !== undefined && mayBeRewritten(sku)
      ? ['if a spreadsheet changed it, --resolve scan looks for the listing_id of the row']
      : []),
  ];
}

/** A retry file has offered several rows, and nobody has deleted the wrong ones: to send all would be `--match all`. */
function isUndecided({ candidates = 1 }: SheetRow): boolean {
  return candidates > 1;
}

function ambiguous(row: SheetRow, listing: Listing, matched: readonly Listing[]): Unresolved {
  return {
    kind: 'unresolved',
    row,
    status: 'ambiguous',
    reason: 'several_listings',
    message: isUndecided(row)
      ? `${row.candidates} rows are left for this SKU, one for each listing that may be meant; delete the wrong ones`
      : `${matched.length} listings have this SKU; say which in a listing_id, platform or channel column`,
    listing,
  };
}

function describe({ id, platform, channel, status }: Listing): string {
  return `${id} (${platform}, channel ${channel}, ${status})`;
}

/** Whether a row may be in this currency: a row that names one means the listings in that currency. */
function isInCurrency(currency: string, row: SheetRow, context: MatchContext): boolean {
  const { currencyOneOf } = row;
  return meansCurrency({ currency: row.currency ?? context.currency, currencyOneOf }, currency);
}

/** Amounts are never converted. */
function otherCurrency(row: SheetRow, listing: Listing, context: MatchContext): Unresolved {
  const named = row.currency ?? context.currency;
  const isNamed = named !== undefined && named !== listing.currency;
  const said = nameCurrencies(isNamed ? [named] : (row.currencyOneOf ?? []));
  const message = `${row.currencySource ?? 'The row'} is in ${said}, and the listing in ${listing.currency}`;
  return unfit(row, listing, 'currency_mismatch', message);
}

function resolveRequested(row: SheetRow, listing: Listing, context: MatchContext): Resolved | Unresolved {
  const { requested } = row;
  const fees = feesOf(row.fees, context.fees);
  const unsupported = hasHundredths(listing.currency) ? undefined : whyUnsupported(row, fees);
  if (unsupported !== undefined) {
    const message = `A cent is not a hundredth of ${listing.currency}; ${unsupported}`;
    return unfit(row, listing, 'currency_unsupported', message);
  }
  const resolved = { kind: 'resolved', row, listing, desired: requested, ...(fees && { fees }) } as const;
  if (requested.strategy == null || isOfPlan(row)) return resolved;
  const held = listing.values.strategy;
  // A strategy that is kept need not be in any list.
  if (held !== null && requested.strategy.toLowerCase() === held.toLowerCase())
    return { ...resolved, desired: { ...requested, strategy: held } };
  const strategy = context.findStrategy(requested.strategy, listing.platform);
  if (strategy.kind === 'problem') return unfit(row, listing, strategy.reason, strategy.message);
  return { ...resolved, desired: { ...requested, strategy: strategy.id } };
}

/** What to do about an amount that may not be in cents. A fee that a setting says is written in major units. */
function whyUnsupported(row: SheetRow, fees: Fees | undefined): string | undefined {
  if (hasAmount(row) && !row.moneyInCents) return "give the service's own amounts with --money cents";
  if (fees?.perUnit === undefined || row.fees?.perUnit !== undefined) return undefined;
  return 'put the fee into a column "fee" of the sheet, in the service\'s own amounts with --money cents';
}

function unfit(row: SheetRow, listing: Listing | undefined, reason: Reason, message: string): Unresolved {
  return { kind: 'unresolved', row, status: 'invalid', reason, message, listing };
}

/** The part of an account that is asked for, as a message names it: `platform walmart, channel …`; nothing if it is all of it. */
export function namePart({ platform, channel }: Pick<Target, 'platform' | 'channel'>): string {
  return [
    ...(platform === undefined ? [] : [`platform ${platform}`]),
    ...(channel === undefined ? [] : [`channel ${channel}`]),
  ].join(', ');
}

/**
 * The channels of the account, to go behind a message about one that it doesn't have, and which of them may be meant: one whose
 * id is near, or those of the platform or the type that was named instead of an id.
 */
export function describeChannels(text: string, channels: readonly Channel[]): string {
  const known = channels.map(nameChannel).join(', ');
  return `it has: ${known || 'none'}${askAbout(findMeant(text, channels))}`;
}

function nameChannel({ id, platform }: Channel): string {
  return `${id} (${platform})`;
}

/** More than that would be a list again. */
const MAX_MEANT = 3;

function findMeant(text: string, channels: readonly Channel[]): readonly string[] {
  const ids = channels.map(({ id }) => id);
  const near = nearestNames(text, ids);
  if (near.length > 0) return near;
  const kinds = channels.flatMap(({ platform, type }) => [platform, type ?? '']);
  const meant = new Set(nearestNames(text, kinds));
  const named = channels.filter(({ platform, type }) => meant.has(platform) || meant.has(type ?? ''));
  return named.length > MAX_MEANT ? [] : named.map(({ id }) => id);
}
