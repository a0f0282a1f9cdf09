import type { Defect } from './defect.ts';

/** What is one thing and what is another, and what has to come before what. */
export const IDENTITY_DEFECTS: readonly Defect[] = [
  {
    name: 'read-back-by-sku',
    file: 'src/execute/send-update.ts',
    find: 'found.find((listing) => isSameId(listing.id, id))',
    put: 'found.at(0) ?? found.find((listing) => isSameId(listing.id, id))',
    cost: 'After a lost answer an update is told by what another listing of the same SKU holds.',
    caughtBy: [
      {
        file: 'test/execute/send-update.test.ts',
        name: 'is told by the right one of several listings of the SKU',
      },
    ],
  },
  {
    name: 'channel-of-the-row-ignored',
    file: 'src/resolve/match-row.ts',
    find: 'fits(listing, row.target)',
    put: 'fits(listing, { ...row.target, channel: undefined })',
    cost: 'A row that is for one channel changes the prices of all of them.',
    caughtBy: [
      {
        file: 'test/resolve/match-row.test.ts',
        name: 'narrows down to what the filters and the row say row channel',
      },
    ],
  },
  {
    name: 'id-of-other-case-not-found',
    file: 'src/domain/fits.ts',
    find: 'isSameId(listingId, listing.id)',
    put: 'listingId === listing.id',
    cost: 'Rows that name their listing in capitals are told to be not listed.',
    caughtBy: [
      {
        file: 'test/resolve/match-row.test.ts',
        name: 'takes a listing_id whose listing the service writes in capitals',
      },
    ],
  },
  {
    name: 'listing-of-two-skus',
    file: 'src/resolve/listing-index.ts',
    find: 'if (skus[row] === listing.sku) return;',
    put: 'if (skus[row] !== undefined) return;',
    cost: 'A listing whose SKU changed while the account was paged gets the price of the SKU that it had.',
    caughtBy: [
      {
        file: 'test/resolve/listing-index.test.ts',
        name: 'refuses a listing that comes again with another SKU',
      },
    ],
  },
  {
    name: 'bounds-swapped-in-the-index',
    file: 'src/resolve/listing-columns.ts',
    find: 'minimum_price: toCents(amounts[amount + 3])',
    put: 'minimum_price: toCents(amounts[amount + 4])',
    cost: 'The maximum of a listing is taken for its minimum, and the plan is made upon that.',
    caughtBy: [{ file: 'test/resolve/listing-index.test.ts', name: 'gives back exactly what was put in' }],
  },
  {
    name: 'listing-changed-between-pages',
    file: 'src/service/list-pages.ts',
    find: 'before && !isDeepStrictEqual(before, item)',
    put: 'before && !isDeepStrictEqual(before.id, item.id)',
    cost: 'Of a listing or a strategy that came twice with different values, the older ones count.',
    caughtBy: [
      { file: 'test/service/list-pages.test.ts', name: 'fails where something came again with other values' },
    ],
  },
  {
    name: 'outcomes-by-order-of-answers',
    file: 'src/run/steps/send-plan.ts',
    find: 'const n = positions.get(outcome.entry) ?? -1;',
    put: 'const n = positions.has(outcome.entry) ? settled.size : -1;',
    cost: 'Outcomes are noted for the wrong rows wherever answers overtake each other, and undo goes by them.',
    caughtBy: [
      {
        file: 'test/run/sync.test.ts',
        name: 'brings the listings in step with the sheet, and accounts for every row',
      },
    ],
  },
  {
    name: 'updates-of-large-sheets-by-order',
    file: 'src/run/folder/entry-store.ts',
    find: 'const number = numbers ? (numbers[at] ?? 0) : at;',
    put: 'const number = numbers && numbers.length < 0 ? 0 : at;',
    cost: 'In the files of a large run, updates stand in the rows of other updates.',
    caughtBy: [{ file: 'test/run/folder/entry-store.test.ts', name: 'gives those at some positions' }],
  },
  {
    name: 'strategy-clear-proves-money',
    file: 'src/execute/clear-canary.ts',
    find: "isMoneyField(field) ? 'money' : 'strategy'",
    put: "isMoneyField(field) || cleared.length > 0 ? 'money' : 'strategy'",
    cost: 'Since an empty strategy was understood, a thousand amounts are cleared at once, and become 0.',
    caughtBy: [
      { file: 'test/execute/clear-canary.test.ts', name: 'of an update that clears a strategy' },
      { file: 'test/execute/execute-updates.test.ts', name: 'of a strategy proves nothing for amounts' },
    ],
  },
  {
    name: 'halted-after-the-note',
    file: 'src/execute/execute-updates.ts',
    find: '    if (end !== undefined) halt.abort(end);\n    await noted;',
    put: '    await noted;\n    if (end !== undefined) halt.abort(end);',
    cost: 'While the disk takes its time, updates go on being sent with a key that was refused.',
    caughtBy: [
      {
        file: 'test/execute/execute-updates.test.ts',
        name: 'is in force before the outcome that shows it is noted',
      },
    ],
  },
  {
    name: 'lock-given-back-early',
    file: 'src/run/lock/with-lock.ts',
    find: 'return await work(held',
    put: 'return work(held',
    cost: 'The lock is gone as soon as the run begins, and another one sends beside it.',
    caughtBy: [{ file: 'test/run/lock/with-lock.test.ts', name: 'counts another key as another account' }],
  },
  {
    name: 'takes-over-without-the-right',
    file: 'src/run/lock/lock-file.ts',
    find: 'const end = withRightTo(from, tools, () => renameFile(draftPath, path, tools));',
    put: "renameFile(draftPath, path, tools);\n    const end = 'done' as ReturnType<typeof withRightTo>;",
    cost: 'Of two runs that take over one lock, each takes itself for the only one.',
    caughtBy: [
      {
        file: 'test/run/lock/lock-file.test.ts',
        name: 'does not take over what somebody alive is taking over',
      },
    ],
  },
  {
    name: 'lock-renamed-over-another',
    file: 'src/run/lock/lock-file.ts',
    find: 'disk.linkSync(draftPath, path);',
    put: 'disk.renameSync(draftPath, path);',
    cost: 'Every run takes the lock of the one before it, and both change prices.',
    caughtBy: [{ file: 'test/run/lock/lock-file.test.ts', name: 'finds who holds a live one' }],
  },
  {
    name: 'localhost-has-its-own-lock',
    file: 'src/run/lock/lock-name.ts',
    find: "new Set(['localhost', ",
    put: 'new Set([',
    cost: 'Two runs on one account go beside each other, since one of them writes its address in another way.',
    caughtBy: [
      { file: 'test/run/lock/lock-name.test.ts', name: 'as for this machine by its number' },
      { file: 'test/run/lock/with-lock.test.ts', name: 'under every name that this machine has' },
    ],
  },
  {
    name: 'hangup-counts-as-hurry',
    file: 'src/cli/terminal/watch-signals.ts',
    find: "if (name !== 'SIGHUP') leave(name, onSecond);",
    put: "leave(name as 'SIGINT', onSecond);",
    cost: 'Closing the terminal leaves a run without its files, and with updates on their way that nothing tells of.',
    caughtBy: [
      { file: 'test/cli/terminal/watch-signals.test.ts', name: 'goes on in order after SIGHUP, then SIGHUP' },
    ],
  },
];
