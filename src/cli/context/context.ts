import { basename } from 'node:path';
import process from 'node:process';
import { type Caller, type CallerOptions, createCaller } from '../../api/caller/caller.ts';
import { EXIT } from '../../domain/exit-codes.ts';
import { toJsonText } from '../../domain/json-text.ts';
import type { Log } from '../../domain/ports.ts';
import type { Redact } from '../../domain/secret.ts';
import { nameJob, nameLine, renderReason } from '../../report/text/failure-line.ts';
import { clip, printable } from '../../report/text/printable.ts';
import { createPaint, type Paint } from '../../report/text/screen-style.ts';
import { ASCII, type Glyphs, UNICODE } from '../../report/text/words.ts';
import type { Options } from '../../settings/read-sources.ts';
import { isAtTerminal, isWatched, type Stdio, wrapLines } from '../terminal/stdio.ts';

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
  /** What is asked at a terminal, or was asked for: standard error. */
  printStderr(text: string): void;
  /** Says what happens meanwhile: standard error of a terminal, or else standard output, unless that is one document. */
  note(text: string): void;
  /** A line for a log that many accounts share, with account and job in front, as before a reason. */
  named(text: string): string;
  /**
   * Says in one line on standard error why the command fails, if it does, before the rest is shown, and unless a person sees that on the
   * screen. Returns whether the rest, which goes to the same place, need not repeat it. `isAlone`: there is no rest.
   */
  fail(exitCode: number, reason: string, options?: { readonly isAlone?: boolean }): boolean;
  /** Ends a command: says why it fails, prints its document or what people read, and gives its exit code. */
  answer(answer: Answer): number;
}

interface Answer {
  /** Default 0. */
  readonly exitCode?: number;
  /** Why it fails, if it does and that is not said yet. */
  readonly reason?: string;
  /** What `--json` prints. */
  readonly document: object;
  readonly text: () => string;
  /** `text` has nothing that `--quiet` is to show where all went well. */
  readonly mayBeQuiet?: boolean;
}

export function createContext(
  options: Options,
  stdio: Stdio,
  { sheet, makesFiles }: Pick<CallerOptions, 'sheet' | 'makesFiles'> = {},
): Context {
  const { stdout, stderr, env, cwd } = stdio;
  const json = options['json'] === true;
  const printStderr = (text: string): void => void stderr.write(text);
  const isDocument = json || options['format'] === 'markdown';
  // Without a terminal standard error is for the reason of a failure alone.
  const notes = stderr.isTTY ? stderr : isDocument ? undefined : stdout;
  let name: string | undefined;
  const named = (text: string): string =>
    nameLine(caller.mask(nameJob(basename(cwd), caller.job)), clip(caller.mask(printable(text))));
  const caller = createCaller({
    options,
    env,
    cwd,
    sheet,
    makesFiles,
    stdin: () => stdio.stdin,
    isWatched: () => isWatched(stdio),
    isAtTerminal: () => isAtTerminal(stdio),
    // There is no other place for it if standard output is one document.
    warn: (text) => void (notes ?? stderr).write(`${named(text)}\n`),
    onFailure: (failed) => {
      name = failed;
    },
  });
  const quiet = options['quiet'] === true;
  const print = (text: string): void => void stdout.write(text);
  const fail: Context['fail'] = (exitCode, reason, { isAlone } = {}) => {
    const isOnScreen = stderr.isTTY && stdout.isTTY && !json;
    if (isOnScreen || exitCode === EXIT.done || exitCode === EXIT.declined) return false;
    const named = name ?? nameJob(basename(cwd), caller.job);
    const { text, isWhole } = renderReason(named, reason, { exitCode, isAlone });
    printStderr(caller.mask(`${text}\n`));
    return stdio.isOneStream?.() === true && isWhole;
  };
  return {
    ...caller,
    stdio,
    json,
    quiet,
    paint: createPaint(wantsColour(stdout, env)),
    glyphs: showsUnicode(env, process.platform) ? UNICODE : ASCII,
    print,
    printStderr,
    note: (text) => void notes?.write(`${wrapLines(text, notes)}\n`),
    named,
    fail,
    answer: ({ exitCode = EXIT.done, reason, document, text, mayBeQuiet = false }) => {
      if (reason !== undefined) fail(exitCode, reason);
      const isSilent = mayBeQuiet && quiet && exitCode === EXIT.done;
      const answer = json ? `${toJsonText(document, 2)}\n` : isSilent ? '' : text();
      if (answer !== '') print(caller.mask(answer));
      return exitCode;
    },
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

/** The log of a command without a run folder, which has nowhere else to put it; `undefined` without `--verbose`. */
export function createScreenLog({ verbose, printStderr }: Context, redact: Redact): Log | undefined {
  const write: Log['info'] = (event, fields = {}) =>
    printStderr(`${printable(redact(`${event} ${JSON.stringify(fields)}`))}\n`);
  return verbose ? { debug: write, info: write, warn: write, error: write } : undefined;
}
