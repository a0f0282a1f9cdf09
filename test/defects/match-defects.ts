import type { Defect } from './defect.ts';
import { MATCH_ROW } from './test-files.ts';

/** Rows that lead to listings which they don't mean. */
export const MATCH_DEFECTS: readonly Defect[] = [
  {
    name: 'sku-compared-without-case',
    file: 'src/resolve/match-row.ts',
    find: 'if (exact.length > 0 || !ignoreCase) return exact;',
    put: 'if (exact.length > 0) return exact;',
    cost: 'The row of "mug-01" changes the listing of "MUG-01", which is another product.',
    caughtBy: [{ file: MATCH_ROW, name: 'whatever the service returned other case' }],
  },
  {
    name: 'sku-compared-as-number',
    file: 'src/resolve/match-row.ts',
    find: 'listings.filter((listing) => listing.sku === sku);',
    put: 'listings.filter((listing) => listing.sku === sku || Number(listing.sku) === Number(sku));',
    cost: 'The row of SKU 0005 changes the listing of SKU 5 too.',
    caughtBy: [{ file: MATCH_ROW, name: 'whatever the service returned leading zeros' }],
  },
  {
    name: 'other-currency-claims-the-listing',
    file: 'src/plan/settle-claims.ts',
    find: "status === 'invalid' && reason !== 'currency_mismatch' && listing",
    put: "status === 'invalid' && listing",
    cost: 'The row in euros stops the row in dollars of the same SKU, night after night.',
    caughtBy: [
      { file: 'test/plan/plan-row.test.ts', name: 'are two where one of them is in another currency' },
    ],
  },
  {
    name: 'ambiguous-sku-updates-all',
    file: 'src/resolve/match-row.ts',
    find: '(matched.length > 1 || isUndecided(row))',
    put: '(matched.length > 99 || isUndecided(row))',
    cost: 'One row changes the prices of several listings, though it was meant for one of them.',
    caughtBy: [
      { file: MATCH_ROW, name: 'several listings are ambiguous' },
      { file: 'test/e2e/sync.test.ts', name: 'where a SKU has several listings' },
    ],
  },
  {
    name: 'currency-not-compared',
    file: 'src/domain/row.ts',
    find: '(currency === undefined || currency === code)',
    put: '(currency === undefined || currency.length === code.length)',
    cost: 'A price in pounds is sent as the same figure in dollars.',
    caughtBy: [
      { file: MATCH_ROW, name: 'currency the row names another' },
      { file: MATCH_ROW, name: 'currency the flag names another' },
    ],
  },
  {
    name: 'currency-sign-not-compared',
    file: 'src/domain/row.ts',
    find: '(currencyOneOf?.includes(code) ?? true)',
    put: '(currencyOneOf?.length ?? 1) > 0',
    cost: 'A price with a "$" is sent as the same figure in euros.',
    caughtBy: [{ file: MATCH_ROW, name: 'currency a sign that may mean others only' }],
  },
  {
    name: 'failed-lookup-is-not-found',
    file: 'src/resolve/resolve-row.ts',
    find: "exit(row, 'failed', 'lookup_failed',",
    put: "exit(row, 'not_found', 'lookup_failed',",
    cost: 'A listing that could not be looked up is told as not listed, and keeps its wrong price.',
    caughtBy: [{ file: 'test/resolve/resolve-row.test.ts', name: 'fails a row whose lookup failed' }],
  },
  {
    name: 'strategy-of-other-platform',
    file: 'src/resolve/find-strategy.ts',
    find: 'strategies.filter((strategy) => strategy.platform === platform)',
    put: "strategies.filter((strategy) => strategy.platform !== '')",
    cost: 'A Walmart listing is given the strategy of the same name that is for Amazon.',
    caughtBy: [
      {
        file: 'test/resolve/find-strategy.test.ts',
        name: 'gives each platform its own strategy of one name',
      },
    ],
  },
  {
    name: 'listing-id-ignored',
    file: 'src/domain/fits.ts',
    find: '(listingId === undefined || isSameId',
    put: '(listingId === undefined || listingId.length > 0 || isSameId',
    cost: 'A row that names one listing changes all of its SKU.',
    caughtBy: [{ file: MATCH_ROW, name: 'row listing_id' }],
  },
  {
    name: 'platform-filter-ignored',
    file: 'src/domain/fits.ts',
    find: '(platform === undefined ||',
    put: '(platform !== null ||',
    cost: 'A sheet that is for Amazon changes the Walmart listings too.',
    caughtBy: [
      { file: MATCH_ROW, name: 'filter platform' },
      { file: MATCH_ROW, name: 'row platform' },
    ],
  },
  {
    name: 'case-splits-shards',
    file: 'src/domain/shard.ts',
    find: 'ignoreCase ? sku.toLowerCase() : sku',
    put: 'sku',
    cost: 'Two rows for one listing that differ in case go to two shards, and both are sent: which price stays is chance.',
    caughtBy: [{ file: 'test/domain/shard.test.ts', name: 'keeps SKUs that differ in case only together' }],
  },
  {
    name: 'doubtful-currency-believed',
    file: 'src/sheet/parse-row.ts',
    find: '...(!isInDoubt && money)',
    put: '...money',
    cost: 'A row whose cells have moved is taken for one in another currency, and the row that it contradicts is sent.',
    caughtBy: [
      {
        file: 'test/e2e/currencies.test.ts',
        name: 'are all refused if its cells may be those of other columns',
      },
    ],
  },
];
