import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { main } from '../../src/cli/main.ts';
import type { Listing } from '../../src/sandbox/catalogue.ts';
import { generateCatalogue } from '../../src/sandbox/generate-catalogue.ts';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';

const LISTINGS = 400;
const COLUMNS = 100;
/** How much each amount changes, in turn; the last ones are more than the guards let pass. */
const FACTORS = [1, 1.02, 0.97, 1.04, 1, 0.93, 1.03, 1.12, 1, 0.98, 1.06, 0.88, 1, 1.3, 0.995, 1.02, 0.75];
const TOO_MUCH = 2.4;

export interface PicturedRun {
  /** The command line and the screen, colours included, as a terminal of `COLUMNS` shows it. */
  readonly terminal: string;
  /** The run folder. */
  readonly folder: string;
  /** The base URL of the sandbox that the run was against. */
  readonly url: string;
}

/**
 * The run that the README shows: a dry run of the real program over a real sheet, against the sandbox. All that differs from
 * run to run is replaced: times, and durations.
 */
export async function playPicturedRun(cwd: string): Promise<PicturedRun> {
  const catalogue = generateCatalogue({
    listings: LISTINGS,
    seed: 7,
    skus: 'plain',
    duplicateSkus: 0,
    currencies: ['usd'],
  });
  const sandbox = await startSandbox({ catalogue });
  try {
    writeFileSync(join(cwd, 'costs.csv'), sheetOf(catalogue.listings));
    // Each page after the other, so that the reads don't depend on how fast the machine is.
    writeFileSync(join(cwd, 'pricesheet.json'), '{ "concurrency": 1 }');
    const stdout = await screenOf(['diff', 'costs.csv'], { cwd, url: sandbox.url });
    const [folder = ''] = /runs\/[\w-]+/.exec(stdout) ?? [];
    return {
      terminal: `$ pricesheet diff costs.csv\n\n${withoutTimes(stdout)}`,
      folder: join(cwd, folder),
      url: sandbox.url,
    };
  } finally {
    await sandbox.close();
  }
}

/** What a command line prints on a terminal. */
async function screenOf(
  argv: readonly string[],
  { cwd, url }: { readonly cwd: string; readonly url: string },
): Promise<string> {
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns: COLUMNS });
  const stdin = new PassThrough();
  stdin.end();
  const env = {
    PRICESHEET_BASE_URL: url,
    PRICESHEET_API_KEY: 'sandbox-key',
    // Low enough for a machine that is busy with other things.
    PRICESHEET_RATE: '10',
    XDG_STATE_HOME: cwd,
    FORCE_COLOR: '1',
    LANG: 'C.UTF-8',
  };
  // The progress is gone at the end. It goes to standard output where standard error is no terminal.
  const stderr = Object.assign(new PassThrough(), { isTTY: true, columns: COLUMNS });
  await main(argv, { stdin, stdout, stderr, env, cwd });
  const text: unknown = stdout.read();
  return Buffer.isBuffer(text) ? text.toString() : '';
}

function withoutTimes(screen: string): string {
  return screen
    .replaceAll(/\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z/g, '2026-11-20T02-15-00Z')
    .replaceAll(/, in [\d.]+ s\b(, \d+ % of it[^\n]*)?/g, ', in 0.6 s');
}

function sheetOf(listings: readonly Listing[]): string {
  const lines = listings.map((listing, index) => toLine(listing, index));
  return `sku,cost,min,max\n${lines.join('\n')}\n`;
}

/** Most rows move an amount a little; some are wrong in one of the ways that real sheets are. */
function toLine({ sku, cost, minimum_price: min, maximum_price: max }: Listing, index: number): string {
  const factor = index % 57 === 3 ? TOO_MUCH : (FACTORS[index % FACTORS.length] ?? 1);
  const name = index % 67 === 5 ? `${sku}-OLD` : sku;
  const amount = index % 131 === 9 ? '5.4O' : toAmount(cost, factor);
  const hasBounds = index % 3 === 0;
  return [name, amount, hasBounds ? toAmount(min, factor) : '', hasBounds ? toAmount(max, 1) : ''].join(',');
}

function toAmount(cents: number | null, factor: number): string {
  return cents === null ? '' : (Math.round(cents * factor) / 100).toFixed(2);
}
