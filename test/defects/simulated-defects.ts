import type { CommandCheck, Defect } from './defect.ts';

/** Within half of this number of seeds each of these mistakes shows. */
const SIMULATION: CommandCheck = {
  command: [
    'npx',
    'tsx',
    'test/simulation/simulate.ts',
    '--seeds',
    '170',
    '--rows',
    '60',
    '--until-violated',
  ],
  says: /VIOLATED/,
};

/** Mistakes that only whole nights show: nothing but the simulation is asked to notice them. */
export const SIMULATED_DEFECTS: readonly Defect[] = [
  {
    name: 'strategy-recomputes-bounds-of-the-row',
    file: 'src/plan/plan-row.ts',
    find: '(restoring || desired[field] !== undefined)',
    put: 'restoring',
    cost: 'A new cost leaves a minimum below what the row says, until the next run.',
    caughtBy: [SIMULATION],
  },
  {
    name: 'run-folder-lost-in-power-cut',
    file: 'src/run/folder/run-folder.ts',
    find: '() => syncFoldersAbove(path, cwd, disk)',
    put: '() => {}',
    cost: 'After a power cut the whole run folder is gone, and with it the values from before.',
    caughtBy: [SIMULATION],
  },
  {
    name: 'unsettled-update-sent-again',
    file: 'src/execute/send-update.ts',
    find: 'if (moved.length === 0) return attemptsLeft > 0 ? undefined : giveUp(update, losses.last, tried);',
    put: 'if (attemptsLeft > 0) return undefined;\n  if (moved.length === 0) return giveUp(update, losses.last, tried);',
    cost: 'What somebody else has set in the meantime is overwritten.',
    caughtBy: [SIMULATION],
  },
  {
    name: 'undo-forgets-what-no-line-tells-of',
    file: 'src/run/folder/to-restorations.ts',
    find: 'if (outcome ? wasNeverSent(outcome) : !journal || journal.ended) return unsent;',
    put: 'if (!outcome || wasNeverSent(outcome)) return unsent;',
    cost: 'After a kill the prices that were on their way can not be taken back.',
    caughtBy: [SIMULATION],
  },
  {
    name: 'late-arrivals-unknown-to-undo',
    file: 'src/run/folder/to-restorations.ts',
    find: 'mayArriveUntil: openUntil',
    put: 'mayArriveUntil: openUntil && undefined',
    cost: 'An undo says that listings are as they were, to which updates of the run are still on their way.',
    caughtBy: [SIMULATION],
  },
  {
    name: 'two-runs-at-once',
    file: 'src/run/lock/with-lock.ts',
    find: 'if (leftMs <= 0) throw locked(attempt, claim);',
    put: "if (leftMs <= 0) return { lock: { path: '', id: '', file: 0 }, place, notices: [] };",
    cost: 'Two runs at once each plan from values that the other is about to change.',
    caughtBy: [SIMULATION],
  },
];
