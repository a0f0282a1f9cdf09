import { hasHundredths } from '../domain/currency.ts';
import { UsageError } from '../domain/errors.ts';
import { type Field, MONEY_FIELDS } from '../domain/fields.ts';
import { type Channel, type Listing, PLATFORMS, type Sku, type Strategy } from '../domain/listing.ts';
import { type ExportShape, renderExport, renderExportJson } from '../report/files/render-export.ts';
import type { ExportFacts } from '../report/screen/render-export-screen.ts';
import { count } from '../report/text/words.ts';
import { findStrategy } from '../resolve/find-strategy.ts';
import type { ListingFilters } from '../resolve/match-row.ts';
import { scanAccount } from '../resolve/scan-account.ts';
import { suggestSkus } from '../resolve/similar-skus.ts';
import type { Service, ServiceOptions } from '../service/open-service.ts';
import { explainUnwritableSku } from '../sheet/explain-unwritable-sku.ts';
import type { Surroundings } from './job/job.ts';
import { openAccountPaging } from './lookup/account-paging.ts';
import { type AskSurroundings, askService } from './lookup/list-account.ts';
import { noticeShrunken } from './lookup/shrunken-account.ts';

export interface ExportOptions {
  readonly service: ServiceOptions;
  readonly filters: ListingFilters & { readonly sku?: string | undefined };
  /** In the order of the columns. */
  readonly fields: readonly Field[];
  readonly delimiter: string;
  readonly decimalSign: '.' | ',';
  readonly money: 'major' | 'cents';
  readonly clearToken: string;
  /** Strategies are called by their names where these tell. */
  readonly strategyNames: boolean;
}

/** What was found, ready to be written. */
export interface Export extends ExportFacts {
  sheet(): Iterable<string>;
  json(more: Readonly<Record<string, unknown>>): Iterable<string>;
}

type ExportSurroundings = AskSurroundings &
  Pick<Surroundings, 'disk' | 'onProgress'> & {
    readonly locks: Pick<Surroundings['locks'], 'folder'>;
  };

/**
 * Reads the account's listings, and makes of them a sheet that changes nothing when it is synced back. Nothing can be written before all
 * were read, so that a part of an account never passes for the whole.
 *
 * Errors: `UsageError` for a channel that is not there; `ServiceError`, `KeyRefusedError`, `RetriesSpentError`, the signal's reason.
 */
export function exportAccount(options: ExportOptions, surroundings: ExportSurroundings): Promise<Export> {
  return askService(options.service, surroundings, async (service) => {
    const channels = await service.listChannels(surroundings);
    checkChannel(options.filters.channel, channels);
    const strategies = options.fields.includes('strategy') ? await service.listStrategies(surroundings) : [];
    const found = await readListings(service, options, surroundings);
    return describe({ ...found, channels, strategies }, options);
  });
}

function checkChannel(wanted: string | undefined, channels: readonly Channel[]): void {
  if (wanted === undefined || channels.some(({ id }) => id === wanted)) return;
  const known = channels.map(({ id, platform }) => `${id} (${platform})`).join(', ');
  throw new UsageError([`--channel: the account has no channel "${wanted}"; it has: ${known || 'none'}`]);
}

/** Listings as often as they are asked for, and what is to be said of how they were found. */
interface Found {
  readonly listings: () => Iterable<Listing>;
  readonly notices: readonly string[];
  /** What of the account as a whole is to be reported whatever is silenced. */
  readonly warnings: readonly string[];
}

async function readListings(
  service: Service,
  { filters, service: options }: ExportOptions,
  surroundings: ExportSurroundings,
): Promise<Found> {
  const { sku, platform, channel } = filters;
  if (sku !== undefined) {
    const found = await service.findListings(sku as Sku, surroundings);
    const notices = found.length > 0 ? [] : await noticeNoSku(sku as Sku, service, surroundings);
    return { listings: () => found.filter((listing) => fits(listing, filters)), notices, warnings: [] };
  }
  const paging = openAccountPaging({ platform, channel }, { service: options, ...surroundings });
  const scanned = await scanAccount({
    listListings: service.listListings,
    filters: { platform, channel },
    isWanted: () => true,
    ignoreCase: false,
    ends: paging.known.ends ?? [],
    knownEnd: paging.knownEnd,
    widthFor: paging.widthFor,
    maxPages: Number.POSITIVE_INFINITY,
    clock: surroundings.clock,
    signal: surroundings.signal,
    onPage: (pages) => surroundings.onProgress(toProgress(pages, paging.known.listings)),
  });
  if (scanned.kind === 'given_up') throw new TypeError('Nothing limits the pages of an export');
  surroundings.onProgress({ phase: 'scan', done: scanned.pages, total: scanned.pages });
  paging.remember(scanned);
  const { index } = scanned;
  function* listings(): Generator<Listing> {
    for (const listing of index.all()) if (fits(listing, filters)) yield listing;
  }
  const shrunken = noticeShrunken(
    { before: paging.known.listings, now: scanned.listings },
    { filters: { platform, channel } },
  );
  return { listings, notices: [], warnings: shrunken === undefined ? [] : [shrunken] };
}

/** A SKU is compared exactly, which is the last thing that somebody thinks of who finds nothing. */
async function noticeNoSku(
  sku: Sku,
  { findListings }: Service,
  surroundings: ExportSurroundings,
): Promise<readonly string[]> {
  const suggestions = await suggestSkus({ skus: [sku], widths: [] }, findListings, surroundings);
  const listed = suggestions.get(sku);
  // An export has no flag that takes one spelling for another.
  const how = listed?.how.replace(/ \(--.*\)$/, '');
  return [
    `No listing has the SKU "${sku}"${listed ? `; "${listed.sku}" is listed, which differs ${how}` : ''}`,
  ];
}

