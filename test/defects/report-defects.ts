import type { Defect } from './defect.ts';
import { FORMULA_CELL, RENDER_UNDO, SYNC, UNDO } from './test-files.ts';

/** Files that say something else than what happened, or that don't go back in. */
export const REPORT_DEFECTS: readonly Defect[] = [
  {
    name: 'rows-out-of-order',
    file: 'src/run/steps/run-account.ts',
    find: 'for (const [n, entry] of numbered) {',
    put: 'for (const [n, entry] of [...numbered].sort(([a], [b]) => Number(settled.has(b)) - Number(settled.has(a)))) {',
    cost: 'Whoever pastes the results beside the sheet reads every row’s end in another row.',
    caughtBy: [
      {
        file: SYNC,
        name: 'brings the listings in step with the sheet, and accounts for every row',
      },
    ],
  },
  {
    name: 'formula-not-defused',
    file: 'src/report/files/csv-blocks.ts',
    find: 'stringify([[defuseCell(cell)]]',
    put: 'stringify([[cell]]',
    cost: 'A SKU such as "=HYPERLINK(…)" runs in the spreadsheet of whoever opens the results.',
    caughtBy: [
      { file: 'test/report/files/csv-blocks.test.ts', name: 'writes formulas' },
      { file: 'test/report/files/render-results.test.ts', name: 'defuses what a spreadsheet would run' },
    ],
  },
  {
    name: 'retry-not-read-back',
    file: 'src/domain/formula-cell.ts',
    find: 'export function restoreCell(cell: string): string {',
    put: 'export function restoreCell(cell: string): string {\n  if (cell.length > 0) return cell;',
    cost: 'A SKU that begins with "-" is not found any more once its row was repaired in retry.csv.',
    caughtBy: [
      {
        file: 'test/report/files/render-retry.test.ts',
        name: 'is read back as the very rows it was made of',
      },
      { file: FORMULA_CELL, name: 'gives back every text that was defused' },
    ],
  },
  {
    name: 'retry-fills-up-short-rows',
    file: 'src/report/files/render-retry.ts',
    find: 'return fill(marked, named, MISSING_CELL);',
    put: "return fill(marked, named, '');",
    cost: 'A row whose amounts slipped into the wrong column looks whole in retry.csv, and is sent.',
    caughtBy: [{ file: 'test/report/files/render-retry.test.ts', name: 'shows where a cell was missing' }],
  },
  {
    name: 'undo-cents-read-as-units',
    file: 'src/report/files/listing-records.ts',
    find: 'return isMoneyField(field) && inCents ?',
    put: 'return isMoneyField(field) && !isMoneyField(field) && inCents ?',
    cost: 'An undo.csv in cents gives every price back a hundred times as high.',
    caughtBy: [{ file: RENDER_UNDO, name: 'says in its header that amounts are in cents' }],
  },
  {
    name: 'undo-file-forgets-lost-answers',
    file: 'src/report/files/render-undo.ts',
    find: "new Set<Status>(['updated', 'unconfirmed', 'conflict'])",
    put: "new Set<Status>(['updated', 'conflict'])",
    cost: 'undo.csv passes over an update that took effect though its answer was lost.',
    caughtBy: [{ file: RENDER_UNDO, name: 'takes what was changed or may have been' }],
  },
  {
    name: 'undo-zero-is-clear',
    file: 'src/report/files/listing-records.ts',
    find: 'if (value === null) return clearToken;',
    put: 'if (!value) return clearToken;',
    cost: 'undo.csv clears a cost that was 0, and does not know repricing that was off.',
    caughtBy: [{ file: RENDER_UNDO, name: 'writes an amount of zero as zero, not as a clear' }],
  },
  {
    name: 'undo-forgets-yen',
    file: 'src/report/files/listing-records.ts',
    find: 'needsCents ||= !hasHundredths(listing.currency);',
    put: 'needsCents ||= hasHundredths(listing.currency) && listing.currency === "jpy";',
    cost: 'The undo.csv of prices in yen can’t be read.',
    caughtBy: [
      {
        file: RENDER_UNDO,
        name: 'gives amounts in cents where a currency has no hundredths',
      },
    ],
  },
  {
    name: 'undo-takes-from-others',
    file: 'src/domain/find-effects.ts',
    find: "status === 'conflict' ? findTaken(sent, seen)",
    put: "status === 'failed' ? findTaken(sent, seen)",
    cost: 'Undo takes back what somebody else has set in the middle of the run.',
    caughtBy: [{ file: 'test/domain/find-effects.test.ts', name: 'conflict: not what somebody else set' }],
  },
  {
    name: 'bounds-without-strategy-claimed',
    file: 'src/domain/find-effects.ts',
    find: 'mayRecompute(own, strategy)',
    put: "mayRecompute(own, strategy ?? 'any')",
    cost: 'Undo takes back bounds that somebody else has set beside a new cost.',
    caughtBy: [
      { file: 'test/domain/find-effects.test.ts', name: 'not where the listing has no strategy' },
      { file: UNDO, name: 'set while the run sent its cost, by its undo.csv' },
    ],
  },
  {
    name: 'ignored-clear-of-strategy-overlooked',
    file: 'src/domain/find-effects.ts',
    find: ': before.strategy;',
    put: ': applyChanges(before, sent).strategy;',
    cost: 'Where the service ignores that a strategy is taken away, undo leaves the bounds that it computed.',
    caughtBy: [
      {
        file: 'test/domain/find-effects.test.ts',
        name: 'where the update was to take it away, and did not',
      },
      { file: UNDO, name: 'since the service ignored a clear of the strategy' },
    ],
  },
  {
    name: 'computed-bounds-forgotten',
    file: 'src/domain/stages.ts',
    find: "field === 'cost' || field === 'strategy')",
    put: "field === 'strategy')",
    cost: 'Undo gives the cost back and leaves the bounds that were computed from the wrong one.',
    caughtBy: [{ file: UNDO, name: 'fields included that a strategy worked out by itself' }],
  },
  {
    name: 'unconfirmed-is-quiet',
    file: 'src/domain/status.ts',
    find: "  'ignored',\n  'held',\n]);",
    put: "  'ignored',\n  'held',\n  'unconfirmed',\n]);",
    cost: 'A run in which nobody knows what became of the prices is green.',
    caughtBy: [{ file: 'test/domain/status.test.ts', name: 'of the statuses that a person should look at' }],
  },
  {
    name: 'work-of-others-claimed',
    file: 'src/report/tally/tally-outcomes.ts',
    find: "if (status === 'updated' && !isMade(outcome)) counts.heldAlready++;",
    put: "if (status === 'updated' && outcome.untaken) counts.heldAlready++;",
    cost: 'Whoever takes an apply back believes that all of it is as before, and half of it is not.',
    caughtBy: [
      {
        file: 'test/report/screen/render-run-screen.test.ts',
        name: 'says apart what this run updated, and names the undo of both runs',
      },
    ],
  },
  {
    name: 'failure-counts-as-success',
    file: 'src/report/notify/render-metrics.ts',
    find: 'const success = isSuccess ? finishedAt / 1000 : lastSuccess;',
    put: 'const success = finishedAt / 1000;',
    cost: 'The sheet has been unreadable for weeks, and whoever watches the last success sees last night.',
    caughtBy: [
      { file: 'test/report/notify/render-metrics.test.ts', name: 'takes exit code 2 for 0, success or not' },
    ],
  },
  {
    name: 'lost-message-forgotten',
    file: 'src/run/notify/notify-hook.ts',
    find: 'const forgotten = memory.keep(ifUndelivered);',
    put: 'const forgotten = memory.keep(ifDelivered);',
    cost: 'The chat was down for a minute on the night the job began to fail, and nobody ever hears of it.',
    caughtBy: [
      { file: 'test/run/notify/notify-hook.test.ts', name: 'tells by the next run what did not arrive' },
    ],
  },
  {
    name: 'question-hides-largest-move',
    file: 'src/report/screen/render-run-screen.ts',
    find: 'return rise > fall ? up : down;',
    put: 'return rise < fall ? up : down;',
    cost: 'Whoever is asked whether to send is shown a harmless move, and says yes to one that is not.',
    caughtBy: [
      { file: 'test/report/screen/render-run-screen.test.ts', name: 'how far what rises goes at most' },
    ],
  },
  {
    name: 'large-moves-uncounted',
    file: 'src/domain/change-buckets.ts',
    find: 'return index === -1 ? BUCKET_COUNT - 1 : index;',
    put: 'return index === -1 ? BUCKET_COUNT - 2 : index;',
    cost: 'Prices that double look like prices that went up by a third, on every screen and in every report.',
    caughtBy: [{ file: 'test/domain/change-buckets.test.ts', name: 'sorts a move up by half' }],
  },
  {
    name: 'markdown-cell-ends-early',
    file: 'src/report/text/markdown-code.ts',
    find: '/[`|]/g',
    put: '/[`]/g',
    cost: 'A SKU writes cells of its own into the table that somebody approves.',
    caughtBy: [{ file: 'test/report/screen/render-run-markdown.test.ts', name: 'lets nothing of' }],
  },
  {
    name: 'export-null-as-zero',
    file: 'src/report/files/render-export.ts',
    find: "if (cents === null || cents < 0) return '';",
    put: "if (cents === null || cents < 0) return '0.00';",
    cost: 'An exported sheet that is synced back gives every listing without a manual price one of 0.',
    caughtBy: [
      {
        file: 'test/e2e/export.test.ts',
        name: 'is taken back by sync with nothing sent and nothing that needs attention',
      },
    ],
  },
  {
    name: 'undo-sheet-forgets-bounds',
    file: 'src/report/files/render-undo.ts',
    find: 'return [...effects, ...boundsToKeep(effects, held)];',
    put: 'return effects;',
    cost: 'The sheet that restores a cost lets the strategy compute another minimum upon it.',
    caughtBy: [
      {
        file: UNDO,
        name: 'by an undo.csv that says the bounds which a strategy would compute upon the cost that comes back',
      },
    ],
  },
];
