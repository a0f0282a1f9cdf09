import type { Defect } from './defect.ts';

const JUDGE = 'test/domain/judge-price.test.ts';
const TALLY = 'test/report/tally/tally-prices.test.ts';
const E2E = 'test/e2e/price-outcome.test.ts';

/** What a seller is shown of prices before they move. */
export const PRICE_DEFECTS: readonly Defect[] = [
  {
    name: 'shipping-on-walmart',
    file: 'src/domain/live-price.ts',
    find: "(platform === 'amazon' ? currentPrice + (currentShipping ?? 0) : currentPrice)",
    put: '(currentPrice + (currentShipping ?? 0))',
    cost: 'A minimum above the price of a Walmart listing is said to leave it where it is.',
    caughtBy: [
      { file: JUDGE, name: 'walmart: a minimum a cent above it' },
      { file: E2E, name: 'is in the files and on the screen of a dry run' },
    ],
  },
  {
    name: 'no-shipping-on-amazon',
    file: 'src/domain/live-price.ts',
    find: "(platform === 'amazon' ? currentPrice + (currentShipping ?? 0) : currentPrice)",
    put: "(platform === 'amazon' ? currentPrice : currentPrice)",
    cost: 'A maximum below price and shipping is said to leave the price where it is, and it falls at once.',
    caughtBy: [
      { file: JUDGE, name: 'amazon: a maximum a cent below them' },
      { file: E2E, name: 'is in the files and on the screen of a dry run' },
    ],
  },
  {
    name: 'not-repriced-forced',
    file: 'src/domain/judge-price.ts',
    find: 'if (why.length > 0) return',
    put: 'if (why.length > 2) return',
    cost: 'Prices that stay are among those that are said to move, and nobody believes the figure any more.',
    caughtBy: [
      { file: JUDGE, name: 'not repriced: repricing off with it' },
      { file: JUDGE, name: 'not repriced: no shipping on walmart' },
      { file: E2E, name: 'is in the files and on the screen of a dry run' },
    ],
  },
  {
    name: 'repriced-as-before',
    file: 'src/domain/judge-price.ts',
    find: 'return judge(listing, applyChanges(values, changes), new Set(open));',
    put: 'return judge(listing, { ...applyChanges(values, changes), repricing: values.repricing }, new Set(open));',
    cost: 'A sheet that switches repricing on moves prices that nobody was shown.',
    caughtBy: [{ file: JUDGE, name: 'not repriced: repricing on with it' }],
  },
  {
    name: 'bounds-before-manual-price',
    file: 'src/domain/judge-price.ts',
    find: "if (after.manual_price !== null) return { kind: 'manual'",
    put: "if (after.manual_price !== null && from === null) return { kind: 'manual'",
    cost: 'A manual price that decides is passed over, and the bounds are said to move the price.',
    caughtBy: [{ file: JUDGE, name: 'a manual price: in force before' }],
  },
  {
    name: 'computed-bounds-guessed',
    file: 'src/domain/judge-price.ts',
    find: 'const open = computableBounds([...changes, ...pins], values).map(({ field }) => field);',
    put: 'const open: readonly Field[] = pins.flatMap(() => []);',
    cost: 'A minimum is compared that the strategy replaces as soon as the cost arrives.',
    caughtBy: [
      { file: JUDGE, name: 'not known: a minimum held now that is computed again' },
      { file: E2E, name: 'is in the files and on the screen of a dry run' },
    ],
  },
  {
    name: 'price-of-the-plan',
    file: 'src/plan/replay-update.ts',
    find: 'resolved.row.notices.filter((notice) => !isOfPrice(notice))',
    put: 'resolved.row.notices.filter((notice) => isOfPrice(notice) || true)',
    cost: 'An apply says how far prices have to move from where they were a day ago.',
    caughtBy: [{ file: E2E, name: 'is judged again by apply' }],
  },
  {
    name: 'held-among-the-sent',
    file: 'src/report/tally/tally-outcomes.ts',
    find: "const isHeld = outcome.status === 'held';",
    put: 'const isHeld = false;',
    cost: 'Prices that wait for a person are said to fall tonight.',
    caughtBy: [{ file: E2E, name: 'is told apart for rows that wait for a person' }],
  },
  {
    name: 'currencies-mixed',
    file: 'src/report/tally/tally-prices.ts',
    find: 'const tally = forces.get(currency) ??',
    put: "const tally = forces.get('usd') ??",
    cost: 'Amounts in two currencies are compared as if they were in one.',
    caughtBy: [
      { file: TALLY, name: 'counts every kind, and sums up how far prices have to move in each currency' },
    ],
  },
];
