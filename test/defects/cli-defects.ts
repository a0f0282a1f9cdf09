import type { Defect } from './defect.ts';

/** Settings and answers of people that are taken for something else, and a key that comes to light. */
export const CLI_DEFECTS: readonly Defect[] = [
  {
    name: 'enter-is-yes',
    file: 'src/cli/terminal/ask.ts',
    find: '/^y(es)?$/i',
    put: '/^(y(es)?)?$/i',
    cost: 'Whoever leans on the enter key changes prices.',
    caughtBy: [{ file: 'test/cli/terminal/ask.test.ts', name: 'takes "\\n" for false' }],
  },
  {
    name: 'environment-beats-flag',
    file: 'src/settings/read-settings.ts',
    find: 'if (given !== undefined) return',
    put: 'if (given !== undefined && !(env && sources.env.values[env])) return',
    cost: 'A currency that was given for this run is passed over for one from elsewhere.',
    caughtBy: [{ file: 'test/settings/read-settings.test.ts', name: 'a flag beats the environment' }],
  },
  {
    name: 'flag-drops-settled-columns',
    file: 'src/settings/read-settings.ts',
    find: 'return new Map([...parsed.value, ...value]);',
    put: 'return value;',
    cost: 'Whoever names one column anew loses what was settled of the SKUs, and costs go to other listings.',
    caughtBy: [{ file: 'test/settings/read-settings.test.ts', name: 'but for a map' }],
  },
  {
    name: 'dry-run-flag-lost',
    file: 'src/api/stories/sync-sheet.ts',
    find: "|| caller.options['dryRun'] === true;",
    put: "|| caller.options['dry-run'] === true;",
    cost: 'A dry run changes prices.',
    caughtBy: [{ file: 'test/e2e/sync.test.ts', name: 'pricesheet sync --dry-run and diff' }],
  },
  {
    name: 'key-in-clear-text',
    file: 'src/settings/parse-address.ts',
    find: "return protocol === 'https:' || isLoopback(hostname);",
    put: "return protocol !== '' || isLoopback(hostname);",
    cost: 'Everybody on the way reads the key.',
    caughtBy: [{ file: 'test/settings/parse-setting.test.ts', name: 'unencrypted to another host' }],
  },
  {
    name: 'certificates-unchecked',
    file: 'src/settings/read-settings.ts',
    find: "env.values['NODE_TLS_REJECT_UNAUTHORIZED'] === '0'",
    put: "env.values['NODE_TLS_REJECT_UNAUTHORIZED'] === 'x'",
    cost: 'Whoever sits in between reads the key and sets the prices.',
    caughtBy: [
      {
        file: 'test/settings/read-settings.test.ts',
        name: 'refuses an environment in which nobody checks certificates',
      },
    ],
  },
  {
    name: 'key-on-screen',
    file: 'src/cli/commands/run-to-end.ts',
    find: 'redact(render(report, screenOptions(report, context)))',
    put: 'render(report, screenOptions(report, context))',
    cost: 'The key stands in the mail that cron sends.',
    caughtBy: [{ file: 'test/cli/main.test.ts', name: 'the key in the name of a folder shows on no screen' }],
  },
  {
    name: 'signal-ends-at-once',
    file: 'src/cli/terminal/watch-signals.ts',
    find: 'if (controller.signal.aborted) {',
    put: 'if (!controller.signal.aborted) {',
    cost: 'After SIGTERM there is no results.csv, no undo.csv, and updates on their way have no outcome.',
    caughtBy: [{ file: 'test/e2e/ends.test.ts', name: 'SIGTERM: lets the requests on their way finish' }],
  },
  {
    name: 'webhook-shown',
    file: 'src/settings/read-settings.ts',
    find: '(setting.show ?? String)(found.text)',
    put: 'String(found.text)',
    cost: 'Whoever gets to see a summary can post into the chat of the shop.',
    caughtBy: [
      { file: 'test/settings/read-settings.test.ts', name: 'shows nothing of a webhook but its host' },
    ],
  },
];
