import type { Defect } from './defect.ts';
import { OPEN_LOOKUP, SCAN_ACCOUNT } from './test-files.ts';

/** Paging an account in a way that leaves listings out. */
export const SCAN_DEFECTS: readonly Defect[] = [
  {
    name: 'empty-page-is-the-end',
    file: 'src/resolve/walk-pages.ts',
    find: 'if (!problem && !leadsTo(page, cursors[0])) return page;',
    put: 'if (page.listings.length === 0 || (!problem && !leadsTo(page, cursors[0]))) return page;',
    cost: 'Somebody removes a listing, and every listing behind it is told as not listed.',
    caughtBy: [
      {
        file: SCAN_ACCOUNT,
        name: 'where a page after a listing that is gone is empty misses nothing when the last listing of a page',
      },
    ],
  },
  {
    name: 'page-of-elsewhere-believed',
    file: 'src/resolve/walk-pages.ts',
    find: 'return record.follows(page.listings, cursor, stretch) ? undefined : cameTwice(page);',
    put: 'return record.follows([], cursor, stretch) ? undefined : cameTwice(page);',
    cost: 'A service that does not heed a cursor shows its first page again, and the rest is told as not listed.',
    caughtBy: [{ file: SCAN_ACCOUNT, name: 'on a page that is the first one again, as the last' }],
  },
  {
    name: 'head-not-read-again',
    file: 'src/resolve/scan-account.ts',
    find: 'if (first.hasMore || found.ends.length > 0) await readHead(record, meter, signal);',
    put: 'if (!first.hasMore) await readHead(record, meter, signal);',
    cost: 'A listing that is imported while the account is paged is told as not listed.',
    caughtBy: [
      { file: SCAN_ACCOUNT, name: 'reads the head again until something comes that was read before' },
    ],
  },
  {
    name: 'stretches-left-apart',
    file: 'src/resolve/scan-record.ts',
    find: 'enter(begun.get(listing.id.toLowerCase()));',
    put: 'enter([...begun.values()].find((other) => other > owner));',
    cost: 'A stretch of the account ends before it comes to the next one: what is between them is told as not listed.',
    caughtBy: [{ file: SCAN_ACCOUNT, name: 'in several stretches at once reads each page once' }],
  },
  {
    name: 'scan-that-was-given-up-counts',
    file: 'src/resolve/scan-account.ts',
    find: "return { kind: 'given_up', listings: record.size(), pages: meter.pages() };",
    put: "return { kind: 'closed', index: record.index, ends: [], last: undefined, listings: record.size(), pages: meter.pages() };",
    cost: 'Of a SKU with a second listing further on only the first one is found, and updated.',
    caughtBy: [
      { file: SCAN_ACCOUNT, name: 'after 3 pages at most is given_up' },
      { file: OPEN_LOOKUP, name: 'does not page an account a second time that was too large' },
    ],
  },
  {
    name: 'failed-confirmation-is-not-found',
    file: 'src/run/lookup/confirm-missing.ts',
    find: 'get: (sku: Sku) => confirmed.get(sku) ?? get(sku)',
    put: "get: (sku: Sku) => (confirmed.get(sku)?.kind === 'found' ? (confirmed.get(sku) ?? get(sku)) : get(sku))",
    cost: 'A SKU that nobody could look up is told as not listed.',
    caughtBy: [
      { file: OPEN_LOOKUP, name: 'so that a row which could not be confirmed is not told to be missing' },
    ],
  },
];
