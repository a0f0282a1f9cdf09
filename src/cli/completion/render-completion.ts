import { UsageError } from '../../domain/errors.ts';
import { didYouMean } from '../../domain/nearest-names.ts';
import { COMPLETION_SHELLS } from '../../domain/quote-word.ts';
import { type CommandSpec, type Flag, flagsOf } from '../context/command-spec.ts';
import type { Context } from '../context/context.ts';

type CompletionShell = (typeof COMPLETION_SHELLS)[number];
type Commands = readonly Omit<CommandSpec, 'run'>[];

/** What the scripts do not name, the shell completes as a file. */
const SCRIPTS: Readonly<Record<CompletionShell, (commands: Commands) => string>> = {
  bash: renderBash,
  // zsh runs completions of bash.
  zsh: (commands: Commands) =>
    `(( $+functions[compdef] )) || { autoload -U +X compinit && compinit -i }\nautoload -U +X bashcompinit && bashcompinit\n${renderBash(commands)}`,
  fish: renderFish,
};

/** Prints a script that makes a shell complete this program's commands, flags and values. */
export async function runCompletion(name: string, { answer }: Context, commands: Commands): Promise<number> {
  const shell = COMPLETION_SHELLS.find((known) => known === name);
  if (!shell)
    throw new UsageError([
      `Cannot complete in "${name}": it is not one of ${COMPLETION_SHELLS.join(', ')}${didYouMean(name, COMPLETION_SHELLS)}`,
    ]);
  const script = `# Completes pricesheet in ${shell}. See "pricesheet completion --help"\n${SCRIPTS[shell](commands)}`;
  return answer({ document: { version: 1, exit_code: 0, shell, script }, text: () => script });
}

const OF_THE_PROGRAM = ['help', '--help', '--help-all', '--version'];

function renderBash(commands: Commands): string {
  const names = commands.map(({ name }) => name);
  const arms = (found: readonly (readonly [pattern: string, words: readonly string[]])[]): string =>
    found
      .filter(([, words]) => words.length > 0)
      .map(([pattern, words]) => `\n    ${pattern}) list='${words.join(' ')}' ;;`)
      .join('');
  return `\
_pricesheet() {
  local list='' cur=\${COMP_WORDS[COMP_CWORD]}
  case $COMP_CWORD:\${COMP_WORDS[1]}:\${COMP_WORDS[COMP_CWORD-1]} in${arms([
    ['1:*', [...names, ...OF_THE_PROGRAM]],
    // A flag may take other words with another command.
    ...commands.flatMap((spec) =>
      [...flagsOf(spec)].map(([flag, each]) => [`*:${spec.name}:${flag}`, wordsOf(each)] as const),
    ),
  ])}
    *) case $COMP_CWORD:\${COMP_WORDS[1]}:$cur in${arms([
      ['2:help:*', names],
      ...commands.map((spec) => [`*:${spec.name}:-*`, [...flagsOf(spec).keys()]] as const),
      ...commands.map((spec) => [`2:${spec.name}:*`, argumentsOf(spec)] as const),
    ])}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$list" -- "$cur"))
}
complete -o default -o bashdefault -F _pricesheet pricesheet
`;
}

function renderFish(commands: Commands): string {
  const line = (when: string, words: string, about: string): string =>
    `complete -c pricesheet -n '${when}' ${words} -d '${about.replaceAll(/['\\]/g, '\\$&')}'\n`;
  const first = [
    ...commands.map(({ name, about }) => line('__fish_use_subcommand', `-f -a ${name}`, about)),
    line('__fish_use_subcommand', `-f -a '${OF_THE_PROGRAM.join(' ')}'`, 'help and version'),
    line('__fish_seen_subcommand_from help', `-f -a '${commands.map(({ name }) => name).join(' ')}'`, 'help'),
  ];
  const own = commands.flatMap((spec) => {
    const inside = `__fish_seen_subcommand_from ${spec.name}`;
    const words = argumentsOf(spec);
    return [
      ...(words.length === 0 ? [] : [line(inside, `-f -a '${words.join(' ')}'`, spec.about)]),
      ...[...flagsOf(spec)].map(([name, flag]) => {
        const { argument, about } = flag;
        const isFile = argument === 'FILE' || argument === 'DIR';
        const value = argument === undefined ? '' : isFile ? ' -r' : ` -x -a '${wordsOf(flag).join(' ')}'`;
        return line(inside, `-l ${name.slice(2)}${value}`, about);
      }),
    ];
  });
  return [...first, ...own].join('');
}

/** What the first word behind a command may be, if there is a list of that. */
function argumentsOf({ args = [], actions = [] }: Commands[number]): readonly string[] {
  return [...actions.map(({ name }) => name), ...onlyWords(args[0]?.[0])];
}

/** What can follow a flag: of `N|auto` only `auto` can be proposed, since words in capitals are placeholders. */
function wordsOf({ argument, parse }: Flag): readonly string[] {
  return parse.words ?? onlyWords(argument);
}

function onlyWords(text = ''): readonly string[] {
  return text.split('|').filter((word) => /^[a-z][a-z-]*$/.test(word));
}
