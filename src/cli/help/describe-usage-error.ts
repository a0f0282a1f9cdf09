import { resolve } from 'node:path';
import type { Command } from 'commander';
import { askAbout } from '../../domain/did-you-mean.ts';
import { nearestNames } from '../../domain/nearest-names.ts';
import type { Shell } from '../../domain/quote-word.ts';
import { formatCommand } from '../../report/text/format-command.ts';
import { isFile } from '../../settings/read-own-file.ts';
import type { CommandSpec } from '../context/command-spec.ts';
import { formatExample } from './render-examples.ts';

interface CommandLine {
  readonly program: Command;
  readonly commands: readonly CommandSpec[];
  readonly cwd: string;
  readonly shell: Shell;
}

/** Commander's complaint about a command line in the style of our messages, with what may be meant instead. */
export function describeUsageError(text: string, typed: CommandLine): string {
  const [first = '', ...rest] = hideValue(text)
    .replace(/^error: /, '')
    .replace(
      /^(too many arguments for '.*')\. Expected (\d+) .* but got (\d+)\.$/s,
      '$1: it takes $2, and there are $3',
    )
    .replace(/^(option '[^']*') argument missing$/, '$1 needs a value')
    .replace(/'([^']*)'/g, '"$1"');
  return first.toUpperCase() + rest.join('') + suggest(text, typed);
}

const UNKNOWN = /^error: unknown (option|command) '(?:--)?([^'=]*)/;
const MISSING_ARGUMENT = /^error: missing required argument /;
const TOO_MANY = /^error: too many arguments for '([^']*)'/;

/** What may be meant instead, or an example of a missing argument. */
function suggest(text: string, { program, commands, cwd, shell }: CommandLine): string {
  if (MISSING_ARGUMENT.test(text))
    return exampleOf(
      commands.find(({ name }) => name === program.args[0]),
      shell,
    );
  const [, crowded] = TOO_MANY.exec(text) ?? [];
  if (crowded !== undefined) return aboutPattern(crowded, { program, cwd, shell });
  const [, what, word = ''] = UNKNOWN.exec(text) ?? [];
  if (what === undefined) return '';
  if (what === 'option') return suggestFlag(word, program) || aboutDash(program.args, shell);
  // A sheet in the place of the command.
  if (isFile(resolve(cwd, word))) return askAbout([formatCommand(['sync', word], shell)]);
  return askAbout(nearOrLonger(word, [...program.commands.map((command) => command.name()), 'help']));
}

/** The shell replaces a pattern without quotes by the files that it finds. */
function aboutPattern(
  command: string,
  { program: { args }, cwd, shell }: Omit<CommandLine, 'commands'>,
): string {
  const files = args.filter((word) => isFile(resolve(cwd, word)));
  if (files.length < 2 && !args.includes('--newest')) return '';
  const example = formatCommand([command, 'exports/costs-*.csv', '--newest'], shell);
  return `; if this was a pattern, put it in quotes, as in ${example}`;
}

function exampleOf(spec: CommandSpec | undefined, shell: Shell): string {
  const [first] = spec?.examples ?? [];
  return spec && first ? `, as in "${formatExample(spec.name, first, shell)}"` : '';
}

/** A SKU may begin with a dash. It is not repeated: it may be the key, given by a flag. */
function aboutDash([command = '', action = '']: readonly string[], shell: Shell): string {
  const words = { explain: ['explain', 'latest'], history: ['history', 'sku'] }[command];
  if (!words || (command === 'history' && action !== 'sku')) return '';
  const example = formatCommand([...words, '--', '-SKU'], shell);
  return `; write a SKU that begins with a dash behind --, as in ${example}`;
}

/** Only commands named on the command line have all their flags here. */
function suggestFlag(word: string, { commands }: Command): string {
  const flags = commands.flatMap(({ options }) => options.flatMap(({ long }) => long?.slice(2) ?? []));
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
