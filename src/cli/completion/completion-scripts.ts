import { didYouMean } from '../../domain/did-you-mean.ts';
import { UsageError } from '../../domain/errors.ts';
import type { Context } from '../context/context.ts';

/** The hidden command that the scripts call at each press of the tab key. */
export const COMPLETE = '__complete';

/** The shells that there is a completion for, and the script that each of them loads: all that is proposed comes from the program. */
export const COMPLETION_SCRIPTS = {
  // bash makes a separate word of `=`, and falls back to file names if nothing is proposed; compopt is missing before bash 4.
  bash: `# Completes pricesheet in bash. Load it with: source <(pricesheet completion bash)
_pricesheet() {
  local kind='' word about
  COMPREPLY=()
  while IFS=$'\\t' read -r word about; do
    if [[ $kind ]]; then COMPREPLY+=("$word"); else kind=$word; fi
  done < <(pricesheet ${COMPLETE} "\${COMP_WORDS[@]:1:COMP_CWORD}" 2> /dev/null)
  case $kind in
    words) [[ \${COMPREPLY[0]-} ]] || compopt +o default +o bashdefault ;;
    runs) compopt -o filenames ;;
  esac 2> /dev/null
}
complete -o default -o bashdefault -F _pricesheet pricesheet
`,
  zsh: `# Completes pricesheet in zsh. Load it with: source <(pricesheet completion zsh)
_pricesheet() {
  local -a lines
  lines=("\${(@f)$(pricesheet ${COMPLETE} "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2> /dev/null)}")
  local kind=$lines[1]
  shift lines
  compset -P '--*='
  case $kind in
    files) _files ;;
    runs) compadd -f -- $lines ;;
    words)
      lines=("\${(@)lines//:/\\\\:}")
      lines=("\${(@)lines/$'\\t'/:}")
      _describe argument lines
      ;;
  esac
}
if (( $+functions[compdef] )); then
  compdef _pricesheet pricesheet
fi
`,
  fish: `# Completes pricesheet in fish. Load it with: pricesheet completion fish | source
function __pricesheet_complete
    set -l words (commandline -opc)
    set -e words[1]
    set -l word (commandline -ct)
    set -l flag (string match -r -- '^--[^=]+=' $word)
    set -l lines (pricesheet ${COMPLETE} $words "$word" 2> /dev/null)
    set -l value (string replace -r -- '^--[^=]+=' '' "$word")
    if test "$lines[1]" = files
        set lines '' (__fish_complete_path "$value")
    end
    set -e lines[1]
    printf "$flag%s\\n" $lines
end
complete -c pricesheet -f -a '(__pricesheet_complete)'
`,
} as const;

export type Shell = keyof typeof COMPLETION_SCRIPTS;

export const SHELLS = Object.keys(COMPLETION_SCRIPTS) as readonly Shell[];

/** Prints a script that makes a shell complete this program's commands, flags and values. */
export async function runCompletion(name: string, { answer }: Context): Promise<number> {
  const shell = SHELLS.find((known) => known === name);
  if (!shell) {
    throw new UsageError([
      `Cannot complete in "${name}": it is not one of ${SHELLS.join(', ')}${didYouMean(name, SHELLS)}`,
    ]);
  }
  const script = COMPLETION_SCRIPTS[shell];
  return answer({ document: { version: 1, shell, script }, text: () => script });
}
