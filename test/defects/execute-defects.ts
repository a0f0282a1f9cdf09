import type { Defect } from './defect.ts';
import { EXECUTE_UPDATES, SEND_PLAN, SEND_UPDATE, SYNC, UNDO } from './test-files.ts';

/** Words about updates that are not true, and sending that does not stop where it has to. */
export const EXECUTE_DEFECTS: readonly Defect[] = [
  {
    name: 'answer-not-compared',
    file: 'src/execute/send-update.ts',
    find: "if (doubt !== '')",
    put: "if (doubt === 'also_changed')",
    cost: 'An update that the service did not take over is told as updated.',
    caughtBy: [
      { file: SEND_UPDATE, name: 'is unconfirmed where nothing was taken over' },
      { file: EXECUTE_UPDATES, name: 'no status lies' },
    ],
  },
  {
    name: 'lost-answer-is-updated',
    file: 'src/execute/send-update.ts',
    find: "'unconfirmed',\n    { reason: 'answer_lost', message },",
    put: "'updated',\n    { reason: 'answer_lost', message },",
    cost: 'An update of which nobody knows whether it took effect is told as updated.',
    caughtBy: [
      { file: SEND_UPDATE, name: 'is unconfirmed where the listing can’t be read' },
      { file: EXECUTE_UPDATES, name: 'no status lies' },
    ],
  },
  {
    name: 'sent-again-unread',
    file: 'src/execute/send-update.ts',
    find: 'const settled = await settle(update, losses, ports);',
    put: 'const settled = answer.attemptsLeft > 0 ? undefined : await settle(update, losses, ports);',
    cost: 'An update whose answer was lost is sent again over what somebody else has set meanwhile.',
    caughtBy: [
      { file: SEND_UPDATE, name: 'reads the listing back by its SKU before it does anything else' },
      { file: SEND_UPDATE, name: 'is a conflict where reading back shows somebody else’s value' },
    ],
  },
  {
    name: 'currency-of-reading-overlooked',
    file: 'src/execute/describe-moved.ts',
    find: '...(now.currency === listing.currency ? [] : [`',
    put: '...(now.currency !== undefined ? [] : [`',
    cost: 'After a lost answer a price is sent again to a listing that is in another currency by now.',
    caughtBy: [{ file: SEND_UPDATE, name: 'where reading back shows the old figures in another currency' }],
  },
  {
    name: 'sent-over-what-others-set',
    file: 'src/execute/send-update.ts',
    find: 'const moved = describeMoved(update, now);',
    put: 'const moved = isUntaken(update, now) && otherCurrency === undefined ? [] : describeMoved(update, now);',
    cost: 'After a lost answer an update is sent over a minimum that somebody else has set, and past the guards.',
    caughtBy: [
      { file: SEND_UPDATE, name: 'unconfirmed after an answer that the service stumbled' },
      {
        file: UNDO,
        name: 'where an update was not sent again because somebody else had changed the listing',
      },
    ],
  },
  {
    name: 'late-arrival-is-a-conflict',
    file: 'src/execute/send-update.ts',
    find: "return conclude(update, 'unconfirmed', { reason: 'answer_lost', message }, tried);\n}\n\nfunction isClear",
    put: "return conclude(update, 'conflict', { reason: 'changed_meanwhile', message }, tried);\n}\n\nfunction isClear",
    cost: 'An update that may still arrive is called settled, and nobody looks at its listing again.',
    caughtBy: [{ file: SEND_UPDATE, name: 'unconfirmed where an earlier attempt may still arrive' }],
  },
  {
    name: 'undo-not-exact',
    file: 'src/execute/send-update.ts',
    find: "if (update.exact && unsent.length > 0) return 'also_changed';",
    put: '',
    cost: 'Undo says that a listing is as it was, and the service has computed other bounds.',
    caughtBy: [{ file: SEND_UPDATE, name: 'though it was to come out exactly as planned' }],
  },
  {
    name: 'late-arrival-forgotten',
    file: 'src/execute/send-update.ts',
    find: 'const mayArrive = losses !== undefined || isPutOff;',
    put: "const mayArrive = (losses !== undefined && answer.kind !== 'refused') || isPutOff;",
    cost: 'An update is told as failed while its first attempt is still on its way.',
    caughtBy: [
      { file: SEND_UPDATE, name: 'also where one that the service stumbled over was refused later' },
    ],
  },
  {
    name: 'attempts-begin-anew',
    file: 'src/execute/send-update.ts',
    find: 'attemptsMade: losses?.last.attempts ?? 0',
    put: 'attemptsMade: 0',
    cost: 'One update is sent again and again, for as long as the service stumbles over it.',
    caughtBy: [{ file: SEND_UPDATE, name: 'is sent again where reading back shows the listing as before' }],
  },
  {
    name: 'clears-go-on',
    file: 'src/execute/clear-canary.ts',
    find: "if (result === 'ignored') closed = true;",
    put: '',
    cost: 'A first clear that became 0.00 is seen, and the others are sent all the same.',
    caughtBy: [{ file: 'test/execute/clear-canary.test.ts', name: 'closes for good' }],
  },
  {
    name: 'currency-of-answer-overlooked',
    file: 'src/execute/verify-answer.ts',
    find: 'const isSame = now.currency === listing.currency ||',
    put: 'const isSame = now.currency !== undefined ||',
    cost: 'A listing whose currency was changed meanwhile counts as updated with figures of another currency.',
    caughtBy: [{ file: SEND_UPDATE, name: 'minds the currency that it shows' }],
  },
  {
    name: 'next-update-before-the-note',
    file: 'src/execute/execute-updates.ts',
    find: 'await noted;',
    put: 'noted.catch(() => {});',
    cost: 'On a full disk updates go on being sent of which nothing is noted.',
    caughtBy: [{ file: SEND_PLAN, name: 'stops where an outcome can’t be noted' }],
  },
  {
    name: 'clears-without-a-test',
    file: 'src/execute/execute-updates.ts',
    find: 'return kinds.length === 0 ?',
    put: 'return kinds.length < 9 ?',
    cost: 'Where the service takes an empty value for 0, a thousand prices become 0 before anybody notices.',
    caughtBy: [
      { file: EXECUTE_UPDATES, name: 'the first clear goes alone' },
      {
        file: 'test/e2e/sync.test.ts',
        name: 'stops clearing after the first clear where the service takes an empty value as',
      },
    ],
  },
  {
    name: 'max-failures-ignored',
    file: 'src/execute/execute-updates.ts',
    find: '++soFar.failures >= options.maxFailures',
    put: '++soFar.failures >= 1e9',
    cost: 'A run in which every update fails goes on through a hundred thousand rows.',
    caughtBy: [
      { file: SYNC, name: 'because too many updates failed' },
      { file: 'test/e2e/ends.test.ts', name: 'as skipped after too many failures' },
    ],
  },
  {
    name: 'workers-leave-together',
    file: 'src/domain/run-tasks.ts',
    find: `underWay--;
      begin();`,
    put: `underWay--;
      if (underWay === 0) resolve();
      else if (underWay > 1) begin();`,
    cost: 'The service slows down while several updates end at once, and the rest of the plan is never sent.',
    caughtBy: [
      {
        file: 'test/domain/for-each-concurrently.test.ts',
        name: 'leaves no item undone where the width falls while several are done at once',
      },
    ],
  },
  {
    name: 'stop-abandons-requests',
    file: 'src/domain/run-tasks.ts',
    find: 'await task(stop);',
    put: `await Promise.race([
          task(stop),
          new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
        ]);`,
    cost: 'After SIGTERM the updates on their way take effect, and results and undo know nothing of them.',
    caughtBy: [
      { file: SYNC, name: 'while sending: what is under way is awaited' },
      { file: 'test/domain/for-each-concurrently.test.ts', name: 'when asked to stop begins nothing more' },
    ],
  },
  {
    name: 'pins-not-sent',
    file: 'src/execute/send-update.ts',
    find: 'const sent = pins.length === 0 ? changes : [...changes, ...pins];',
    put: 'const sent = changes;',
    cost: 'Undo gives the cost back, and a strategy computes other bounds than there were.',
    caughtBy: [{ file: UNDO, name: 'and would work out again' }],
  },
];
