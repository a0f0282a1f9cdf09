import type { Log } from '../../domain/ports.ts';
import type { ResolveMode } from '../../resolve/choose-lookup.ts';
import type { LookupOptions } from '../../resolve/look-up-skus.ts';
import type { ScanOptions } from '../../resolve/scan-account.ts';
import type { AccountPaging } from './account-paging.ts';

/** What it takes to find the listings of rows, by paging the account or by looking SKUs up. */
export interface ListingSearch
  extends Pick<LookupOptions, 'findListings' | 'width' | 'maxFailures' | 'signal' | 'onProgress'>,
    Pick<ScanOptions, 'listListings' | 'filters' | 'ignoreCase' | 'clock'> {
  readonly mode: ResolveMode;
  /** What earlier runs remembered about the part of the account that the filters select. */
  readonly paging: AccountPaging;
  readonly log: Log;
  readonly onWarning: ((message: string) => void) | undefined;
}
