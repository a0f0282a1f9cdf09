import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { main } from '../../src/cli/main.ts';
import type { Stdio } from '../../src/cli/terminal/stdio.ts';
import { readSources, type Sources } from '../../src/settings/read-sources.ts';
import { turn } from '../support/gate.ts';
import { splitSettings } from '../support/split-settings.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** A stream that keeps what was written to it. */
export function createSink({ isTTY = false, columns = 0 } = {}) {
  let text = '';
  const stream = Object.assign(new PassThrough(), { isTTY, columns });
  stream.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  return { stream, text: () => text };
}

interface Place {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly stdin?: string;
  /** Somebody sits at a terminal. */
  readonly isTTY?: boolean;
  /** How wide that is. */
  readonly columns?: number;
  /** Somebody sits at a terminal, and standard input comes from elsewhere; what they type there, or that they can't be reached. */
  readonly typed?: string | 'unreachable';
  /** Files of the working folder, by name. */
  readonly files?: Readonly<Record<string, string>>;
}

/** A working folder with these files in it. */
export function folderWith(files: Readonly<Record<string, string>> = {}): string {
  const cwd = tempFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  return cwd;
}

export function someStdio({
  cwd,
  env = {},
  stdin = '',
  isTTY = false,
  columns = 0,
  typed,
  files = {},
}: Place = {}) {
  const input = Object.assign(new PassThrough(), { isTTY });
  input.end(stdin);
  const stdout = createSink({ isTTY, columns });
  const stderr = createSink({ isTTY: isTTY || typed !== undefined });
  const stdio: Stdio = {
    stdin: input,
    stdout: stdout.stream,
    stderr: stderr.stream,
    env,
    cwd: cwd ?? folderWith(files),
    openTerminal: () => (typed === undefined || typed === 'unreachable' ? undefined : streamOf(typed)),
  };
  return { stdio, stdout: stdout.text, stderr: stderr.text };
}

function streamOf(text: string) {
  const stream = Object.assign(new PassThrough(), { isTTY: true });
  stream.end(text);
  return stream;
}

/** Runs a command line in this process, with no settings but those given, and with locks of its own. */
export async function runMain(words: readonly string[], { env, ...place }: Place = {}) {
  const { argv, env: own } = splitSettings(words);
  const { stdio, stdout, stderr } = someStdio({
    ...place,
    env: { XDG_STATE_HOME: tempFolder(), ...env, ...own },
  });
  const code = await main(argv, stdio);
  await turn();
  return { code, stdout: stdout(), stderr: stderr(), cwd: stdio.cwd };
}

interface Given {
  readonly flags?: Sources['flags'];
  readonly env?: Readonly<Record<string, string>>;
  readonly dotenv?: string;
  readonly config?: unknown;
  readonly cwd?: string;
}

/** Where settings come from, with these files in the working folder. */
export function someSources({
  flags = {},
  env = {},
  dotenv,
  config,
  cwd = tempFolder(),
}: Given = {}): Sources {
  if (dotenv !== undefined) writeFileSync(join(cwd, '.env'), dotenv);
  if (config !== undefined)
    writeFileSync(join(cwd, 'pricesheet.json'), typeof config === 'string' ? config : JSON.stringify(config));
  return readSources({ flags, env, cwd });
}
