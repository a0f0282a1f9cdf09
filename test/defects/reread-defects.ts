import type { Defect } from './defect.ts';

const UNTAKEN = 'test/run/untaken.test.ts';
const RUN = 'test/run/reread.test.ts';
const REREADING = 'test/resolve/open-rereading.test.ts';

/** What somebody else changes between the plan and its updates. */
export const REREAD_DEFECTS: readonly Defect[] = [
  {
    name: 'old-readings-relied-on',
    file: 'src/run/steps/send-plan.ts',
    find: 'rereading: tools.rereading,',
    put: 'rereading: undefined,',
    cost: 'A price that somebody has set by hand while a long run was sending is overwritten unseen.',
    caughtBy: [{ file: RUN, name: 'left alone once its reading is older than the span' }],
  },
  {
    name: 'page-believed-whatever-it-shows',
    file: 'src/resolve/reading-times.ts',
    find: 'planned === 0 || planned === toPrint(listing) ? time : 0',
    put: 'time',
    cost: 'A page that shows another price counts as a fresh reading, and the price is overwritten.',
    caughtBy: [
      { file: REREADING, name: 'looks up what the page shows to have changed' },
      { file: REREADING, name: 'sees on a page that the cost has changed' },
    ],
  },
  {
    name: 'currency-left-out-of-the-print',
    file: 'src/resolve/reading-times.ts',
    find: 'function toPrint({ sku, currency, values }: Listing): number {',
    put: "function toPrint({ sku, values }: Listing): number {\n  const currency = '';",
    cost: 'A listing that is in another currency by now gets the figures of the old one.',
    caughtBy: [{ file: REREADING, name: 'sees on a page that the currency has changed' }],
  },
  {
    name: 'pause-outlives-the-reading',
    file: 'src/service/exchange.ts',
    find: 'if (freshness?.isStale()) {',
    put: 'if (freshness?.isStale() && attempts < 0) {',
    cost: 'After a pause of minutes that the service asked for, an update goes out on a reading from before it.',
    caughtBy: [{ file: RUN, name: 'looks once more after a pause that the service has asked for' }],
  },
  {
    name: 'unsent-conflict-undone',
    file: 'src/run/undo.ts',
    find: 'return NEVER_APPLIED.has(outcome.status) || isNoDoing(toTold(outcome));',
    put: 'return NEVER_APPLIED.has(outcome.status) || (isNoDoing(toTold(outcome)) && !outcome);',
    cost: 'Undo takes back a value that somebody else has set and that the run never sent.',
    caughtBy: [{ file: RUN, name: 'keeps what somebody else set in an undo' }],
  },
  {
    name: 'held-before-is-a-conflict',
    file: 'src/run/undo.ts',
    find: "outcome?.untaken && outcome.status === 'updated'",
    put: "outcome?.untaken && outcome.status === 'skipped'",
    cost: 'An undo asks a person about every listing that held what was planned before anything was sent.',
    caughtBy: [{ file: RUN, name: 'counts as updated where it holds exactly what was planned' }],
  },
  {
    name: 'answer-not-held-against-guards',
    file: 'src/execute/hold-against-guards.ts',
    find: 'if (broken.length === 0) return outcome;',
    put: 'if (broken.length < 9) return outcome;',
    cost: 'A cost that was raised above the new minimum is called updated, and the shop sells at a loss.',
    caughtBy: [{ file: RUN, name: 'call for attention where somebody has raised the cost' }],
  },
  {
    name: 'age-of-a-reading-overlooked',
    file: 'src/resolve/open-rereading.ts',
    find: 'return row === undefined || isOld(times.readAt(row));',
    put: 'return row === undefined || times.readAt(row) < 0;',
    cost: 'However long a run sends, what was read before it began is never read again.',
    caughtBy: [{ file: REREADING, name: 'reads a page again for all the listings on it' }],
  },
  {
    name: 'clear-of-others-proves-clears',
    file: 'src/execute/execute-updates.ts',
    find: "if (untaken) return 'unknown';",
    put: '',
    cost: 'Somebody clears a manual price by hand, and the run sets those of all other listings to 0.',
    caughtBy: [{ file: UNTAKEN, name: 'does not show how the service takes a clear' }],
  },
  {
    name: 'put-off-attempt-forgotten',
    file: 'src/execute/send-update.ts',
    find: 'const open = { ...outcome, attempts, httpStatus, mayArrive: true };',
    put: 'const open = { ...outcome, attempts, httpStatus };',
    cost: 'An update that a gateway put off arrives after undo has said that all is as it was.',
    caughtBy: [{ file: UNTAKEN, name: 'is a conflict, and an undo leaves what they set' }],
  },
  {
    name: 'attempt-forgotten-by-the-second-apply',
    file: 'src/run/apply.ts',
    find: 'if (may_arrive) return true;',
    put: '',
    cost: 'An update of the first run arrives after the undo of the second apply, which called it done.',
    caughtBy: [{ file: UNTAKEN, name: 'is remembered by an apply of an apply' }],
  },
  {
    name: 'doubt-forgotten-where-it-is-held',
    file: 'src/execute/look-again.ts',
    find: 'if (!doubt) return notSent(',
    put: "if (!doubt || doubt.message !== '') return notSent(",
    cost: 'An undo is sure of a listing that an attempt of the run changes again.',
    caughtBy: [{ file: UNTAKEN, name: 'leaves an undo in doubt' }],
  },
  {
    name: 'half-of-it-counts-as-arrived',
    file: 'src/execute/send-update.ts',
    find: 'mayArrive: losses.count > 1 || missed.length > 0',
    put: 'mayArrive: losses.count > 1 || missed.length === update.changes.length',
    cost: 'Somebody sets one of two values by hand, and the lost update that sets both is no longer reckoned with.',
    caughtBy: [{ file: UNTAKEN, name: 'is not taken for arrived' }],
  },
];
