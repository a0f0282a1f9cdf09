import { existsSync } from 'node:fs';
import { PROGRAM, type Running, startProgram } from './run-program.ts';
import { splitSettings } from './split-settings.ts';

const SCRIPT = '/usr/bin/script';

/** Whether this machine has what gives a program its own terminal. */
export const HAS_TERMINAL = process.platform === 'linux' && existsSync(SCRIPT);

interface Terminal {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly columns?: number;
  /** What the shell does with the streams of the program, as in `2>&1 | cat`. */
  readonly redirection?: string;
}

/** Starts the built program at its own terminal, whose keys the test presses. */
export function startAtTerminal(
  argv: readonly string[],
  { columns = 200, redirection = '', ...place }: Terminal,
): Running {
  return startShellLine(`stty cols ${columns} rows 40; ${toShellLine(argv)} ${redirection}`, place);
}

/** Runs a line of shell at its own terminal. */
export function startShellLine(line: string, { cwd, env = {} }: Pick<Terminal, 'cwd' | 'env'>): Running {
  return startProgram(['-qefc', line, '/dev/null'], {
    cwd,
    env: { TERM: 'xterm', ...env },
    stdin: 'open',
    command: SCRIPT,
  });
}

/** The built program with its arguments, as a shell takes them. */
export function toShellLine(words: readonly string[]): string {
  const { argv, env } = splitSettings(words);
  const settings = Object.entries(env).map((pair) => pair.join('='));
  return ['env', ...settings, process.execPath, PROGRAM, ...argv]
    .map((word) => `'${word.replaceAll("'", "'\\''")}'`)
    .join(' ');
}
