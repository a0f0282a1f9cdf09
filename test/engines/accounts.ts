import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FaultRule } from '../../src/sandbox/faults.ts';
import type { RunFiles } from '../support/read-run.ts';
import { readRun } from '../support/read-run.ts';
import { PROGRAM } from '../support/run-program.ts';
import { listRuns, tempFolder } from '../support/temp-folder.ts';
import { anAccount, envOf, testSandbox } from '../support/test-sandbox.ts';

export const SKUS = Array.from({ length: 8 }, (_, index) => `SKU-${index + 1}`);
const SHEET = `sku,cost\n${SKUS.map((sku) => `${sku},6.50`).join('\n')}\n`;

interface AccountOptions {
  readonly rules?: readonly FaultRule[];
  readonly wait?: () => Promise<void>;
  /** What its folder says the key is. */
  readonly key?: string;
}

/** A folder with a sheet, settings and a key, as the page lays accounts out, and a service of its own. A failed request ends a run, with exit code 1. */
export async function makeAccount(folder: string, { rules = [], wait, key }: AccountOptions = {}) {
  const sandbox = await testSandbox({
    catalogue: anAccount(SKUS.map((sku) => ({ sku }))),
    faults: { rules },
    ...(wait && { wait }),
  });
  const settings = { ...envOf(sandbox), ...(key && { PRICESHEET_API_KEY: key }) };
  mkdirSync(folder);
  writeFileSync(join(folder, 'costs.csv'), SHEET);
  writeFileSync(
    join(folder, 'pricesheet.json'),
    JSON.stringify({ retries: 0, 'max-failures': 1, resolve: 'sku', concurrency: 1 }),
  );
  writeFileSync(
    join(folder, '.env'),
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
    { mode: 0o600 },
  );
  return {
    folder,
    sandbox,
    settings,
    /** SKUs of the updates, in the order in which they came. */
    updates: (): readonly string[] =>
      sandbox.requests.filter(({ method }) => method === 'POST').map(({ sku }) => sku ?? ''),
    costs: () => new Set(sandbox.snapshot().listings.map(({ cost }) => cost)),
    runs: (): readonly RunFiles[] => listRuns(folder).map((name) => readRun(join(folder, 'runs', name))),
  };
}

/** A folder with `pricesheet` in it, for a PATH. */
export function binFolder(): string {
  const folder = tempFolder();
  addProgram(folder, 'pricesheet', `exec '${process.execPath}' '${PROGRAM}' "$@"`);
  return folder;
}

function addProgram(folder: string, name: string, script: string): void {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}
