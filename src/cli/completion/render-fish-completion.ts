import type { Completable, CompletedCommand, CompletedFlag } from './completion-words.ts';

/** A completion for fish. */
export function renderFishCompletion(commands: readonly CompletedCommand[]): string {
  return `# Completes pricesheet in fish. Load it with: pricesheet completion fish | source
function __pricesheet_runs
    for run in runs/*/
        echo $run
    end
    __fish_complete_directories (commandline -ct)
end

function __pricesheet_list
    set -l head (string match -r '^.*,' -- (commandline -ct))
    for word in $argv
        echo $head$word
    end
end

complete -c pricesheet -f
complete -c pricesheet -n __fish_use_subcommand -l help -d 'show what there is'
complete -c pricesheet -n __fish_use_subcommand -l version -d 'show the version'
${commands.map(({ name, about }) => `complete -c pricesheet -n __fish_use_subcommand -a ${name} -d ${quote(about)}`).join('\n')}
${commands.flatMap(renderCommand).join('\n')}
`;
}

function renderCommand({ name, flags, arguments: given }: CompletedCommand): readonly string[] {
  const head = `complete -c pricesheet -n '__fish_seen_subcommand_from ${name}'`;
  const [first, second] = given;
  // Behind the first argument nothing is proposed where something else belongs.
  const atFirst = second ? `${head.slice(0, -1)}; and test (count (commandline -opc)) -le 2'` : head;
  return [
    ...(first ? toArgument(first.value).map((how) => `${atFirst} ${how}`) : []),
    ...flags.map((flag) => `${head} ${toFlag(flag)}`),
  ];
}

function toArgument(value: Completable): readonly string[] {
  if (value.kind === 'file') return ['-F'];
  const words = toWords(value);
  return words === undefined ? [] : [`-a ${words}`];
}

function toFlag({ flag, about, value }: CompletedFlag): string {
  const told = `-l ${flag.slice(2)} -d ${quote(about)}`;
  if (!value) return told;
  if (value.kind === 'file') return `${told} -r -F`;
  const words = toWords(value);
  return words === undefined ? `${told} -x` : `${told} -x -a ${words}`;
}

function toWords(value: Completable): string | undefined {
  switch (value.kind) {
    case 'words':
      return quote(value.many ? `(__pricesheet_list ${value.words.join(' ')})` : value.words.join(' '));
    case 'folder':
      return quote('(__fish_complete_directories (commandline -ct))');
    case 'run':
      return quote('(__pricesheet_runs)');
    default:
      return undefined;
  }
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
