import type { Defect } from './defect.ts';
import { OPEN_LOOKUP, SCAN_ACCOUNT, SCAN_RECORD } from './test-files.ts';

/** Paging an account in a way that leaves listings out. */
export const SCAN_DEFECTS: readonly Defect[] = [
  {
    name: 'empty-page-is-the-end',
    file: 'src/resolve/scan/walk-pages.ts',
    find: '(cursor === undefined && isNothing(page))',
    put: 'isNothing(page)',
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
    file: 'src/resolve/scan/scan-record.ts',
    find: 'if (position <= last) return undefined;',
    put: 'if (Number.isNaN(position)) return undefined;',
    cost: 'A service that does not heed a cursor shows its first page again, and the rest is told as not listed.',
    caughtBy: [{ file: SCAN_RECORD, name: 'what came before that listing' }],
  },
  {
    name: 'head-not-read-again',
    file: 'src/resolve/scan/scan-account.ts',
    find: 'if (!reader.isOnePage) await readHead({ record, meter, signal });',
    put: 'if (reader.isOnePage) await readHead({ record, meter, signal });',
    cost: 'A listing that is imported while the account is paged is told as not listed.',
    caughtBy: [
      { file: SCAN_ACCOUNT, name: 'reads the head again until something comes that was read before' },
    ],
  },
  {
    name: 'stretches-left-apart',
    file: 'src/resolve/scan/scan-record.ts',
    find: 'return opened.size === 0 ? undefined : opened.get(id.toLowerCase());',
    put: 'return opened.size === 0 ? undefined : [...opened.values()].at(-1);',
    cost: 'A stretch of the account ends before it comes to the next one: what is between them is told as not listed.',
    caughtBy: [{ file: SCAN_ACCOUNT, name: 'in several stretches at once reads each page once' }],
  },
  {
    name: 'page-of-elsewhere-joined',
    file: 'src/resolve/scan/scan-record.ts',
    find: 'if (last < 0 || rows[last] !== ids.find(front)) return undefined;',
    put: 'if (last < 0) return undefined;',
    cost: 'A service takes "ending_before" for something else, and what is between two pages is told as not listed.',
    caughtBy: [{ file: SCAN_RECORD, name: 'ends elsewhere' }],
  },
  {
    name: 'way-back-untested',
    file: 'src/resolve/scan/stretch-reader.ts',
    find: "if (isRight) this.#wayBack = 'open';",
    put: "if (listings) this.#wayBack = 'open';",
    cost: 'A service leaves a listing out of a page before another one, and it is told as not listed.',
    caughtBy: [{ file: SCAN_ACCOUNT, name: 'the one before it, but for one listing' }],
  },
  {
    name: 'probes-without-end',
    file: 'src/resolve/scan/stretch-reader.ts',
    find: 'this.#misses <= MAX_MISSES &&',
    put: 'this.#misses >= 0 &&',
    cost: 'A sheet about other things costs dozens of requests that find nothing.',
    caughtBy: [{ file: SCAN_ACCOUNT, name: 'gives up looking where the sheet is about other things' }],
  },
  {
    name: 'scan-that-was-given-up-counts',
    file: 'src/resolve/scan/scan-account.ts',
    find: "return { kind: 'given_up', listings: record.size(), pages: meter.pages(), probes: meter.probes() };",
    put: "return { kind: 'closed', index: record.index, named: record.named, ends: [], last: undefined, listings: record.size(), pages: meter.pages(), probes: 0, parts: 1 };",
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
