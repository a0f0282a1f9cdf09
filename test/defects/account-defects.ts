import type { Defect } from './defect.ts';
import { ROTATED_KEY, SEND_RESTORING, UNLISTED_STRATEGY } from './test-files.ts';

/** Whose listings a plan is sent to, and strategies that are gone. */
export const ACCOUNT_DEFECTS: readonly Defect[] = [
  {
    name: 'other-account-accepted',
    file: 'src/plan/known-listings.ts',
    find: 'found * 2 > lookedUp',
    put: 'found > 0',
    cost: 'The plan of one seller is sent to what another account shares with it.',
    caughtBy: [
      { file: ROTATED_KEY, name: 'nothing allows an account where fewer than most of the listings is found' },
    ],
  },
  {
    name: 'other-account-allowed-away',
    file: 'src/run/lookup/judge-other-key.ts',
    find: 'if (!isSameAccount(count))',
    put: 'if (!isAllowed && !isSameAccount(count))',
    cost: 'A flag that stands in a script for good sends the plan of one seller to another account.',
    caughtBy: [
      { file: ROTATED_KEY, name: 'nothing allows an account where fewer than most of the listings is found' },
    ],
  },
  {
    name: 'other-key-unasked',
    file: 'src/run/lookup/judge-other-key.ts',
    find: 'const isOpen = updates > 0 && !isAllowed;',
    put: 'const isOpen = updates < 0 && !isAllowed;',
    cost: 'A run of another key is taken back by a script that took the wrong folder, and nobody was asked.',
    caughtBy: [
      { file: ROTATED_KEY, name: 'undo without a person stops before the first update' },
      { file: ROTATED_KEY, name: 'apply of a diff asks for the same' },
    ],
  },
  {
    name: 'other-key-forgotten-by-plan',
    file: 'src/run/steps/make-plan.ts',
    find: 'describePlan(run, { violations, whole,',
    put: 'describePlan(run, { violations: consent.violations, whole,',
    cost: 'A plan for another key that somebody said no to is sent by a later apply, unasked.',
    caughtBy: [{ file: ROTATED_KEY, name: 'at a terminal the question says it: n' }],
  },
  {
    name: 'question-without-the-key',
    file: 'src/report/screen/render-run-screen.ts',
    find: '    ...toAgree.map(printable),\n',
    put: '',
    cost: 'Somebody says yes to an undo, and does not learn that it is for another key than the run was made with.',
    caughtBy: [{ file: ROTATED_KEY, name: 'at a terminal the question says it: y' }],
  },
  {
    name: 'refused-key-without-way-back',
    file: 'src/report/advice/allow-flags.ts',
    find: "return isKeyRefused(report) ? ['other_key'] : [];",
    put: "return isKeyRefused(report) && report.dryRun ? ['other_key'] : [];",
    cost: 'The command that takes back a run whose key was refused does not work as it is printed.',
    caughtBy: [{ file: ROTATED_KEY, name: 'typed as it is printed' }],
  },
  {
    name: 'undo-asks-for-strategies',
    file: 'src/resolve/row-facts.ts',
    find: 'row.requested.strategy !== undefined && !isOfPlan(row)',
    put: 'row.requested.strategy !== undefined',
    cost: 'Costs stay wrong after an undo because a list that nobody needs can’t be had.',
    caughtBy: [{ file: UNLISTED_STRATEGY, name: 'keeps undo from nothing' }],
  },
  {
    name: 'strategy-in-no-list-refused',
    file: 'src/resolve/match-row.ts',
    find: 'requested.strategy == null || isOfPlan(row)',
    put: 'requested.strategy == null',
    cost: 'A listing whose strategy was deleted does not get its cost and bounds back.',
    caughtBy: [
      { file: UNLISTED_STRATEGY, name: 'undo gives everything else back where the service refuses it' },
    ],
  },
  {
    name: 'lost-strategy-is-updated',
    file: 'src/execute/send-restoring.ts',
    find: "attempts, status: 'conflict', reason: 'strategy_refused', message };",
    put: 'attempts, message };',
    cost: 'A listing that has not got its strategy back is said to be as it was, and nobody looks at it.',
    caughtBy: [
      { file: SEND_RESTORING, name: 'sends everything else where the service names it' },
      { file: UNLISTED_STRATEGY, name: 'undo gives everything else back where the service refuses it' },
    ],
  },
  {
    name: 'sheet-sent-in-part',
    file: 'src/execute/send-restoring.ts',
    find: 'update.exact ? update.changes.find(isStrategy) : undefined',
    put: 'update.changes.find(isStrategy)',
    cost: 'A new cost is sent without the strategy that the sheet has beside it, which would have computed the bounds for it.',
    caughtBy: [{ file: SEND_RESTORING, name: 'sends nothing more where the update is one of a sheet' }],
  },
  {
    name: 'rest-sent-beside-open-attempt',
    file: 'src/execute/send-restoring.ts',
    find: "first.outcome.status !== 'failed' || !refusal",
    put: '!refusal',
    cost: 'The rest of an update is sent while the whole of it may still arrive, and the status says that the strategy was not given back.',
    caughtBy: [
      { file: SEND_RESTORING, name: 'sends nothing more where an earlier attempt may still arrive' },
    ],
  },
  {
    name: 'unlisted-strategy-unsaid',
    file: 'src/plan/plan-row.ts',
    find: '      ...noticeStrategy(changes, listedStrategies),\n',
    put: '',
    cost: 'A strategy that can’t be assigned again is replaced by a run that everybody thinks can be undone.',
    caughtBy: [{ file: UNLISTED_STRATEGY, name: 'says beforehand that it may not come back' }],
  },
];
