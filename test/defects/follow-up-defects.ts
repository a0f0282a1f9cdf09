import type { Defect } from './defect.ts';

const CHOOSE_PAGES = 'test/resolve/choose-pages.test.ts';
const FOLLOW = 'test/execute/follow-manual-prices.test.ts';
const FOLLOW_UP = 'test/run/follow-up.test.ts';
const JUDGE = 'test/execute/judge-follow-up.test.ts';

/** Whether a manual price that was sent is what buyers see. */
export const FOLLOW_UP_DEFECTS: readonly Defect[] = [
  {
    name: 'shipping-forgotten-in-the-follow-up',
    file: 'src/execute/judge-follow-up.ts',
    find: 'if (isComparable && livePrice(listing) === manualPrice)',
    put: 'if (isComparable && (livePrice(listing) === null || listing.currentPrice === manualPrice))',
    cost: 'A manual price that works is called pending on Amazon, and one that is off by the shipping is called reflected.',
    caughtBy: [
      { file: JUDGE, name: 'amazon: the price alone' },
      { file: FOLLOW_UP, name: 'include shipping on Amazon' },
    ],
  },
  {
    name: 'price-from-before-taken-for-the-effect',
    file: 'src/execute/judge-follow-up.ts',
    find: 'return judgeEffect(manualPrice, { values: applyChanges(values, observed), currentShipping });',
    put: 'return judgeFollowUp(manualPrice, { ...entry.resolved.listing, values: applyChanges(values, observed), currentShipping });',
    cost: 'A manual price counts as reflected by what the listing cost before it was sent.',
    caughtBy: [{ file: JUDGE, name: 'does not take the price from before the update' }],
  },
  {
    name: 'waiting-for-what-can-not-come',
    file: 'src/execute/judge-follow-up.ts',
    find: "return why === '' ?",
    put: 'return why.length < 99 ?',
    cost: 'Nobody is told that a manual price does nothing because repricing is off, and every night waits 5 minutes for it.',
    caughtBy: [
      { file: JUDGE, name: 'repricing off' },
      { file: FOLLOW_UP, name: 'have no effect at once' },
    ],
  },
  {
    name: 'interrupted-wait-fails-the-run',
    file: 'src/execute/follow-manual-prices.ts',
    find: 'if (signal.aborted && error === signal.reason)',
    put: 'if (signal.aborted && error === undefined)',
    cost: 'A run that has sent everything ends as interrupted, and the job engine starts it once more.',
    caughtBy: [{ file: FOLLOW_UP, name: 'ends at once, with every file and what is known' }],
  },
  {
    name: 'silent-service-fails-the-run',
    file: 'src/execute/follow-manual-prices.ts',
    find: 'if (!(error instanceof RetriesSpentError)) throw error;',
    put: 'throw error;',
    cost: 'A service that is down for a minute after the last update makes a run fail that has done all its work.',
    caughtBy: [
      { file: FOLLOW_UP, name: 'leaves rows as they are, with a notice' },
      { file: FOLLOW, name: 'goes on at the next time after the service was down' },
    ],
  },
  {
    name: 'pages-of-manual-prices-not-shared',
    file: 'src/resolve/choose-pages.ts',
    find: 'return pages.length + rest.size <= most ? pages : [];',
    put: 'return pages.length + rest.size <= 0 * most ? pages : [];',
    cost: 'Ten thousand manual prices take forty thousand requests to follow up instead of a few hundred.',
    caughtBy: [
      { file: CHOOSE_PAGES, name: 'two SKUs of a page' },
      { file: FOLLOW_UP, name: 'are read by the page where that takes fewer requests' },
    ],
  },
  {
    name: 'reflected-prices-read-again',
    file: 'src/execute/follow-manual-prices.ts',
    find: 'waiting.delete(keyOf(listing));',
    put: '',
    cost: 'Every run with a manual price waits 5 minutes, and reads all of them four times.',
    caughtBy: [{ file: FOLLOW, name: 'reads no listing again that shows its price' }],
  },
];
