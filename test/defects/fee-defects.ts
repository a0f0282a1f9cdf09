import type { Defect } from './defect.ts';

const DOMAIN = 'test/domain/fees.test.ts';
const GUARDS = 'test/plan/fees-in-guards.test.ts';
const SHARES = 'test/sheet/parse-share.test.ts';
const E2E = 'test/e2e/fees.test.ts';

/** Fees that nobody counts, or that are those of something else. */
export const FEE_DEFECTS: readonly Defect[] = [
  {
    name: 'fees-not-counted',
    file: 'src/plan/check-row-guards.ts',
    find: '|| marginOf(price, { cost: cost ?? NOTHING, fees }) >= 0',
    put: '|| marginOf(price, { cost: cost ?? NOTHING, fees: undefined }) >= 0',
    cost: 'A minimum that covers the cost and not the fee is sent, and each sale at it loses money.',
    caughtBy: [
      { file: GUARDS, name: 'an amount, a cent short' },
      { file: E2E, name: 'of the sheet block a minimum that does not cover them' },
    ],
  },
  {
    name: 'part-of-a-cent-free',
    file: 'src/domain/fees.ts',
    find: 'return (part + by - 1n) / by;',
    put: 'return part / by;',
    cost: 'A price passes that is a part of a cent short of its fee.',
    caughtBy: [
      { file: DOMAIN, name: 'hardly more than a cent: up, where half up would be down' },
      { file: GUARDS, name: 'a part of a cent short' },
    ],
  },
  {
    name: 'fee-rounded-half-up',
    file: 'src/domain/fees.ts',
    find: 'return (part + by - 1n) / by;',
    put: 'return (part + by / 2n) / by;',
    cost: 'A price passes that is less than half a cent short of its fee, and the lowest price that is named loses money.',
    caughtBy: [
      { file: DOMAIN, name: 'covers cost and fees exactly if it does so without rounding' },
      { file: GUARDS, name: 'a part of a cent short' },
    ],
  },
  {
    name: 'fee-of-another-channel',
    file: 'src/domain/fees.ts',
    find: 'values?.channels.get(channel) ?? values?.all',
    put: 'values?.all ?? values?.channels.get(channel)',
    cost: 'The fee of most channels is counted for one that takes more.',
    caughtBy: [
      { file: DOMAIN, name: 'the settings of its channel' },
      { file: E2E, name: 'of the settings count where the sheet says nothing, for their channel alone' },
    ],
  },
  {
    name: 'fee-of-unknown-channel',
    file: 'src/run/lookup/read-account-facts.ts',
    find: '...feeChannels];',
    put: '];',
    cost: 'A fee with a misspelt channel counts nowhere, night after night.',
    caughtBy: [{ file: E2E, name: 'of a channel that the account does not have' }],
  },
  {
    name: 'fee-in-any-currency',
    file: 'src/plan/check-run-guards.ts',
    find: 'if (isOfAll && this.#fees?.all !== undefined)',
    put: 'if (isOfAll && this.#fees?.all === 0)',
    cost: 'A fee in dollars is counted as one in euros.',
    caughtBy: [
      { file: GUARDS, name: 'one amount for listings in two' },
      { file: E2E, name: 'in one amount stop a run over listings in several currencies' },
    ],
  },
  {
    name: 'fees-not-in-the-plan',
    file: 'src/run/folder/render-plan.ts',
    find: 'fees: fees && toFeesJson(fees),',
    put: '',
    cost: 'An apply calls an update good although the minimum that the strategy made of it does not cover the fee.',
    caughtBy: [{ file: E2E, name: 'are in the plan, so that apply knows them' }],
  },
  {
    name: 'margins-without-fees',
    file: 'src/report/page/margin.ts',
    find: 'marginOf(minimum, { cost, fees })',
    put: 'marginOf(minimum, { cost, fees: fees && undefined })',
    cost: 'The page shows a margin where each sale loses money, to the person who says yes by it.',
    caughtBy: [
      { file: 'test/report/page/margin.test.ts', name: 'counts the fees on both sides' },
      { file: E2E, name: 'count in the margins of the page' },
    ],
  },
  {
    name: 'fees-not-on-the-page',
    file: 'src/report/page/row-columns.ts',
    find: 'this.#addFees(row),',
    put: '0,',
    cost: 'The filter of the page for margins below zero finds other rows than the picture counts.',
    caughtBy: [
      { file: 'test/report/page/row-columns.test.ts', name: 'the fees of rows' },
      { file: E2E, name: 'count in the margins of the page' },
    ],
  },
  {
    name: 'fees-lost-by-merge',
    file: 'src/run/merge/merge-page-rows.ts',
    find: 'fees: entry.fees, ',
    put: '',
    cost: 'Merged shards show margins that one run would not have shown.',
    caughtBy: [{ file: E2E, name: 'also of merged shards' }],
  },
  {
    name: 'fifteen-hundredths-of-a-percent',
    file: 'src/sheet/parse-share.ts',
    find: "sign === ''",
    put: "sign === '!'",
    cost: 'A fee that a spreadsheet wrote as 0.15 counts as 0.15 % instead of 15 %.',
    caughtBy: [
      { file: SHARES, name: 'asks what "0.15" is a part of' },
      { file: 'test/sheet/fee-columns.test.ts', name: 'a share of 1' },
    ],
  },
  {
    name: 'one-fee-for-all-taken',
    file: 'src/sheet/header/known-names.ts',
    find: "fee: ['fee', 'fee per unit'],",
    put: "fee: ['fee', 'fee per unit', 'referral fee'],",
    cost: 'One of several fees counts as all that a sale costs.',
    caughtBy: [{ file: 'test/sheet/fee-columns.test.ts', name: 'not one of several' }],
  },
  {
    name: 'lost-fee-unnoticed',
    file: 'src/run/sheet/last-columns.ts',
    find: 'if (was === undefined && isFee(name)) return [];',
    put: 'if (isFee(name)) return [];',
    cost: 'A column of fees is renamed by the export, and the guard counts none from that night on.',
    caughtBy: [{ file: E2E, name: 'that the sheet did not have last night stop nothing' }],
  },
];
