import type { Defect } from './defect.ts';
import { LATE_ANSWERS, OPEN_SERVICE, SEND_UPDATE, UNDO } from './test-files.ts';

/** Updates that take effect after somebody has said what became of them. */
export const LATE_DEFECTS: readonly Defect[] = [
  {
    name: 'service-has-the-last-word',
    file: 'src/execute/send-update.ts',
    find: "return conclude(update, 'unconfirmed', { reason: 'answer_lost', message: describeOpen(last) }, tried);",
    put: "return conclude(update, last.httpStatus === 503 ? 'failed' : 'unconfirmed', { reason: 'answer_lost', message: describeOpen(last) }, tried);",
    cost: 'A price that takes effect seconds after a 503 is called failed, and no undo takes it back.',
    caughtBy: [
      { file: SEND_UPDATE, name: 'is unconfirmed where it is as before and no attempt is left after 503' },
      { file: LATE_ANSWERS, name: 'an update that is answered 503 and arrives later' },
    ],
  },
  {
    name: 'put-off-taken-for-turned-down',
    file: 'src/service/open-service.ts',
    find: 'if (reply.httpStatus === 429) return',
    put: 'if (reply.httpStatus === 999) return',
    cost: 'A price that a gateway answered 429 for and passed on is called failed.',
    caughtBy: [
      { file: OPEN_SERVICE, name: 'after 429, until no attempts are left' },
      { file: LATE_ANSWERS, name: 'an update that is answered 429 and arrives later' },
    ],
  },
  {
    name: 'undo-sure-too-early',
    file: 'src/domain/may-arrive.ts',
    find: 'return now < until ?',
    put: 'return now < settledAt ?',
    cost: 'An undo says that all is as it was, and a minute later the wrong price is there again.',
    caughtBy: [
      { file: LATE_ANSWERS, name: 'an undo is not sure of anything before nothing can arrive any more' },
    ],
  },
  {
    name: 'undo-never-sure',
    file: 'src/domain/may-arrive.ts',
    find: 'return now < until ?',
    put: 'return now > 0 ?',
    cost: 'Every undo asks for another one, for ever, until nobody reads what it says.',
    caughtBy: [{ file: LATE_ANSWERS, name: 'is given back for good by an undo after that time' }],
  },
  {
    name: 'first-attempt-forgotten-once-taken',
    file: 'src/run/folder/journal.ts',
    find: '...(mayArrive && { may_arrive: true }),',
    put: '',
    cost: 'An undo calls a listing updated that the first attempt of the run changes again.',
    caughtBy: [{ file: LATE_ANSWERS, name: 'is updated, and an undo reckons with the first attempt' }],
  },
  {
    name: 'listing-given-back-is-believed',
    file: 'src/execute/send-update.ts',
    find: "=== MAY_ARRIVE) ? MAY_ARRIVE : '';",
    put: "=== MAY_ARRIVE) ? '' : '';",
    cost: 'A listing that was given back counts as safe while another attempt is on its way to it.',
    caughtBy: [
      { file: SEND_UPDATE, name: 'against an update that gives back what was there before' },
      { file: LATE_ANSWERS, name: 'is updated, and an undo reckons with the first attempt' },
    ],
  },
  {
    name: 'killed-run-counts-as-settled',
    file: 'src/run/folder/to-restorations.ts',
    find: 'if (outcome && !outcome.may_arrive && !isLost(outcome)) return undefined;',
    put: 'if (!outcome?.may_arrive) return undefined;',
    cost: 'An undo right after a kill says that nothing was sent, and then it arrives.',
    caughtBy: [{ file: UNDO, name: 'a moment ago: says of what was not noted that it may still arrive' }],
  },
  {
    name: 'apply-forgets-what-was-sent',
    file: 'src/run/apply.ts',
    find: 'mayArrive: mayArrive(entry, journal)',
    put: 'mayArrive: false',
    cost: 'An undo of an apply calls a listing updated that the run before changes again.',
    caughtBy: [{ file: LATE_ANSWERS, name: 'may arrive after it was sent again by an apply' }],
  },
  {
    name: 'others-value-lost-to-a-late-arrival',
    file: 'src/domain/find-effects.ts',
    find: 'if (mayArrive !== true) return false;',
    put: "if (mayArrive !== true || reason !== '') return false;",
    cost: 'A cost that somebody else has set is overwritten minutes later, and undo does not give it back.',
    caughtBy: [
      { file: UNDO, name: 'gives back their own value where the update arrived over it, by its undo' },
      { file: UNDO, name: 'gives back their own value where the update arrived over it, by its undo.csv' },
    ],
  },
  {
    name: 'doubt-ends-the-undo',
    file: 'src/execute/is-failure.ts',
    find: "return status === 'unconfirmed' && reason !== MAY_ARRIVE;",
    put: "return status === 'unconfirmed';",
    cost: 'An undo of many lost updates stops after twenty listings, and leaves the wrong prices on the others.',
    caughtBy: [{ file: LATE_ANSWERS, name: 'does not stop at listings that it gave back' }],
  },
  {
    name: 'rest-of-a-half-taken-update-forgotten',
    file: 'src/run/folder/to-restorations.ts',
    find: 'mayArrive ? findRest(sent, sighting) : NOTHING_LEFT',
    put: 'mayArrive ? NOTHING_LEFT : NOTHING_LEFT',
    cost: 'The bounds stay as a strategy computed them from a cost that arrived late, though the undo says that all was given back.',
    caughtBy: [
      {
        file: 'test/run/half-taken.test.ts',
        name: 'with bounds that were computed upon it: the answer shows the part',
      },
      {
        file: 'test/run/half-taken.test.ts',
        name: 'with bounds that were computed upon it: it is read back',
      },
    ],
  },
];
