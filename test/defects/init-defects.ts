import type { Defect } from './defect.ts';

const SANDBOX_DOTENV = 'test/e2e/sandbox-dotenv.test.ts';

/** Files of settings that are written for somebody: what was there is lost, or others can read it. */
export const INIT_DEFECTS: readonly Defect[] = [
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
