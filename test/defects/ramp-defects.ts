import type { Defect } from './defect.ts';

const E2E = 'test/e2e/ramp.test.ts';
const RAMP = 'test/run/ramp.test.ts';
const JUDGE = 'test/execute/judge-step.test.ts';
const READ_BACK = 'test/execute/read-back-step.test.ts';
const SAMPLE = 'test/plan/ramp-sample.test.ts';
const SEND_PLAN = 'test/run/steps/send-plan.test.ts';

const IN_STEPS = 'src/run/steps/send-in-steps.ts';

/** Whether a plan that is sent in steps stops before it has done much harm, and goes on where it was. */
export const RAMP_DEFECTS: readonly Defect[] = [
  {
    name: 'next-step-in-spite-of-a-bad-one',
    file: IN_STEPS,
    find: 'if (stop) throw stop;',
    put: 'if (stop && step > 1e9) throw stop;',
    cost: 'A program that sets other prices is found out by the first hundredth of the plan, and all of the rest is sent to it.',
    caughtBy: [
      { file: RAMP, name: 'stop the run before the next step, if they are as many as --max-overwritten' },
      { file: E2E, name: 'stops with exit code 6 if listings were changed in the pause' },
    ],
  },
  {
    name: 'step-not-read-back',
    file: IN_STEPS,
    find: 'const reading = await readStepBack(positions, run);',
    put: 'const reading = await readStepBack(positions.subarray(0, 0), run);',
    cost: 'Every step passes, whatever became of its listings.',
    caughtBy: [{ file: RAMP, name: 'count if they are gone' }],
  },
  {
    name: 'steps-begin-again-after-a-crash',
    file: 'src/run/job/ramp-order.ts',
    find: 'return { cut, begun: findBegun(cut, journal) ?? before };',
    put: 'return { cut, begun: before };',
    cost: 'A run that was killed in its pause sends the next step at once when it is applied, without a look at the first.',
    caughtBy: [
      { file: RAMP, name: 'goes on with apply: the rest of the pause, the reading back, and the next step' },
      { file: RAMP, name: 'sends nothing more if what it sent holds no longer' },
    ],
  },
  {
    name: 'pause-left-out',
    file: IN_STEPS,
    find: 'await ports.clock.sleep(waitMs, ports.signal);',
    put: 'ports.signal.throwIfAborted();',
    cost: 'A step is read back before anybody could have reacted to it.',
    caughtBy: [{ file: RAMP, name: 'sends the plan in steps, with a pause and a reading back between them' }],
  },
  {
    name: 'pause-of-the-killed-run-forgotten',
    file: 'src/run/job/ramp-order.ts',
    find: 'Math.min(pauseMs, Math.max(0, settledAt + pauseMs - now))',
    put: 'Math.min(pauseMs, Math.max(0, 0 * settledAt - now))',
    cost: 'An engine that starts a killed job again at once sends the next step seconds after the first.',
    caughtBy: [
      { file: RAMP, name: 'goes on with apply: the rest of the pause' },
      { file: RAMP, name: 'waits for the rest of the pause, and goes on with the next step' },
      { file: E2E, name: 'is killed: apply waits for the rest of it' },
    ],
  },
  {
    name: 'old-values-put-back-unseen',
    file: 'src/run/steps/ramp-planner.ts',
    find: "if (row.kind !== 'row' || row.planned?.settledAt === undefined) return;",
    put: "if (row.kind !== 'row' || row.planned?.settledAt === undefined || entry.kind === 'update') return;",
    cost: 'A program that puts the old prices back is taken for updates that were never sent: they are sent again, and then the rest of the plan.',
    caughtBy: [{ file: RAMP, name: 'sends nothing more if what it sent holds no longer' }],
  },
  {
    name: 'stopped-step-forgotten-by-the-next-apply',
    file: 'src/run/folder/render-plan.ts',
    find: 'settled_at: planned?.settledAt === undefined ?',
    put: 'settled_at: planned?.settledAt !== 0 ?',
    cost: 'Others have overwritten seven of the first ten listings, apply stops, and the apply that it proposes sends all of the rest.',
    caughtBy: [{ file: E2E, name: 'stays stopped through a chain of applies' }],
  },
  {
    name: 'failed-step-passes',
    file: 'src/execute/judge-step.ts',
    find: 'if (bad <= holding) return undefined;',
    put: 'if (bad <= 1e9) return undefined;',
    cost: 'All ten updates of the first step fail, which is less than --max-failures, and the other ten thousand follow.',
    caughtBy: [
      { file: JUDGE, name: 'two bad of three' },
      { file: RAMP, name: 'stop the run, if more failed than hold, below --max-failures too' },
    ],
  },
  {
    name: 'gone-listings-hold',
    file: 'src/execute/read-back-step.ts',
    find: 'return { overwritten: [...overwritten, ...gone], unread: 0 };',
    put: 'return { overwritten: gone.length > 1e9 ? gone : overwritten, unread: 0 };',
    cost: 'Listings that vanish upon the update pass for listings that hold it.',
    caughtBy: [
      { file: READ_BACK, name: 'takes a listing that is gone for one that does not hold it' },
      { file: RAMP, name: 'count if they are gone' },
    ],
  },
  {
    name: 'guards-not-asked-after-the-pause',
    file: 'src/execute/read-back-step.ts',
    find: '...broken.map(({ message }) => message),',
    put: '',
    cost: 'A strategy has put the minimums under the new costs by the end of the pause, and all other costs are sent.',
    caughtBy: [
      { file: READ_BACK, name: 'asks the guard rules about all that differs from before' },
      { file: RAMP, name: 'count if a guard rule is broken now' },
    ],
  },
  {
    name: 'steps-sent-at-once',
    file: 'src/run/steps/send-plan.ts',
    find: 'if (step !== undefined && ramp?.steps[place++] !== step) continue;',
    put: 'if (step !== undefined && ramp?.steps[place++] === 255) continue;',
    cost: 'The whole plan is sent as the first step.',
    caughtBy: [
      { file: SEND_PLAN, name: 'sends each update once, the first step first, and one journal' },
      { file: RAMP, name: 'sends the plan in steps, with a pause and a reading back between them' },
    ],
  },
  {
    name: 'failures-forgotten-with-each-step',
    file: 'src/run/steps/send-plan.ts',
    find: '      soFar,',
    put: '      soFar: soFar.done > 1e9 ? soFar : beginSending(),',
    cost: 'With ten steps, ten times as many updates may fail as --max-failures says, and an ignored clear is tried ten times.',
    caughtBy: [
      { file: RAMP, name: 'are counted over all steps by --max-failures' },
      { file: RAMP, name: 'sends no clear in a later step, if the first one was ignored' },
    ],
  },
  {
    name: 'riskiest-updates-last',
    file: 'src/plan/ramp-sample.ts',
    find: 'one.rank - other.rank',
    put: 'other.rank - one.rank',
    cost: 'The first step shows how costs are taken, and the only clears of the plan are sent with all the rest.',
    caughtBy: [{ file: SAMPLE, name: 'takes the riskiest kinds first' }],
  },
  {
    name: 'lock-lost-in-the-pause',
    file: IN_STEPS,
    find: 'if (this.#hasSent) run.job.lock?.assertHeld();',
    put: 'if (this.#hasSent && step > 1e9) run.job.lock?.assertHeld();',
    cost: 'Two runs send to one account: the one that has paused on a machine that was asleep, and the one that took over its lock.',
    caughtBy: [
      { file: SEND_PLAN, name: 'sends no second one if another run has taken the account over in the pause' },
    ],
  },
  {
    name: 'overwritten-rows-called-updated',
    file: IN_STEPS,
    find: "status: 'unconfirmed', reason, message, wasHeld: true",
    put: "status: 'updated', reason: '', message, wasHeld: true",
    cost: 'Nobody hears of the listings that somebody else has changed, if they are fewer than the limit.',
    caughtBy: [{ file: RAMP, name: 'stop nothing if they are fewer, but need attention' }],
  },
  {
    name: 'overwritten-values-never-agreed',
    file: 'src/domain/as-sent.ts',
    find: 'return outcome.wasHeld ?',
    put: 'return outcome.wasHeld && outcome.attempts > 1e9 ?',
    cost: 'The change that somebody made in the pause is overwritten the next night without a word.',
    caughtBy: [
      { file: RAMP, name: 'knows what sheet and service agreed on before it was overwritten' },
      {
        file: 'test/run/record-of-folder.test.ts',
        name: 'says so of a run, too, that found listings overwritten',
      },
    ],
  },
  {
    name: 'readings-from-before-the-pause',
    file: 'src/resolve/open-rereading.ts',
    find: 'return spanMs === 0 || clock.monotonic() - at > Math.max(spanMs, spare);',
    put: 'return spanMs === 0 || clock.monotonic() - at > Math.max(spanMs * 9, spare);',
    cost: 'What somebody has changed in a pause is overwritten by the next step, by a plan that was made before it.',
    caughtBy: [
      { file: RAMP, name: 'are too old for the next step, and what was changed since is a conflict' },
    ],
  },
];
