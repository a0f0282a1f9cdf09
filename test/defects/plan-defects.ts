import type { Defect } from './defect.ts';

const CHECK_ROW = 'test/plan/check-row.test.ts';
const UNDO = 'test/run/undo.test.ts';
const APPLY = 'test/run/apply.test.ts';

/** Guard rules that look away, and plans that pass over what has happened meanwhile. */
export const PLAN_DEFECTS: readonly Defect[] = [
  {
    name: 'guards-on-sheet-alone',
    file: 'src/plan/check-row.ts',
    find: '...listing.values,',
    put: 'cost: null, minimum_price: null, maximum_price: null, strategy: null, repricing: true, manual_price: null,',
    cost: 'A new minimum price above the live maximum, or under the live cost, is sent.',
    caughtBy: [
      { file: CHECK_ROW, name: 'min_above_max the sheet’s minimum above the live maximum' },
      { file: CHECK_ROW, name: 'below_cost a minimum under the live cost' },
    ],
  },
  {
    name: 'shipping-left-out',
    file: 'src/plan/live-price.ts',
    find: "platform === 'amazon' ?",
    put: "platform === 'Amazon' ?",
    cost: 'A manual price on Amazon, which includes shipping, is compared with a price that does not.',
    caughtBy: [
      { file: CHECK_ROW, name: 'amazon: price and shipping, at the limit' },
      { file: 'test/plan/check-run.test.ts', name: 'first bounds, × 100 of the price with shipping' },
    ],
  },
  {
    name: 'max-change-of-new-value',
    file: 'src/plan/check-row.ts',
    find: 'isMoreThan(Math.abs(after - from), maxChange, from)',
    put: 'isMoreThan(Math.abs(after - from), maxChange, after)',
    cost: 'A price may double under a limit of 50 %.',
    caughtBy: [{ file: CHECK_ROW, name: 'max_change a cost up by a cent more' }],
  },
  {
    name: 'zero-price-passes',
    file: 'src/plan/check-row.ts',
    find: "field !== 'cost' && after === 0",
    put: "field === 'cost' && after === 0",
    cost: 'A minimum price of 0 lets the listing be sold for nothing.',
    caughtBy: [{ file: CHECK_ROW, name: 'zero_price a minimum of 0' }],
  },
  {
    name: 'zero-cost-passes',
    file: 'src/plan/check-row.ts',
    find: "({ field, after }) => field === 'cost' && after === 0",
    put: "({ field, after }) => field === 'cost' && after === -1",
    cost: 'A cost that the ERP does not know is sent as 0, and a strategy computes a minimum price from it.',
    caughtBy: [
      { file: CHECK_ROW, name: 'zero_cost a first cost of 0' },
      { file: CHECK_ROW, name: 'zero_cost 0 for another cost' },
    ],
  },
  {
    name: 'first-zero-cost-passes',
    file: 'src/plan/check-row.ts',
    find: "({ field, after }) => field === 'cost' && after === 0",
    put: "({ field, before, after }) => field === 'cost' && after === 0 && before !== null",
    cost: 'A first import sends 0 for every cost that the ERP does not know.',
    caughtBy: [{ file: CHECK_ROW, name: 'zero_cost a first cost of 0' }],
  },
  {
    name: 'scale-slip-passes',
    file: 'src/plan/scale-slips.ts',
    find: 'countAll(near) * 2 > of',
    put: 'countAll(near) > 2 * of',
    cost: 'A sheet whose amounts are all a hundred times too high is sent.',
    caughtBy: [{ file: 'test/plan/check-run.test.ts', name: 'scale_slip most of them' }],
  },
  {
    name: 'first-costs-unchecked',
    file: 'src/plan/scale-slips.ts',
    find: "if (field === 'cost') return 'first_cost';",
    put: "if (field === 'cost') return undefined;",
    cost: 'A first import of costs in the wrong unit is sent, and strategies compute minimum prices from it.',
    caughtBy: [
      { file: 'test/plan/check-run.test.ts', name: 'first costs of 600.00 at a price of 15.00' },
      { file: 'test/plan/check-run.test.ts', name: 'first costs of 0.06 at a price of 15.00' },
    ],
  },
  {
    name: 'sound-costs-outvote-bounds',
    file: 'src/plan/scale-slips.ts',
    find: 'findSlip(moves, few) ?? findSlip(others, few)',
    put: 'findSlip(moves, few)',
    cost: 'Minimum prices a hundred times too high are sent, since the costs beside them are right.',
    caughtBy: [{ file: 'test/plan/check-run.test.ts', name: '× 100, beside sound first costs' }],
  },
  {
    name: 'mixed-currencies-pass',
    file: 'src/plan/check-run.ts',
    find: 'currencies.size < 2',
    put: 'currencies.size < 9',
    cost: 'Figures of a sheet without a currency are sent as dollars here and as pounds there.',
    caughtBy: [
      { file: 'test/plan/check-run.test.ts', name: 'mixed_currencies two, and nobody names any' },
      { file: 'test/run/sync.test.ts', name: 'by mixed currencies, until somebody names one' },
    ],
  },
  {
    name: 'mass-clear-passes',
    file: 'src/plan/check-run.ts',
    find: 'filter(({ after }) => after === null).length',
    put: 'filter(({ after }) => after === undefined).length',
    cost: 'A sheet full of "null" takes the minimum price off every listing.',
    caughtBy: [{ file: 'test/plan/check-run.test.ts', name: 'max_clears a share, ten rows: above it' }],
  },
  {
    name: 'undo-overwrites-others',
    file: 'src/plan/plan-row.ts',
    find: 'const conflict = findConflict(resolved, changes);',
    put: 'const conflict = undefined as string | undefined;',
    cost: 'Undo takes back what somebody else has set since.',
    caughtBy: [
      { file: UNDO, name: 'leaves alone what somebody else has changed since' },
      { file: 'test/e2e/commands.test.ts', name: 'leaves alone what somebody else has changed since' },
    ],
  },
  {
    name: 'undo-restores-what-others-computed',
    file: 'src/plan/plan-row.ts',
    find: 'const changes = dropUnexplained(diffListing(resolved), resolved);',
    put: 'const changes = diffListing(resolved);',
    cost: 'Undo of an update that never took effect takes back bounds that somebody else has set.',
    caughtBy: [{ file: 'test/plan/plan-row.test.ts', name: 'leave alone a field of which nobody knows' }],
  },
  {
    name: 'undo-lets-bounds-be-computed',
    file: 'src/plan/plan-row.ts',
    find: '(restoring || desired[field] !== undefined)',
    put: '(!restoring && desired[field] !== undefined)',
    cost: 'Undo gives the cost back, and a strategy computes other bounds than there were.',
    caughtBy: [{ file: UNDO, name: 'fields included that a strategy works out by itself' }],
  },
  {
    name: 'apply-compares-nothing',
    file: 'src/plan/replay-update.ts',
    find: 'if (first && moved.length === 0 && !otherCurrency) {',
    put: 'if (first && !otherCurrency) {',
    cost: 'Apply sends a plan of last week over prices that were set since.',
    caughtBy: [
      { file: APPLY, name: 'leaves alone what is not as it was' },
      { file: 'test/plan/replay-update.test.ts', name: 'is a conflict with all three values' },
    ],
  },
  {
    name: 'max-change-upwards-only',
    file: 'src/plan/check-row.ts',
    find: 'isMoreThan(Math.abs(after - from), maxChange',
    put: 'isMoreThan(after - from, maxChange',
    cost: 'A minimum price may fall to a cent.',
    caughtBy: [{ file: 'test/plan/check-row.test.ts', name: 'max_change a minimum down to one cent' }],
  },
  {
    name: 'anything-counts-as-done',
    file: 'src/plan/replay-update.ts',
    find: 'if (wanted !== undefined) return values[field] === wanted;',
    put: 'if (wanted !== undefined) return true;',
    cost: 'Apply says of a listing that somebody else has changed that it is updated.',
    caughtBy: [
      { file: 'test/run/apply.test.ts', name: 'where somebody else has changed a field that was to be sent' },
    ],
  },
  {
    name: 'undo-pins-what-nothing-computes',
    file: 'src/plan/plan-row.ts',
    find: 'computableBounds(changes, listing.values)',
    put: "computableBounds(changes, restoring ? { ...listing.values, strategy: 'any' } : listing.values)",
    cost: 'Undo sends old bounds of listings without a strategy, over what somebody else sets at that moment.',
    caughtBy: [
      { file: 'test/plan/plan-row.test.ts', name: 'restoring the cost of a listing without one' },
      { file: UNDO, name: 'set while the undo sends the cost back' },
    ],
  },
  {
    name: 'others-bound-taken-for-computed',
    file: 'src/plan/replay-update.ts',
    find: 'mayRecompute(changes, strategy)',
    put: "mayRecompute(changes, strategy ?? 'any')",
    cost: 'Apply says updated of a listing without a strategy whose minimum somebody else has changed.',
    caughtBy: [
      { file: 'test/plan/replay-update.test.ts', name: 'a bound, of a listing that has no strategy' },
    ],
  },
  {
    name: 'few-amounts-in-each-shard',
    file: 'src/plan/guards-of-shard.ts',
    find: 'fewMoves: 1,',
    put: '',
    cost: 'A sheet in the wrong unit is sent by its shards, since each of them has too few changes to tell.',
    caughtBy: [
      {
        file: 'test/plan/guards-of-shard.test.ts',
        name: 'lets no rule that stops one run pass in all shards',
      },
    ],
  },
  {
    name: 'limit-for-each-shard',
    file: 'src/plan/guards-of-shard.ts',
    find: 'Math.floor((limit.count + of - index) / of)',
    put: 'limit.count',
    cost: 'With --max-updates 100 four shards send 400 updates.',
    caughtBy: [{ file: 'test/plan/guards-of-shard.test.ts', name: 'deals out 20 to 3 shards' }],
  },
];
