import process from 'node:process';
import { type Caller, createCaller } from '../../api/request/caller.ts';
import { ASCII, type Glyphs, UNICODE } from '../../report/text/glyphs.ts';
import { createPaint, type Paint } from '../../report/text/paint.ts';
import type { Options } from '../../settings/read-sources.ts';
import { isAtTerminal, isWatched } from '../terminal/is-watched.ts';
import type { Stdio } from '../terminal/stdio.ts';

/** What every command works with: its options, its settings and its output. */
export interface Context extends Caller {
  readonly stdio: Stdio;
  readonly json: boolean;
  readonly quiet: boolean;
  /** For standard output. */
  readonly paint: Paint;
  readonly glyphs: Glyphs;
  /** Data: standard output. */
  print(text: string): void;
  /** Everything else: standard error. */
  printStderr(text: string): void;
}

interface ContextOptions {
  /** The path of the sheet that the command is to read, where it reads one. */
  readonly sheet?: string | undefined;
  /** Files of settings that are named need not be there yet. */
  readonly makesFiles?: boolean | undefined;
}

export function createContext(
  options: Options,
  stdio: Stdio,
  { sheet, makesFiles }: ContextOptions = {},
): Context {
  const { stdout, stderr, env, cwd } = stdio;
  const printStderr = (text: string): void => void stderr.write(text);
  const caller = createCaller({
    options,
    env,
    cwd,
    sheet,
    makesFiles,
    stdin: () => stdio.stdin,
    isWatched: () => isWatched(stdio),
    isAtTerminal: () => isAtTerminal(stdio),
    warn: (text) => printStderr(`${text}\n`),
  });
  return {
    ...caller,
    stdio,
    json: options['json'] === true,
    quiet: options['quiet'] === true,
    paint: createPaint(wantsColour(stdout, env)),
    glyphs: showsUnicode(env, process.platform) ? UNICODE : ASCII,
    print: (text) => void stdout.write(text),
    printStderr,
  };
}

/** Source: no-color.org and force-color.org: a variable that isn't empty counts, whatever it says. */
function wantsColour(stream: { readonly isTTY?: boolean }, env: Stdio['env']): boolean {
  if (env['NO_COLOR']) return false;
  return Boolean(env['FORCE_COLOR']) || (stream.isTTY === true && env['TERM'] !== 'dumb');
}

/**
 * Whether output may go beyond ASCII. Windows and macOS always can; elsewhere the locale has to say
 * so. Without a locale, as under cron, a mail program or a pager may be the reader.
 *
 * Source: POSIX, 8.2: the first of these that isn't empty counts.
 */
export function showsUnicode(env: Stdio['env'], platform: NodeJS.Platform): boolean {
  if (env['TERM'] === 'dumb') return false;
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'];
  if (!locale) return platform === 'win32' || platform === 'darwin';
  return /utf-?8/i.test(locale);
}
