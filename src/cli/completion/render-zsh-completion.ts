import type { Completable, CompletedCommand, CompletedFlag } from './completion-words.ts';

/** A completion for zsh, to be loaded by `source` or as a file in `fpath`. */
export function renderZshCompletion(commands: readonly CompletedCommand[]): string {
  return `#compdef pricesheet
# Completes pricesheet in zsh. Load it with: source <(pricesheet completion zsh)
_pricesheet_runs() {
  if [[ -d runs && runs/ == $PREFIX* ]]; then
    local -a runs
    runs=(runs/*(N/))
    compadd -f -- $runs
  else
    _files -/
  fi
}

_pricesheet_commands() {
  local -a commands
  commands=(
${commands.map(({ name, about }) => `    ${quote(`${name}:${about.replaceAll(':', '\\:')}`)}`).join('\n')}
  )
  _describe command commands
}

_pricesheet() {
  local curcontext=$curcontext state line ret=1
  typeset -A opt_args
  _arguments -C '(- *)--help[show what there is]' '(- *)--version[show the version]' \\
    '1:command:_pricesheet_commands' '*::argument:->rest' && ret=0
  case $state in
    rest)
      case $words[1] in
${commands.map(renderCommand).join('\n')}
      esac
      ;;
  esac
  return ret
}

if [[ $funcstack[1] == _pricesheet ]]; then
  _pricesheet "$@"
elif (( $+functions[compdef] )); then
  compdef _pricesheet pricesheet
fi
`;
}

function renderCommand({ name, flags, arguments: given }: CompletedCommand): string {
  const specs = [
    ...flags.map(toFlagSpec),
    ...given.map(
      ({ name: argument, value, many }, at) => `${many ? '*' : at + 1}:${argument}:${toAction(value)}`,
    ),
  ];
  return `        ${name})
          _arguments -s \\
${specs.map((spec) => `            ${quote(spec)}`).join(' \\\n')} && ret=0
          ;;`;
}

function toFlagSpec({ flag, about, value }: CompletedFlag): string {
  const told = `[${about.replace(/[[\]\\:]/g, '\\$&')}]`;
  return value ? `${flag}=${told}:${flag.slice(2)}:${toAction(value)}` : `${flag}${told}`;
}

function toAction(value: Completable): string {
  switch (value.kind) {
    case 'words':
      return value.many ? `_values -s , word ${value.words.join(' ')}` : `(${value.words.join(' ')})`;
    case 'file':
      return '_files';
    case 'folder':
      return '_files -/';
    case 'run':
      return '_pricesheet_runs';
    case 'text':
      return '( )';
  }
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
