import { hasHundredths } from '../domain/currency.ts';
import { UsageError } from '../domain/errors.ts';
import { type Field, MONEY_FIELDS } from '../domain/fields.ts';
import {
  type Channel,
  fits,
  type Listing,
  type ListingFilters,
  PLATFORMS,
  type Sku,
  type Strategy,
} from '../domain/listing.ts';
import type { OnProgress } from '../domain/ports.ts';
import {
  type ExportedListing,
  type ExportShape,
  renderExport,
  toExported,
} from '../report/files/render-export.ts';
import { count } from '../report/text/words.ts';
import { readsOfScan } from '../resolve/choose-lookup.ts';
import { findStrategy } from '../resolve/find-strategy.ts';
import { createIdTable } from '../resolve/id-table.ts';
import { describeChannels } from '../resolve/match-row.ts';
import { scanAccount } from '../resolve/scan/scan-account.ts';
import { suggestSkus } from '../resolve/similar-skus.ts';
import type { Service, ServiceOptions } from '../service/open-service.ts';
import { explainUnwritableSku } from '../sheet/parse-row.ts';
import type { RunPorts } from './job/run.ts';
import { type AskPorts, askService } from './lookup/account-facts.ts';
import { noticeShrunken, openAccountPaging } from './lookup/account-state.ts';

export interface ExportOptions {
  readonly service: ServiceOptions;
  readonly filters: ListingFilters & { readonly sku?: string | undefined };
  /** In the order of the columns. */
  readonly fields: readonly Field[];
  readonly delimiter: string;
  readonly decimalSign: '.' | ',';
  readonly money: 'major' | 'cents';
  readonly clearToken: string;
  /** Strategies are written by name if the name identifies them. */
  readonly strategyNames: boolean;
}

/** What was found, and how to write it. */
export interface Export {
  /** Listings that fit the filters. */
  readonly found: number;
  /** Listings that no sheet can hold; `why` completes a sentence that begins with the SKU. */
  readonly leftOut: readonly { readonly listing: Listing; readonly why: string }[];
  /** About the account as a whole, shown even with --quiet. */
  readonly warnings: readonly string[];
  readonly notices: readonly string[];
  /** About the sheet alone. */
  readonly sheetNotices: readonly string[];
  /** `isFile`: it is not for standard output. */
  sheet(where: { readonly isFile: boolean }): Iterable<string>;
  /** All of them, as JSON has them. */
  listings(): Iterable<ExportedListing>;
}

/**
 * Reads the account's listings and makes a sheet of them that changes nothing when it is synced back. Nothing is written
 * before all are read, so that a part of an account never passes for the whole.
 *
 * Errors: `UsageError` for an unknown channel; `ServiceError`, `KeyRefusedError`, `RetriesSpentError`, the signal's
 * reason.
 */
export function exportAccount(options: ExportOptions, ports: ReadPorts): Promise<Export> {
  const { fields, money, filters } = options;
  return askService(options.service, ports, async (service) => {
    const channels = await service.listChannels(ports);
    checkChannel(filters.channel, channels);
    const strategies = fields.includes('strategy') ? await service.listStrategies(ports) : [];
    const { listings, warnings, notices } = await readListings(service, options, ports);
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
      notices,
      sheetNotices: noticesOf(facts, options),
      sheet: (where) => renderExport(inSheet(), shape, where),
      listings: () => toExported(listings(), fields),
    };
  });
}

function checkChannel(wanted: string | undefined, channels: readonly Channel[]): void {
  if (wanted === undefined || channels.some(({ id }) => id === wanted)) return;
  throw new UsageError([
    `--channel: the account has no channel "${wanted}"; ${describeChannels(wanted, channels)}`,
  ]);
}

/** A strategy's name if it can be read back as that strategy, else its id; `undefined` if neither can. */
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

type Facts = ReturnType<typeof lookThrough>;

function lookThrough(
  listings: Iterable<Listing>,
  { fields, nameStrategy }: Pick<ExportOptions, 'fields'> & Pick<ExportShape, 'nameStrategy'>,
) {
  const moneyFields = MONEY_FIELDS.filter((field) => fields.includes(field));
  const leftOut: Export['leftOut'][number][] = [];
  /** Currencies of exported amounts whose minor unit is not a hundredth. */
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
  const odd = money === 'major' ? [...oddCurrencies].sort().join(', ') : '';
  const notices = [
    odd !== '' &&
      `All amounts are in cents, and the headers say so, because a cent is not a hundredth of ${odd}; --channel or --platform exports the others separately`,
    unlistedStrategies > 0 &&
      `${count(unlistedStrategies, 'listing has', 'listings have')} a strategy that the account does not list for the platform: the cell is blank`,
    negativeAmounts > 0 &&
      `${count(negativeAmounts, 'amount is', 'amounts are')} negative, which a sheet can't say: the cell is blank`,
  ];
  return notices.filter((notice) => notice !== false);
}

type ReadPorts = AskPorts &
  Pick<RunPorts, 'disk'> & {
    readonly onProgress: OnProgress;
    readonly locks: Pick<RunPorts['locks'], 'folder'>;
  };

/** Listings that can be iterated repeatedly, and messages about how they were found. */
interface FoundListings extends Pick<Export, 'notices' | 'warnings'> {
  readonly listings: () => Iterable<Listing>;
}

/** Reads the listings of an account, or of one SKU. Errors: those of the service; the signal's reason. */
async function readListings(
  service: Service,
  { filters, service: options }: ExportOptions,
  ports: ReadPorts,
): Promise<FoundListings> {
  const { sku, platform, channel } = filters;
  if (sku !== undefined) {
    const found = await service.findListings(sku as Sku, ports);
    const notices = found.length > 0 ? [] : await noticeNoSku(sku as Sku, service, ports);
    // A service may return more than was requested.
    return { listings: () => found.filter((listing) => fits(listing, filters)), notices, warnings: [] };
  }
  const paging = openAccountPaging({ platform, channel }, { service: options, ...ports });
  const scanned = await scanAccount({
    listListings: service.listListings,
    filters: { platform, channel },
    ids: createIdTable(),
    isWanted: () => true,
    isNamed: () => false,
    ends: paging.known.ends ?? [],
    probes: undefined,
    knownEnd: paging.knownEnd,
    width: service.width,
    maxPages: Number.POSITIVE_INFINITY,
    signal: ports.signal,
    onPage: (pages) => ports.onProgress(toProgress(pages, paging.known.listings)),
  });
  ports.onProgress({ phase: 'scan', done: scanned.pages, total: scanned.pages });
  paging.remember(scanned);
  const { index } = scanned;
  function* listings(): Generator<Listing> {
    for (const listing of index.all()) if (fits(listing, filters)) yield listing;
  }
  const sizes = { before: paging.known.listings, now: scanned.listings };
  const shrunken = noticeShrunken(sizes, { platform, channel });
  return { listings, notices: [], warnings: shrunken === undefined ? [] : [shrunken] };
}

/** SKUs are compared exactly, so a near one is named if nothing was found. */
async function noticeNoSku(
  sku: Sku,
  { findListings, width }: Service,
  ports: ReadPorts,
): Promise<readonly string[]> {
  const suggestions = await suggestSkus({ skus: [sku], widths: [] }, findListings, { ...ports, width });
  const listed = suggestions.get(sku);
  return [`No listing has the SKU "${sku}"${listed ? `; did you mean "${listed.sku}"?` : ''}`];
}

function toProgress(done: number, listings: number | undefined) {
  const total = listings === undefined ? undefined : Math.max(readsOfScan(listings), done + 1);
  return { phase: 'scan', done, total } as const;
}
