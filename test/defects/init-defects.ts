import type { Defect } from './defect.ts';

const INIT = 'test/e2e/init.test.ts';
const INIT_TERMINAL = 'test/e2e/init-terminal.test.ts';
const SANDBOX_DOTENV = 'test/e2e/sandbox-dotenv.test.ts';

/** Files of settings that are written for somebody: what was there is lost, or others can read it. */
export const INIT_DEFECTS: readonly Defect[] = [
  {
    name: 'init-replaces-dotenv',
    file: 'src/cli/commands/init.ts',
    find: 'writeNew(path, [text], disk)',
    put: 'disk.writeFileSync(path, text, { mode: 0o600 }) === undefined',
    cost: 'A .env that was written while init asked is gone, and the key in it.',
    caughtBy: [{ file: INIT_TERMINAL, name: 'replaces no .env that appears while it asks' }],
  },
  {
    name: 'init-key-for-all',
    file: 'src/cli/commands/init.ts',
    find: 'writeNew(path, [text], disk)',
    put: "disk.writeFileSync(path, text, { flag: 'wx' }) === undefined",
    cost: 'Everybody on the machine reads the key that init has written.',
    caughtBy: [{ file: INIT, name: 'in a .env that only its owner can read' }],
  },
  {
    name: 'init-uses-another-address',
    file: 'src/cli/commands/init/judge-present.ts',
    find: 'given.address !== usable.values.baseUrl',
    put: "given.address === ''",
    cost: 'Somebody sets up one account, and the job changes prices in another.',
    caughtBy: [{ file: INIT, name: 'leaves a .env of another account as it is' }],
  },
  {
    name: 'init-uses-another-key',
    file: 'src/cli/commands/init/judge-present.ts',
    find: 'given.key.apiKey.reveal() !== usable.apiKey.reveal()',
    put: "given.key.apiKey.reveal() === ''",
    cost: 'Likewise, where both accounts have one address.',
    caughtBy: [{ file: INIT, name: 'does not use another key than the one in .env' }],
  },
  {
    name: 'init-shows-typed-key',
    file: 'src/cli/terminal/ask-line.ts',
    find: 'output: new Nowhere()',
    put: 'output: stderr',
    cost: 'Whoever looks over the shoulder, or at a recording of the screen, has the key.',
    caughtBy: [{ file: INIT_TERMINAL, name: 'and the key is never seen' }],
  },
  {
    name: 'init-saves-doubtful-columns',
    file: 'src/cli/commands/init.ts',
    find: '  if (!isConfigThere) await settleColumns(report, caller, signal);\n',
    put: '',
    cost: 'A column of stock levels is taken for minimum prices every night, and nobody was asked.',
    caughtBy: [{ file: INIT_TERMINAL, name: 'may mean something else only if asked: n' }],
  },
  {
    name: 'sandbox-replaces-changed-dotenv',
    file: 'src/settings/sandbox-dotenv.ts',
    find: 'return port !== undefined && text === render({ url, apiKey })',
    put: 'return port !== undefined && text.startsWith(FIRST_LINE)',
    cost: 'Settings that somebody added to the .env of a sandbox are gone after the next start.',
    caughtBy: [{ file: SANDBOX_DOTENV, name: 'refuses a .env with a setting that somebody added' }],
  },
  {
    name: 'sandbox-replaces-dotenv',
    file: 'src/settings/sandbox-dotenv.ts',
    find: ": { kind: 'other', why: 'was not written by a sandbox, or was changed since' };",
    put: ": { kind: 'own', port: 0 };",
    cost: 'The key of a real account is gone: the sandbox has put its own in its place.',
    caughtBy: [{ file: SANDBOX_DOTENV, name: 'refuses a .env of a real account' }],
  },
];
