import type { Defect } from './defect.ts';
import { APPLY, LETTER, MERGE, WORDS } from './test-files.ts';

/** Messages and exit codes that mislead whoever, or whatever, goes by them. */
export const WORDS_DEFECTS: readonly Defect[] = [
  {
    name: 'no-ends-like-yes',
    file: 'src/run/steps/describe-run.ts',
    find: 'if (declined) return EXIT.declined;',
    put: 'if (declined) return EXIT.done;',
    cost: 'A script goes on as if prices had been sent that somebody has just refused to send.',
    caughtBy: [
      {
        file: APPLY,
        name: 'asks first where there is somebody to ask, and can be tried without sending',
      },
      { file: 'test/e2e/terminal.test.ts', name: 'Ctrl-D sends nothing and ends with 8' },
    ],
  },
  {
    name: 'declined-shard-forgotten',
    file: 'src/run/merge/merge-summaries.ts',
    find: '  EXIT.declined,\n  EXIT.attention,\n  EXIT.done,\n',
    put: '  EXIT.attention,\n  EXIT.done,\n  EXIT.declined,\n',
    cost: 'The merged night ends well though one shard of it was never sent.',
    caughtBy: [{ file: MERGE, name: 'ends with 8 where a shard was declined' }],
  },
  {
    name: 'move-rounded-twice',
    file: 'src/plan/large-moves.ts',
    find: 'describePercent(from, after)',
    put: "(after > from ? '+' : '−') + Math.abs(((after - from) / from) * 100).toFixed(1) + ' %'",
    cost: 'results.csv and the screen give two figures for one move, and a limit is set by the wrong one.',
    caughtBy: [{ file: WORDS, name: 'is the same one: a move by 65.05 %' }],
  },
  {
    name: 'broken-line-repeated',
    file: 'src/settings/parse-dotenv.ts',
    find: 'return Object.fromEntries(Object.entries(values).filter(([key]) => isName(key)));',
    put: 'return values;',
    cost: 'A line of .env that is not a setting, which may be the key, is shown on the screen and in logs.',
    caughtBy: [{ file: WORDS, name: 'is named by its number, and nothing else is: check costs.csv' }],
  },
  {
    name: 'every-failure-taken-for-the-stop',
    file: 'src/report/tally/repeats-stop.ts',
    find: "each !== '' && said.includes(each)",
    put: "each !== '' && said !== ''",
    cost: 'Once a service goes down, rows that it refused before are no longer named: nobody looks at them.',
    caughtBy: [
      { file: 'test/report/tally/repeats-stop.test.ts', name: 'does not take another fault for it' },
    ],
  },
  {
    name: 'allow-comes-first',
    file: 'src/run/steps/describe-stop.ts',
    find: "if (!rules.includes('mixed_currencies')) return",
    put: 'if (rules.length > 0) return',
    cost: 'Somebody in a hurry lets dollars be sent as euros, since that is the first way out that is named.',
    caughtBy: [{ file: WORDS, name: 'names the currency column first and --allow last' }],
  },
  {
    name: 'letter-without-the-furthest',
    file: 'src/report/tally/spread-tally.ts',
    find: 'if (tenths > this.#most) [',
    put: 'if (this.#most < 0) [',
    cost: 'The one cost that doubled by a slip is the one that the letter leaves out, and nobody looks for it.',
    caughtBy: [{ file: LETTER, name: 'leaves out no amount that moved far, and names the furthest' }],
  },
  {
    name: 'letter-denies-updates',
    file: 'src/report/tally/summarize-stop.ts',
    find: "if (requests.writes === 0) return 'Nothing was sent';",
    put: "if (requests.writes >= 0) return 'Nothing was sent';",
    cost: 'A run broke off halfway, its letter says that nothing was sent, and nobody takes back what was.',
    caughtBy: [{ file: LETTER, name: 'says how much was sent before a run broke off' }],
  },
  {
    name: 'letter-forgets-switches',
    file: 'src/report/tally/tally-shifts.ts',
    find: '    const kind = kindOfChange(change);\n',
    put: "    const kind = kindOfChange(change);\n    if (kind !== 'up' && kind !== 'down') return;\n",
    cost: 'A column that clears minimums and sets manual prices goes out, and the letter says nothing of it.',
    caughtBy: [
      { file: LETTER, name: 'counts first values, cleared fields and repricing, the most important first' },
    ],
  },
  {
    name: 'letter-sends-before-the-answer',
    file: 'src/report/tally/describe-shifts.ts',
    find: 'return dryRun || declined || preview !== undefined ||',
    put: 'return dryRun ||',
    cost: 'The page that a person decides by says that prices were changed before anything was sent.',
    caughtBy: [
      {
        file: 'test/report/tally/describe-shifts.test.ts',
        name: 'says of a run that waits for an answer what would happen',
      },
    ],
  },
];
