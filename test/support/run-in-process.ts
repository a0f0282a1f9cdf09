import { PassThrough, Writable } from 'node:stream';
import { main } from '../../src/cli/main.ts';
import { findMisprints } from './json-schema.ts';
import type { Ended } from './run-program.ts';
import { splitSettings } from './split-settings.ts';
import { tempFolder } from './temp-folder.ts';

interface Options {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array;
  /** A person is there: standard input and standard error are terminals. */
  readonly isTerminal?: boolean;
}

/**
 * Runs a command line in this process, from the sources, with no settings but those given and with its own locks: all of a
 * run but the start of a process. It fails where the command reaches past its `Stdio` and would disturb whatever runs after it.
 */
export async function runInProcess(
  words: readonly string[],
  { cwd, env = {}, stdin = '', isTerminal = false }: Options,
): Promise<Ended> {
  if (env['NODE_OPTIONS'] !== undefined)
    throw new Error('Node reads NODE_OPTIONS as a process starts: use runProgram');
  const [stdout, stderr] = [new Collector(), new Collector()];
  const input = Object.assign(new PassThrough(), { isTTY: isTerminal });
  Object.assign(stderr, { isTTY: isTerminal });
  input.end(stdin);
  const findTraces = watchProcess();
  const { argv, env: own } = splitSettings(words);
  const code = await main(argv, {
    stdin: input,
    stdout,
    stderr,
    env: { XDG_STATE_HOME: tempFolder(), ...env, ...own },
    cwd,
  });
  const traces = findTraces();
  if (traces.length > 0) throw new Error(`"pricesheet ${argv.join(' ')}" ${traces.join(' and ')}`);
  const printed = stdout.text();
  if (argv.includes('--json') && printed !== '') refuseMisprints(argv, printed);
  return { code, stdout: printed, stderr: stderr.text() };
}

/** Whatever a test is about: what is printed is as its published schema says. */
function refuseMisprints(argv: readonly string[], printed: string): void {
  const misprints = findMisprints(argv, printed);
  if (misprints.length > 0)
    throw new Error(
      `"pricesheet ${argv.join(' ')}" prints what its schema does not say: ${misprints.join('; ')}`,
    );
}

/** A stream that keeps all that it is given. */
class Collector extends Writable {
  readonly #chunks: Buffer[] = [];

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString();
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const STREAMS = ['stdout', 'stderr'] as const;

/** What a command might leave in the process that it runs in. */
function describeProcess(): Readonly<Record<string, string>> {
  return {
    'listeners for signals': SIGNALS.map((name) => process.listenerCount(name)).join(),
    environment: JSON.stringify(process.env),
    'exit code': String(process.exitCode),
  };
}

/** Output of the process itself while commands run. */
const written: string[] = [];
let running = 0;
let before = describeProcess();
let restore: readonly (() => void)[] = [];

/** Watches the process for as long as a command runs: several may run at a time, and the last to end is asked. */
function watchProcess(): () => readonly string[] {
  if (++running === 1) {
    before = describeProcess();
    written.length = 0;
    restore = STREAMS.map(intercept);
  }
  return () => {
    if (--running > 0) return [];
    for (const each of restore) each();
    const after = describeProcess();
    const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
    return [...written, ...changed.map((name) => `left another ${name} behind`)];
  };
}

function intercept(name: (typeof STREAMS)[number]): () => void {
  const { write } = process[name];
  process[name].write = (chunk: string | Uint8Array) => {
    written.push(`wrote to the ${name} of the process: ${chunk}`);
    return true;
  };
  return () => {
    process[name].write = write;
  };
}
