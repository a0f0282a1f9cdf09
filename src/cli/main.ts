import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { shellOf } from '../api/caller/machine.ts';
import { UsageError } from '../domain/errors.ts';
import { EXIT, exitCodeOf } from '../domain/exit-codes.ts';
import { toJsonText } from '../domain/json-text.ts';
import { askAbout, didYouMean } from '../domain/nearest-names.ts';
import { VERSION } from '../package/version.ts';
import { describeError, describeErrorAsJson } from '../report/screen/describe-error.ts';
import { renderReason } from '../report/text/failure-line.ts';
import { formatCommand } from '../report/text/format-command.ts';
import { printable } from '../report/text/printable.ts';
import { noticeSources } from '../settings/notice-sources.ts';
import { isFile } from '../settings/read-own-file.ts';
import type { Options } from '../settings/read-sources.ts';
import { type Setting, variableOf } from '../settings/setting.ts';
import { SETTINGS } from '../settings/settings.ts';
import { COMMANDS, SHEET } from './commands/command-table.ts';
import { type CommandSpec, flagsOf, formatExample } from './context/command-spec.ts';
import type { Context } from './context/context.ts';
import { nameFolder } from './process-stdio.ts';
import { helpWidthOf, type Stdio, wrapLines } from './terminal/stdio.ts';

/** Runs a command line and gives its exit code. Never throws. */
export async function main(argv: readonly string[], stdio: Stdio): Promise<number> {
  let context: Context | undefined;
  try {
    const line = parseCommandLine(argv, stdio);
    if (line.kind !== 'run') {
      // Nothing was asked for: what there is to ask for is no answer, and no data.
      const isAsked = argv.length > 0;
      (isAsked ? stdio.stdout : stdio.stderr).write(await renderAnswer(line, helpWidthOf(stdio.stdout)));
      return isAsked ? EXIT.done : EXIT.usage;
    }
    const { spec, options, args } = line;
    const [argument = '', ...more] = args;
    const sheet = spec.args?.[0] === SHEET ? argument : undefined;
    const { createContext } = await import('./context/context.ts');
    context = createContext(options, stdio, { sheet, makesFiles: spec.makesFiles?.(options) });
    if (!spec.reportsNotices)
      for (const notice of noticeSources(context.sources, context))
        context.note(context.quiet ? context.named(notice) : printable(notice));
    return await spec.run(context, argument, ...more);
  } catch (error) {
    return reportError(error, argv.includes('--json'), stdio, context);
  }
}

async function renderAnswer(line: Exclude<CommandLine, { kind: 'run' }>, width: number): Promise<string> {
  if (line.kind === 'version') return `${VERSION}\n`;
  const { renderHelp } = await import('./help/render-help.ts');
  return renderHelp(line.spec, { commands: COMMANDS, width, isAll: line.isAll });
}

/**
 * What went wrong and what to do: line by line at a terminal, elsewhere in the one line that says why a command fails. `context`:
 * `undefined` if it was not known yet which command is meant.
 */
function reportError(error: unknown, isJson: boolean, stdio: Stdio, context?: Context): number {
  const { stdout, stderr } = stdio;
  const exitCode = exitCodeOf(error);
  const reason = describeError(error, context?.mask);
  if (stderr.isTTY) stderr.write(`${wrapLines(reason, stderr)}\n`);
  else if (context) context.fail(exitCode, reason, { isAlone: true });
  else {
    const name = nameFolder({ cwd: () => stdio.cwd });
    stderr.write(`${renderReason(name, reason, { exitCode, isAlone: true }).text}\n`);
  }
  const document = `${toJsonText(describeErrorAsJson(error, exitCode), 2)}\n`;
  if (isJson) stdout.write(context?.mask(document) ?? document);
  return exitCode;
}

/** What a command line asks for. */
export type CommandLine =
  | { readonly kind: 'version' }
  /** Of a command, or of the program; `isAll`: with every flag. */
  | { readonly kind: 'help'; readonly spec: CommandSpec | undefined; readonly isAll: boolean }
  | {
      readonly kind: 'run';
      readonly spec: CommandSpec;
      readonly options: Options;
      readonly args: readonly string[];
    };

type Place = Pick<Stdio, 'cwd' | 'env'>;

/**
 * Reads a command line. Help that is asked for comes before any mistake. A value of a flag is in no message: somebody may have tried to give
 * the key by a flag.
 *
 * Errors: `UsageError` with what may be meant instead.
 */
export function parseCommandLine(argv: readonly string[], place: Place): CommandLine {
  const [word = 'help', ...rest] = argv;
  if (word === '--version' || word === '-V') return { kind: 'version' };
  if (word === 'help' || isHelp(word)) return helpOf(word === 'help' ? rest : argv);
  if (isFlag(word)) throw usageError(`Unknown option "${hideValue(word)}"; flags go after the command`);
  const spec = COMMANDS.find(({ name }) => name === word);
  if (!spec) throw unknownCommand(word, argv, place);
  return parseOwn(spec, rest, place);
}

function isFlag(word: string): boolean {
  return /^-./s.test(word);
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h' || word === '--help-all';
}

