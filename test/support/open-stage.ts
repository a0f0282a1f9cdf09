import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Listing } from '../../src/sandbox/catalogue.ts';
import type { SandboxOptions } from '../../src/sandbox/start-sandbox.ts';
import { readRun } from './read-run.ts';
import { runInProcess } from './run-in-process.ts';
import { startProgram } from './run-program.ts';
import { tempFolder } from './temp-folder.ts';
import { anAccount, envOf, testSandbox } from './test-sandbox.ts';

export interface StageOptions extends Partial<SandboxOptions> {
  /** More of the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** A new folder unless one is given. */
  readonly cwd?: string;
}

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** A local service with these listings, a folder with `costs.csv` in it, and what tests do and see there. */
export async function openStage(
  listings: readonly Partial<Listing>[],
  sheet?: string | Uint8Array,
  { env: more = {}, cwd = tempFolder(), ...options }: StageOptions = {},
) {
  const sandbox = await testSandbox({ catalogue: anAccount(listings), ...options });
  const place = { cwd, env: { ...envOf(sandbox), ...more } };
  const write = (text: string | Uint8Array, name = 'costs.csv') => writeFileSync(join(place.cwd, name), text);
  if (sheet !== undefined) write(sheet);
  return {
    ...place,
    place,
    sandbox,
    write,
    run: (...argv: readonly string[]) => runInProcess(argv, place),
    /** Starts the built program. */
    start: (...argv: readonly string[]) => startProgram(argv, place),
    read: (name: string) => readFileSync(join(place.cwd, name), 'utf8'),
    readRun: (folder: string) => readRun(join(place.cwd, folder)),
    /** What became of each row: SKU, status and reason. */
    inShort: (folder: string) =>
      readRun(join(place.cwd, folder)).results.map(({ sku, status, reason }) =>
        [sku, status, reason].filter((text) => text !== '').join(' '),
      ),
    /** The SKUs of all updates. */
    sent: () => sandbox.requests.filter(({ method }) => method === 'POST').map(({ sku }) => sku ?? ''),
    posts: () => sandbox.requests.filter(({ method }) => method === 'POST'),
    costs: () => sandbox.snapshot().listings.map(({ cost }) => cost),
  };
}

/** The service of a stage goes on at its address beside the same folder, with what is different from now on. */
export async function goOn({ sandbox, cwd }: Stage, options: StageOptions = {}): Promise<Stage> {
  await sandbox.close();
  const port = Number(new URL(sandbox.url).port);
  return openStage([], undefined, { cwd, catalogue: sandbox.snapshot(), port, ...options });
}
