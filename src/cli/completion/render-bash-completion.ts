import type { Completable, CompletedCommand, CompletedFlag } from './completion-words.ts';

/**
 * A completion for bash, from 3.2 up. A flag and its value may have an equals sign between them, which bash takes for a word of its own.
 * Where nothing is proposed, bash goes on with file names.
 */
export function renderBashCompletion(commands: readonly CompletedCommand[]): string {
  return `# Completes pricesheet in bash. Load it with: source <(pricesheet completion bash)
_pricesheet_words() {
  COMPREPLY=($(compgen -W "$1" -- "$cur"))
}

_pricesheet_list() {
  local head=''
  [[ $cur == *,* ]] && head=\${cur%,*},
  COMPREPLY=($(compgen -P "$head" -W "$1" -- "\${cur##*,}"))
  compopt -o nospace 2> /dev/null
}

_pricesheet_folders() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -d -- "$cur"))
  compopt -o filenames 2> /dev/null
}

_pricesheet_runs() {
  local IFS=$'\\n'
  if [[ runs/ == "$cur"* && -d runs ]]; then
    COMPREPLY=($(compgen -d -- runs/))
    compopt -o filenames 2> /dev/null
  else
    _pricesheet_folders
  fi
}

# Whether an argument stands before the word at hand; $1 are the flags that have a value.
_pricesheet_has_argument() {
  local at
  for ((at = first; at < COMP_CWORD; at++)); do
    if [[ " $1 " == *" \${COMP_WORDS[at]} "* ]]; then
      ((at++))
      [[ \${COMP_WORDS[at]} == = ]] && ((at++))
    elif [[ \${COMP_WORDS[at]} != -* ]]; then
      return 0
    fi
  done
  return 1
}

# Neither words nor files.
_pricesheet_nothing() {
  compopt +o default +o bashdefault 2> /dev/null
}

_pricesheet() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} command='' i first=0
  COMPREPLY=()
  if [[ $cur == = ]]; then
    cur=''
  elif [[ $prev == = ]]; then
    prev=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    if [[ \${COMP_WORDS[i]} != -* ]]; then
      command=\${COMP_WORDS[i]}
      first=$((i + 1))
      break
    fi
  done
  case $command in
    '') _pricesheet_words '${[...commands.map(({ name }) => name), '--help', '--version'].join(' ')}' ;;
${commands.map(renderCommand).join('\n')}
  esac
}

complete -o default -o bashdefault -F _pricesheet pricesheet
`;
}

function renderCommand({ name, flags, arguments: given }: CompletedCommand): string {
  const valued = flags.filter(({ value }) => value !== undefined);
  const [first, second] = given;
  const argument = first ? propose(first.value) : ':';
  const behind =
    second &&
    `if _pricesheet_has_argument '${valued.map(({ flag }) => flag).join(' ')}'; then
              ${second.value.kind === 'text' ? '_pricesheet_nothing' : propose(second.value)}
            else
              ${argument}
            fi`;
  return `    ${name})
      case $prev in
${groupByValue(valued)
  .map(([names, value]) => `        ${names.join(' | ')}) ${propose(value)} ;;`)
  .join('\n')}
        *)
          if [[ $cur == -* ]]; then
            _pricesheet_words '${flags.map(({ flag }) => flag).join(' ')}'
          else
            ${behind ?? argument}
          fi
          ;;
      esac
      ;;`;
}

function groupByValue(
  flags: readonly CompletedFlag[],
): readonly (readonly [readonly string[], Completable])[] {
  const groups = new Map<string, readonly [string[], Completable]>();
  for (const { flag, value } of flags) {
    if (!value) continue;
    const key = JSON.stringify(value);
    const group = groups.get(key) ?? [[], value];
    group[0].push(flag);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Files are what bash proposes by itself. */
function propose(value: Completable): string {
  switch (value.kind) {
    case 'words':
      return `${value.many ? '_pricesheet_list' : '_pricesheet_words'} '${value.words.join(' ')}'`;
    case 'folder':
      return '_pricesheet_folders';
    case 'run':
      return '_pricesheet_runs';
    default:
      return ':';
  }
}
