import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Listing } from '../../src/sandbox/catalogue.ts';
import type { SandboxOptions } from '../../src/sandbox/start-sandbox.ts';
import { runInProcess } from './run-in-process.ts';
import { envOf } from './sandbox-env.ts';
import { tempFolder } from './temp-folder.ts';
import { anAccount, testSandbox } from './test-sandbox.ts';

/** A local service with these listings, a folder with `costs.csv` in it, and `run` for commands there. */
export async function openStage(
  listings: readonly Partial<Listing>[],
  sheet: string | Uint8Array,
  options: Partial<SandboxOptions> = {},
) {
  const sandbox = await testSandbox({ catalogue: anAccount(listings), ...options });
  const cwd = tempFolder();
  writeFileSync(join(cwd, 'costs.csv'), sheet);
  const env = envOf(sandbox);
  return { sandbox, cwd, env, run: (...argv: readonly string[]) => runInProcess(argv, { cwd, env }) };
}
