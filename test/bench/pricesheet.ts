import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { PROGRAM } from '../support/run-program.ts';
import { splitSettings } from '../support/split-settings.ts';
import { KEY } from './account.ts';
import { type Ended, expectSuccess, runChild, TELLING } from './run-child.ts';

/** Debian's own, whatever comes first on the path: its package aiohttp belongs to it. */
export const PYTHON = '/usr/bin/python3';

/** So fast that the pace bounds nothing; the most that the program takes. */
export const UNPACED = ['--rate', '100000', 'PRICESHEET_CONCURRENCY=64'];

interface RunRequest {
  /** Where runs and the program's state are kept: what one run learned, the next one in this folder knows. */
  readonly home: string;
  readonly url: string;
  readonly timeoutMs: number;
  /** Whether its `usage` is wanted, default true; to tell it takes some milliseconds at the start. */
  readonly isTelling?: boolean | undefined;
}

export interface ProgramRun extends Ended {
  /** `summary.json` of the run folder. */
  readonly summary: Summary;
}

interface Summary {
  readonly counts: { readonly by_status: Readonly<Record<string, number>> };
  readonly times: { readonly phases: readonly { readonly phase: string; readonly seconds: number }[] };
}

let runs = 0;

/**
 * Runs a command that leaves a run folder, which is taken away again.
 *
 * Errors: where the program did not end with 0, in a sentence that says how it ended.
 */
export async function runPricesheet(
  words: readonly string[],
  { home, url, timeoutMs, isTelling = true }: RunRequest,
): Promise<ProgramRun> {
  const { argv, env: own } = splitSettings(words);
  const out = join(home, `run-${++runs}`);
  mkdirSync(home, { recursive: true });
  const command = [
    process.execPath,
    ...(isTelling ? TELLING : []),
    PROGRAM,
    ...argv,
    // The sheets have columns that are not used, and nobody watches.
    ...(argv[0] === 'sync' || argv[0] === 'diff' ? ['--allow', 'unsettled'] : []),
    '--quiet',
    '--out',
    out,
  ];
  const env = { ...cleanEnv(home), PRICESHEET_BASE_URL: url, PRICESHEET_API_KEY: KEY, ...own };
  try {
    const ended = expectSuccess(
      await runChild(command, { cwd: home, env, timeoutMs }),
      `pricesheet ${argv[0]}`,
    );
    return { ...ended, summary: JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8')) };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

/** The environment without any setting of the program, with a home and a place for state of its own. */
export function cleanEnv(home: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(PRICESHEET_|NODE_OPTIONS$|NODE_EXTRA_CA_CERTS$|https?_proxy$)/i.test(name),
  );
  return { ...Object.fromEntries(kept), HOME: home, XDG_STATE_HOME: join(home, 'state') };
}