function helpOf([name, ...more]: readonly string[]): CommandLine {
  const isAll = [name, ...more].includes('--help-all');
  if (name === undefined || isHelp(name)) return { kind: 'help', spec: undefined, isAll };
  const spec = COMMANDS.find((each) => each.name === name);
  const known = [...COMMANDS.map((each) => each.name), 'help'];
  if (!known.includes(name))
    throw usageError(`Unknown command "${hideValue(name)}"${didYouMean(name, known)}`);
  return { kind: 'help', spec, isAll };
}

/** The flags and arguments of a command. */
function parseOwn(spec: CommandSpec, rest: readonly string[], place: Place): CommandLine {
  const flags = flagsOf(spec);
  const { tokens } = parseArgs({
    args: [...rest],
    options: Object.fromEntries(
      [...flags].map(([flag, { argument }]) => [
        flag.slice(2),
        { type: argument === undefined ? 'boolean' : 'string' },
      ]),
    ) as ParseArgsConfig['options'],
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const asked = tokens.find((token) => token.kind === 'option' && isHelp(token.rawName));
  if (asked?.kind === 'option') return { kind: 'help', spec, isAll: asked.rawName === '--help-all' };
  const options: Record<string, string | boolean> = {};
  const args: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') args.push(token.value);
    if (token.kind !== 'option') continue;
    const flag = flags.get(token.rawName);
    if (!flag) throw unknownFlag(token.rawName, spec);
    const { option, argument, parse, value } = flag;
    if (argument !== undefined && token.value === undefined)
      throw usageError(`Option "${token.rawName} <${argument}>" needs a value`);
    if (argument === undefined && token.value !== undefined)
      throw usageError(`Option "${token.rawName}" takes no value`);
    const [earlier, given] = [options[option], token.value ?? value];
    if (earlier !== undefined && earlier !== given && !parse.many)
      throw usageError(`Option "${token.rawName}" contradicts an earlier one: give it once`);
    options[option] = earlier !== undefined && parse.many ? `${earlier},${given}` : given;
  }
  refuseArguments(spec, args, place);
  return { kind: 'run', spec, options, args };
}

/** Errors: `UsageError` for too few arguments or too many. */
function refuseArguments(spec: CommandSpec, given: readonly string[], { cwd, env }: Place): void {
  const { name, args = [], isOptional } = spec;
  const missing = args[given.length];
  if (missing && !isOptional)
    throw usageError(
      `Missing required argument "${missing[0]}", as in "${formatExample(spec, shellOf(env))}"`,
    );
  if (given.length <= args.length || args.some(([each]) => each.endsWith('...'))) return;
  const isThere = (word: string): boolean => existsSync(resolve(cwd, word));
  const write = (...words: readonly string[]): string => formatCommand([name, ...words], shellOf(env));
  const [words, pattern] = [given.join(' '), 'exports/costs-*.csv'];
  // The shell makes several words of a name with blanks, and puts files in the place of a pattern.
  const guess = isThere(words)
    ? `; a name with blanks is put in quotes, as in ${write(words)}`
    : given.every(isThere)
      ? `; if this was a pattern, put it in quotes, as in ${write(pattern, '--newest')}`
      : '';
  throw usageError(
    `Too many arguments for "${name}": it takes ${args.length}, and there are ${given.length}${guess}`,
  );
}

/** A sheet or a run folder in the place of the command is one that somebody wants to look at, or to send. */
function unknownCommand(word: string, argv: readonly string[], { cwd, env }: Place): UsageError {
  const words = argv.filter((each) => !isFlag(each));
  const given = [word, words.join(' ')].find((name) => existsSync(resolve(cwd, name)));
  const command = given === undefined ? undefined : commandFor(resolve(cwd, given));
  const why =
    given === undefined || command === undefined
      ? didYouMean(word, [...COMMANDS.map(({ name }) => name), 'help'])
      : askAbout([formatCommand([command, given], shellOf(env))]);
  return usageError(`Unknown command "${hideValue(word)}"${why}`);
}

function commandFor(path: string): string | undefined {
  if (isFile(path)) return 'diff';
  return isFile(join(path, PLAN)) ? 'apply' : undefined;
}

/** Of a run folder, see `RUN_FILES`; what writes it is not loaded for a look at its name. */
const PLAN = 'plan.ndjson';

/** What is meant by a flag that the command does not have. */
function unknownFlag(word: string, spec: CommandSpec): UsageError {
  const flag = hideValue(word);
  const setting = Object.values<Setting<unknown>>(SETTINGS).find(({ key }) => `--${key}` === flag);
  const variable = setting && variableOf(setting);
  const why =
    setting && !setting.flag
      ? `; it is a setting of every run: "${setting.key}" in pricesheet.json, or ${variable} in the environment`
      : didYouMean(flag, [...flagsOf(spec).keys()]);
  return usageError(`Unknown option "${flag}"${why}`);
}

function hideValue(word: string): string {
  return /^(--[\w-]*|-\w)/.exec(word)?.[0] ?? word;
}

/** What to do about a command line that can't be understood. */
function usageError(message: string): UsageError {
  return new UsageError([message], { hint: 'Run it with --help to see the commands and flags' });
}
