import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue, Listing } from '../../src/sandbox/catalogue.ts';
import { generateCatalogue } from '../../src/sandbox/generate-catalogue.ts';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { type Ended, runProgram } from '../support/run-program.ts';
import { envOf } from '../support/sandbox-env.ts';
import { tempFolder } from '../support/temp-folder.ts';

export interface Made {
  /** The folder that the program ran in, with the sheet. */
  readonly cwd: string;
  readonly folder: string;
  readonly report: string;
  readonly ended: Ended;
  /** Runs the program again on the same account. */
  again(...argv: readonly string[]): Promise<Ended>;
  close(): Promise<void>;
}

/** Runs the built program over a sheet, and gives the report that it leaves. */
export async function makeReport(
  {
    catalogue,
    sheet,
    name = 'costs.csv',
  }: { readonly catalogue: Catalogue; readonly sheet: string; readonly name?: string },
  ...argv: readonly string[]
): Promise<Made> {
  const sandbox = await startSandbox({ catalogue });
  const cwd = tempFolder();
  const run = (...words: readonly string[]) => runProgram(words, { cwd, env: envOf(sandbox) });
  writeFileSync(join(cwd, name), sheet);
  const ended = await run('diff', name, '--out', 'run', '--match', 'all', '--concurrency', '32', ...argv);
  return {
    cwd,
    folder: join(cwd, 'run'),
    report: join(cwd, 'run/report.html'),
    ended,
    again: run,
    close: () => sandbox.close(),
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
