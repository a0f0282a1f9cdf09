import { resolve } from 'node:path';
import type { Command, CommanderError } from 'commander';
import { askAbout, didYouMean } from '../../domain/did-you-mean.ts';
import { UsageError } from '../../domain/errors.ts';
import { nearestNames } from '../../domain/nearest-names.ts';
import type { Shell } from '../../domain/quote-word.ts';
import { formatCommand } from '../../report/text/format-command.ts';
import { isFile } from '../../settings/read-own-file.ts';
import type { CommandSpec } from '../context/command-spec.ts';
import { formatExample } from './help-layout.ts';
import { TOPICS } from './help-topics.ts';

interface CommandLine {
  readonly program: Command;
  readonly commands: readonly CommandSpec[];
  readonly cwd: string;
  readonly shell: Shell;
}

/** What to do about a command line that can't be understood. */
const SEE_HELP = 'Run it with --help to see the commands and flags.';

/** Commander's complaint about a command line in the style of our messages, with what may be meant instead. */
export function toUsageError({ message, code }: CommanderError, typed: CommandLine): UsageError {
  const [first = '', ...rest] = hideValue(message)
    .replace(/^error: /, '')
    .replace(
      /^(too many arguments for '.*')\. Expected (\d+) .* but got (\d+)\.$/s,
      '$1: it takes $2, and there are $3',
    )
    .replace(/^(option '[^']*') argument missing$/, '$1 needs a value')
    .replace(/'([^']*)'/g, '"$1"');
  const [, word = ''] = /'(?:--)?([^'=]*)/.exec(message) ?? [];
  const guess = SUGGESTIONS[code]?.(word, typed) ?? '';
  return new UsageError([first.toUpperCase() + rest.join('') + guess], { hint: SEE_HELP });
}

/** What may be meant instead of the word that commander names, or an example of a missing argument. */
const SUGGESTIONS: Readonly<Record<string, (word: string, typed: CommandLine) => string>> = {
  'commander.missingArgument': exampleOf,
  'commander.excessArguments': aboutPattern,
  'commander.unknownOption': (word, typed) => suggestFlag(word, typed.program) || aboutDash(typed),
  'commander.unknownCommand': suggestCommand,
};

function exampleOf(_: string, { program, commands, shell }: CommandLine): string {
  const spec = commands.find(({ name }) => name === program.args[0]);
  const [first] = spec?.examples ?? [];
  return spec && first ? `, as in "${formatExample(spec.name, first, shell)}"` : '';
}

function suggestCommand(word: string, { program, cwd, shell }: CommandLine): string {
  // A sheet in the place of the command.
  if (isFile(resolve(cwd, word))) return askAbout([formatCommand(['sync', word], shell)]);
  return askAbout(nearOrLonger(word, [...program.commands.map((command) => command.name()), 'help']));
}

/** Errors: `UsageError` for `help NAME` where the name is neither a command nor a topic. */
export function refuseUnknownHelp([command, name]: readonly string[], { commands }: Command): void {
  if (command !== 'help' || name === undefined || name.startsWith('-')) return;
  const known = [...commands.map((each) => each.name()), 'help', ...Object.keys(TOPICS)];
  if (known.includes(name)) return;
  throw new UsageError([`Unknown command or help topic "${name}"${didYouMean(name, known)}`], {
    hint: SEE_HELP,
  });
}

/** The shell replaces a pattern without quotes by the files that it finds. */
function aboutPattern(command: string, { program: { args }, cwd, shell }: CommandLine): string {
  const files = args.filter((word) => isFile(resolve(cwd, word)));
  if (files.length < 2 && !args.includes('--newest')) return '';
  const example = formatCommand([command, 'exports/costs-*.csv', '--newest'], shell);
  return `; if this was a pattern, put it in quotes, as in ${example}`;
}

/** A SKU may begin with a dash. It is not repeated: it may be the key, given by a flag. */
function aboutDash({ program, shell }: CommandLine): string {
  const [command = '', action = ''] = program.args;
  const words = { explain: ['explain', 'latest'], history: ['history', 'sku'] }[command];
  if (!words || (command === 'history' && action !== 'sku')) return '';
  const example = formatCommand([...words, '--', '-SKU'], shell);
  return `; write a SKU that begins with a dash behind --, as in ${example}`;
}

/** Of the commands that the command line names. */
function suggestFlag(word: string, { commands, args }: Command): string {
  const named = commands.filter((command) => args.includes(command.name()));
  const flags = named.flatMap(({ options }) => options.flatMap(({ long }) => long?.slice(2) ?? []));
  if (flags.includes(word)) return '; write it after the command';
  return askAbout(nearOrLonger(word, flags).map((flag) => `--${flag}`));
}

const MIN_BEGINNING = 3;
/** A longer list would not help. */
const MAX_LONGER = 8;

/** Names that the word abbreviates, as other programs allow; without any, names that it may misspell. */
function nearOrLonger(word: string, known: readonly string[]): readonly string[] {
  const longer = word.length < MIN_BEGINNING ? [] : known.filter((name) => name.startsWith(word));
  if (longer.length === 0) return nearestNames(word, known);
  const names = [...new Set(longer)].sort();
  return names.length > MAX_LONGER ? [] : names;
}

/** An unknown flag is named without its value: somebody may have tried to give the key by a flag. */
function hideValue(text: string): string {
  return text.replace(/'(--[\w-]*|-\w).*'/s, "'$1'");
}
