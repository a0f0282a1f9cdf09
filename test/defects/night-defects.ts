import type { Check, Defect } from './defect.ts';

const NIGHTS: Check = {
  file: 'test/nights/nights.test.ts',
  name: 'have a history that says what really happened',
};
const TRUTH = 'test/e2e/history-truth.test.ts';

/** A history that is kept from night to night, and does not say what happened. */
export const NIGHT_DEFECTS: readonly Defect[] = [
  {
    name: 'sent-values-never-agreed',
    file: 'src/run/steps/add-to-history.ts',
    find: '      agree(outcome, history, job);\n',
    put: '',
    cost: 'The night after an update every change by somebody else goes unnoticed.',
    caughtBy: [NIGHTS],
  },
  {
    name: 'stopped-run-agrees',
    file: 'src/run/steps/add-to-history.ts',
    find: "if (report.stop?.code !== 'guard') yield* history.agreed",
    put: 'yield* history.agreed',
    cost: 'What half a sheet says counts as agreed, though a guard stopped it.',
    caughtBy: [NIGHTS],
  },
  {
    name: 'stopped-night-drops-issues',
    file: 'src/run/history/is-whole-run.ts',
    find: "stopped === null && verdict !== 'killed'",
    put: "verdict !== 'killed'",
    cost: 'After a night that a guard stopped, every row that needs attention is news again.',
    caughtBy: [NIGHTS],
  },
  {
    name: 'drift-always-overwritten',
    file: 'src/run/steps/add-to-history.ts',
    find: 'overwritten: overwritten.has(fieldKey(drift))',
    put: 'overwritten: true',
    cost: 'The history says that a run put a value back which a guard kept it from sending.',
    caughtBy: [NIGHTS],
  },
  {
    name: 'changes-at-the-end-of-the-run',
    file: 'src/run/history/change-lines.ts',
    find: 'new Date(completedAt).toISOString()',
    put: 'new Date(completedAt + 3_600_000).toISOString()',
    cost: 'The history says of a change that it was made at a time when it had long been there.',
    caughtBy: [NIGHTS],
  },
  {
    name: 'refused-night-forgotten',
    file: 'src/api/notify/with-notifications.ts',
    find: 'if (!observed.report) {',
    put: 'if (!observed.report && end.exitCode === 1) {',
    cost: 'A night without a file, or on which another run held the lock, counts as one on which nobody started the job.',
    caughtBy: [NIGHTS],
  },
  {
    name: 'dry-run-blames-others',
    file: 'src/run/history/open-history.ts',
    find: 'if (unfinished) tryHistory(',
    put: 'if (unfinished && isLocked) tryHistory(',
    cost: 'A dry run after a night that was killed says that somebody else changed what that night sent.',
    caughtBy: [
      { file: TRUTH, name: 'does not take what a killed run has sent for changes by somebody else' },
    ],
  },
  {
    name: 'undo-makes-rows-well',
    file: 'src/run/steps/run-job.ts',
    find: "history.past.isKnown && command !== 'undo' && !isOwnSheet(input.path) ? news",
    put: 'history.past.isKnown && !isOwnSheet(input.path) ? news',
    cost: 'An undo says that rows are well again which it never looked at.',
    caughtBy: [{ file: TRUTH, name: 'says nothing of rows that are well again after an undo' }],
  },
  {
    name: 'times-of-json-refused',
    file: 'src/settings/parse-since.ts',
    find: '(?:\\.\\d{1,3})?',
    put: '',
    cost: 'A script can not ask for what happened since a time that the program itself has printed.',
    caughtBy: [{ file: 'test/settings/parse-since.test.ts', name: '2026-11-01T02:15:04.123Z' }],
  },
];
