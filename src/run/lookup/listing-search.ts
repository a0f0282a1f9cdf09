import type { Channel } from '../../domain/listing.ts';
import type { Log } from '../../domain/ports.ts';
import { countOf } from '../../plan/limits.ts';
import type { ResolveMode } from '../../resolve/choose-lookup.ts';
import type { IdTable } from '../../resolve/columns.ts';
import type { LookupOptions } from '../../resolve/look-up-skus.ts';
import { commonTarget, type RowFacts } from '../../resolve/row-facts.ts';
import type { ScanOptions } from '../../resolve/scan/scan-account.ts';
import { ignoringCase } from '../../resolve/similar-skus.ts';
import type { Service } from '../../service/open-service.ts';
import type { Job } from '../job/job.ts';
import { progressOf, type RunHost, type RunPorts } from '../job/run.ts';
import { type AccountPaging, openAccountPaging } from './account-paging.ts';

/** What it takes to find the listings of rows, by paging the account or by looking SKUs up. */
export interface ListingSearch
  extends Pick<LookupOptions, 'findListings' | 'width' | 'maxFailures' | 'signal' | 'onProgress'>,
    Pick<ScanOptions, 'listListings' | 'filters' | 'ids' | 'ignoreCase'>,
    Pick<RunHost, 'onEvent'> {
  readonly mode: ResolveMode;
  /** What earlier runs remembered about the part of the account that the filters select. */
  readonly paging: AccountPaging;
  readonly log: Log;
}

interface Searched extends Pick<Job, 'settings' | 'matching'> {
  readonly rows: RowFacts;
  /** The account's. */
  readonly channels: readonly Channel[];
}

interface SearchPorts extends Pick<RunPorts, 'disk' | 'locks' | 'signal'>, Pick<RunHost, 'onEvent'> {
  readonly service: Pick<Service, 'findListings' | 'listListings' | 'width'>;
  readonly ids: IdTable;
  readonly log: Log;
}

/** Searches no more than the part of the account that the run is for, or that all of its rows name. */
export function openSearch(
  { settings, matching, rows, channels }: Searched,
  { service, ids, disk, locks, log, signal, onEvent }: SearchPorts,
): ListingSearch {
  const { findListings, listListings, width } = service;
  const { ignoreCase = false } = matching;
  const filters = { ...matching.filters, ...commonTarget(rows.common, channels) };
  return {
    findListings: ignoreCase ? ignoringCase(findListings) : findListings,
    listListings,
    mode: settings.resolve,
    filters,
    ids,
    ignoreCase,
    paging: openAccountPaging(filters, { service: settings.service, disk, locks }),
    width,
    maxFailures: countOf(settings.maxFailures, rows.skus),
    log,
    signal,
    onProgress: progressOf({ onEvent }),
    onEvent,
  };
}
