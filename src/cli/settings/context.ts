import * as systemDisk from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import type { Redact } from '../../domain/secret.ts';
import { ASCII, type Glyphs, UNICODE } from '../../report/text/glyphs.ts';
import { createPaint, type Paint } from '../../report/text/paint.ts';
import { findOwnFile } from '../../run/sheet/own-file.ts';
import { jobNameOf } from '../../run/sheet/sheet-job.ts';
import type { Stdio } from '../terminal/stdio.ts';
import { maskKeys } from './read-api-key.ts';
import { type Options, readSources, type Sources } from './read-sources.ts';

/** What every command works with: its options, its settings and its output. */
export interface Context {
  readonly options: Options;
  readonly stdio: Stdio;
  readonly sources: Sources;
  /** What the sheet at hand is called from run to run; `undefined` for a run's own files. */
  readonly job: string | undefined;
  /** Takes the key out of what is shown, where the settings have one; for commands that use none. */
  readonly mask: Redact;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** For standard output. */
  readonly paint: Paint;
  readonly glyphs: Glyphs;
  /** Data: standard output. */
  print(text: string): void;
  /** Everything else: standard error. */
  printStderr(text: string): void;
}

/** `sheet` is the path of the sheet that the command is to read, where it reads one. */
export function createContext(options: Options, stdio: Stdio, sheet?: string): Context {
  const { stdout, stderr, env, cwd } = stdio;
  const job = jobOf(options, sheet, cwd);
  const sources = readSources({
    flags: options,
    env,
    cwd,
    envFile: textOf(options, 'envFile'),
    configFile: textOf(options, 'config'),
    job,
  });
  return {
    options,
    stdio,
    sources,
    job,
    mask: maskKeys(sources),
    json: options['json'] === true,
    quiet: options['quiet'] === true,
    verbose: options['verbose'] === true,
    paint: createPaint(wantsColour(stdout, env)),
    glyphs: showsUnicode(env, process.platform) ? UNICODE : ASCII,
    print: (text) => void stdout.write(text),
    printStderr: (text) => void stderr.write(text),
  };
}

function jobOf(options: Options, sheet: string | undefined, cwd: string): string | undefined {
  if (sheet === undefined) return textOf(options, 'job');
  return textOf(options, 'job') ?? findOwnFile(resolve(cwd, sheet), systemDisk)?.job ?? jobNameOf(sheet);
}

function textOf(options: Options, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
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
