import { execFile } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { Catalogue, Listing } from '../../src/sandbox/catalogue.ts';
import { generateCatalogue } from '../../src/sandbox/generate-catalogue.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { PROGRAM } from '../support/run-program.ts';
import { TEMP_ROOT } from '../support/temp-root.ts';
import { envOf } from '../support/test-sandbox.ts';

export interface Made {
  /** The folder that the program ran in, with the sheet; gone at the end. */
  readonly cwd: string;
  readonly folder: string;
  readonly report: string;
  /** The account that it ran on. */
  readonly sandbox: Sandbox;
  /** What the program said. */
  readonly said: string;
  /** Runs the program again on the same account, and gives what it said. */
  again(...argv: readonly string[]): Promise<string>;
  close(): Promise<void>;
}

interface Night {
  readonly catalogue: Catalogue;
  readonly sheet: string;
  readonly name?: string;
}

/** Nobody waits for a program that hangs. */
const BOUNDS = { maxBuffer: 64e6, timeout: 180_000, killSignal: 'SIGKILL' } as const;

/** Runs the built program over a sheet, and gives the report that it leaves. */
export async function makeReport(
  { catalogue, sheet, name = 'costs.csv' }: Night,
  ...argv: readonly string[]
): Promise<Made> {
  const sandbox = await startSandbox({ catalogue });
  const cwd = realpathSync(mkdtempSync(join(TEMP_ROOT, 'pricesheet-report-')));
  const env = { PATH: process.env['PATH'], HOME: cwd, ...envOf(sandbox), PRICESHEET_CONCURRENCY: '32' };
  const run = (...words: readonly string[]) =>
    new Promise<string>((resolve) =>
      // Rows that need attention end it with another code than 0.
      execFile(process.execPath, [PROGRAM, ...words], { cwd, env, ...BOUNDS }, (_, stdout, stderr) =>
        resolve(stdout + stderr),
      ),
    );
  writeFileSync(join(cwd, name), sheet);
  const said = await run('diff', name, '--out', 'run', '--match', 'all', ...argv);
  return {
    cwd,
    sandbox,
    folder: join(cwd, 'run'),
    report: join(cwd, 'run/report.html'),
    said,
    again: run,
    close: async () => {
      await sandbox.close();
      rmSync(cwd, { recursive: true, force: true });
    },
  };
}

/** An account and a sheet for it in which most kinds of rows there are take part. */
export function anExtensiveNight(rows: number): { readonly catalogue: Catalogue; readonly sheet: string } {
  const catalogue = generateCatalogue({ listings: rows, seed: 5, duplicateSkus: 0 });
  const lines = catalogue.listings.map((listing, index) => toLine(listing, index));
  return { catalogue, sheet: `sku,cost,min,max,currency\n${lines.join('\n')}\n` };
}

/** Moves of every size, up and down; some rows can't be read, some aren't listed, some move too far. */
const MOVES = [1, 1.003, 0.98, 1.04, 1, 0.93, 1.12, 0.85, 1.3, 1, 0.7, 1.49, 2.4, 1];

function toLine({ sku, cost, minimum_price, maximum_price, currency }: Listing, index: number): string {
  const factor = MOVES[index % MOVES.length] ?? 1;
  const moved = (cents: number | null) =>
    cents === null ? '' : (Math.max(1, Math.round(cents * factor)) / 100).toFixed(2);
  const name = index % 97 === 0 ? `${sku}-GONE` : sku;
  const amount = index % 89 === 0 ? '5.4O' : moved(cost);
  return [name, amount, moved(minimum_price), moved(maximum_price), currency].map(quote).join(',');
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