const PAGE_SIZE = 100;

/** The head of the list is read twice. */
function toProgress(done: number, listings: number | undefined) {
  const total = listings === undefined ? undefined : Math.ceil(listings / PAGE_SIZE) + 1;
  return { phase: 'scan', done, total: total && Math.max(total, done + 1) } as const;
}

/** A service may return more than it was asked for. */
function fits(listing: Listing, { platform, channel, status }: ListingFilters): boolean {
  return (
    (platform === undefined || listing.platform === platform) &&
    (channel === undefined || listing.channel === channel) &&
    (status === undefined || listing.status === status)
  );
}

interface Account extends Found {
  readonly channels: readonly Channel[];
  readonly strategies: readonly Strategy[];
}

function describe(
  { listings, notices, channels, strategies, warnings }: Account,
  options: ExportOptions,
): Export {
  const { fields, money } = options;
  const nameStrategy = createStrategyNamer(strategies, options);
  const facts = lookThrough(listings(), { fields, nameStrategy });
  const nameable = new Set<string>([...PLATFORMS, ...channels.map(({ id }) => id)]);
  const shape: ExportShape = {
    ...options,
    inCents: money === 'cents' || facts.oddCurrencies.size > 0,
    nameStrategy,
    isNameable: (word) => nameable.has(word),
  };
  function* inSheet(): Generator<Listing> {
    for (const listing of listings()) if (explainUnwritableSku(listing.sku) === undefined) yield listing;
  }
  return {
    found: facts.found,
    leftOut: facts.leftOut,
    warnings,
    notices: [...notices, ...noticesOf(facts, options)],
    sheet: () => renderExport(inSheet(), shape),
    json: (more) => renderExportJson(listings(), fields, more),
  };
}

/** Names only where they lead back to the strategy. Of a strategy that the account does not list, nothing does. */
function createStrategyNamer(
  strategies: readonly Strategy[],
  { strategyNames, clearToken }: ExportOptions,
): ExportShape['nameStrategy'] {
  const known = new Map<string, string | undefined>();
  function nameOf(id: string, platform: string): string | undefined {
    const strategy = strategies.find((each) => each.id.toLowerCase() === id.toLowerCase());
    const words = strategyNames && strategy ? [strategy.name.trim(), id] : [id];
    return words.find((word) => {
      const found = findStrategy(word, platform, strategies);
      const leadsBack = found.kind === 'found' && found.id.toLowerCase() === id.toLowerCase();
      return leadsBack && word !== clearToken && explainUnwritableSku(word as Sku) === undefined;
    });
  }
  return ({ platform, values: { strategy } }) => {
    if (strategy === null) return undefined;
    const key = `${platform}\0${strategy}`;
    if (!known.has(key)) known.set(key, nameOf(strategy, platform));
    return known.get(key);
  };
}

interface Facts {
  readonly found: number;
  readonly leftOut: ExportFacts['leftOut'];
  /** Of exported amounts, those whose cent is no hundredth. */
  readonly oddCurrencies: ReadonlySet<string>;
  readonly unlistedStrategies: number;
  readonly negativeAmounts: number;
}

function lookThrough(
  listings: Iterable<Listing>,
  { fields, nameStrategy }: Pick<ExportOptions, 'fields'> & Pick<ExportShape, 'nameStrategy'>,
): Facts {
  const moneyFields = MONEY_FIELDS.filter((field) => fields.includes(field));
  const leftOut: ExportFacts['leftOut'][number][] = [];
  const oddCurrencies = new Set<string>();
  let [found, unlistedStrategies, negativeAmounts] = [0, 0, 0];
  for (const listing of listings) {
    found++;
    const why = explainUnwritableSku(listing.sku);
    if (why !== undefined) {
      leftOut.push({ listing, why });
      continue;
    }
    const { values, currency } = listing;
    const amounts = moneyFields.map((field) => values[field]);
    if (amounts.some((cents) => cents !== null) && !hasHundredths(currency)) oddCurrencies.add(currency);
    negativeAmounts += amounts.filter((cents) => cents !== null && cents < 0).length;
    const isNameless = values.strategy !== null && nameStrategy(listing) === undefined;
    if (isNameless && fields.includes('strategy')) unlistedStrategies++;
  }
  return { found, leftOut, oddCurrencies, unlistedStrategies, negativeAmounts };
}

function noticesOf(
  { oddCurrencies, unlistedStrategies, negativeAmounts }: Facts,
  { money }: ExportOptions,
): readonly string[] {
  const odd = [...oddCurrencies].sort().join(', ');
  return [
    ...(odd !== '' && money === 'major'
      ? [
          `All amounts are in cents, and the headers say so, since a cent is not a hundredth of ${odd}; --channel or --platform gives the others a sheet of their own`,
        ]
      : []),
    ...(unlistedStrategies > 0
      ? [
          `${count(unlistedStrategies, 'listing has', 'listings have')} a strategy that the account does not list for the platform: the cell is blank`,
        ]
      : []),
    ...(negativeAmounts > 0
      ? [
          `${count(negativeAmounts, 'amount is', 'amounts are')} negative, which a sheet can't say: the cell is blank`,
        ]
      : []),
  ];
}
