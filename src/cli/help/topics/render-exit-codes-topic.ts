import { EXIT } from '../../../run/job/exit-code.ts';
import { layOut } from './lay-out.ts';

const MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  done: 'done, nothing needs attention',
  failed:
    'could not go on: the service answered nothing, disk full, a bug; or standard output could not be written',
  usage: "wrong usage or settings, or a sheet that can't be read",
  attention: 'done, some rows need attention',
  guard: 'a guard rule stopped the run before the first update',
  keyRefused: 'the service refused the key',
  tooManyFailures: 'stopped early: too many failures',
  locked: 'another run on the same account holds the lock',
  declined: 'not sent: the question was answered with no, or with anything but y or yes',
  changes: 'diff --exit-code only: there are changes',
};

const INTERRUPTED = [
  '129, 130, 143',
  'interrupted (SIGHUP, SIGINT, SIGTERM); requests on their way were awaited and every file was written, unless a second SIGINT or SIGTERM came',
] as const;

/** `pricesheet help exit-codes` */
export function renderExitCodesTopic(width: number): readonly string[] {
  const codes = Object.entries(EXIT) as readonly (readonly [keyof typeof EXIT, number])[];
  return [
    'EXIT CODES',
    '',
    ...layOut([...codes.map(([name, code]) => [String(code), MEANINGS[name]] as const), INTERRUPTED], width),
    '',
    'After 3, repair the rows in retry.csv of the run folder and sync that file.',
    'After 4, the message names the rule, its limit, and the flag that lifts it.',
    'After 1, 6, 7, 129, 130 and 143 run the same command again: it sends only what',
    'is still missing. Or send what is left of the plan: pricesheet apply RUN',
    '',
    'A script that only cares whether prices change:',
    '',
    '  pricesheet diff costs.csv --quiet --exit-code',
    `  [ $? -eq ${EXIT.changes} ] && echo "there are changes"`,
    '',
    'export exits with 3 if a SKU could not be written to a sheet. doctor exits',
    'with what a run would: 2 for settings, 5 for the key, 1 for anything else.',
  ];
}
