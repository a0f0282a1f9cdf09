/** The hidden command that the scripts call at each press of the tab key. */
export const COMPLETE = '__complete';

/** The shells that there is a completion for, and the script that each of them loads: all that is proposed comes from the program. */
export const COMPLETION_SCRIPTS = {
  // bash makes a separate word of `=`, and falls back to file names if nothing is proposed; compopt is missing before bash 4.
  bash: `# Completes pricesheet in bash. Load it with: source <(pricesheet completion bash)
_pricesheet() {
  local kind='' word about program=pricesheet
  type -P -- "\${COMP_WORDS[0]}" > /dev/null && program=\${COMP_WORDS[0]}
  COMPREPLY=()
  while IFS=$'\\t' read -r word about; do
    if [[ $kind ]]; then COMPREPLY+=("$word"); else kind=$word; fi
  done < <("$program" ${COMPLETE} "\${COMP_WORDS[@]:1:COMP_CWORD}" 2> /dev/null)
  case $kind in
    words) [[ \${COMPREPLY[0]-} ]] || compopt +o default +o bashdefault ;;
    list) compopt -o nospace ;;
    runs) compopt -o filenames ;;
    folders)
      local IFS=$'\\n'
      COMPREPLY=($(compgen -d -- "\${COMP_WORDS[COMP_CWORD]#=}"))
      compopt -o filenames
      ;;
  esac 2> /dev/null
}
complete -o default -o bashdefault -F _pricesheet pricesheet
`,
  zsh: `#compdef pricesheet
# Completes pricesheet in zsh. Load it with: source <(pricesheet completion zsh)
_pricesheet() {
  local -a lines
  local program=\${(Q)words[1]/#\\~\\//$HOME/}
  (( $+commands[$program] )) || [[ -x $program ]] || program=pricesheet
  lines=("\${(@f)$($program ${COMPLETE} "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2> /dev/null)}")
  local kind=$lines[1]
  shift lines
  compset -P '--*='
  case $kind in
    files) _files ;;
    folders) _files -/ ;;
    runs) compadd -f -- $lines ;;
    list) compadd -S '' -- $lines ;;
    words)
      lines=("\${(@)lines//:/\\\\:}")
      lines=("\${(@)lines/$'\\t'/:}")
      _describe argument lines
      ;;
  esac
}
if [[ $funcstack[1] == _pricesheet ]]; then
  _pricesheet "$@"
elif (( $+functions[compdef] )); then
  compdef _pricesheet pricesheet
fi
`,
  fish: `# Completes pricesheet in fish. Load it with: pricesheet completion fish | source
function __pricesheet_complete
    set -l words (commandline -opc)
    set -l program $words[1]
    type -q -- $program; or set program pricesheet
    set -e words[1]
    set -l word (commandline -ct)
    set -l flag (string match -r -- '^--[^=]+=' $word)
    set -l lines ($program ${COMPLETE} $words "$word" 2> /dev/null)
    set -l value (string replace -r -- '^--[^=]+=' '' "$word")
    switch "$lines[1]"
        case files
            set lines '' (__fish_complete_path "$value")
        case folders
            set lines '' (__fish_complete_directories "$value")
    end
    set -e lines[1]
    printf "$flag%s\\n" $lines
end
complete -c pricesheet -f -a '(__pricesheet_complete)'
`,
  // Before 7.3 an empty word is lost, unless it has quotes itself. Backslashes are doubled since other shells send them as they are typed.
  powershell: `# Completes pricesheet in PowerShell. Load it with: pricesheet completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName pricesheet -ScriptBlock {
  param($word, $ast, $cursor)
  $typed = @($ast.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object {
    if ($_ -is [Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text }
  })
  $word = $word.Trim('"', "'")
  $empty = if ($PSVersionTable.PSVersion -lt [version]'7.3') { '""' } else { '' }
  $last = if ($word -eq '') { $empty } else { $word }
  $sent = @($typed + $last | ForEach-Object { $_.Replace('\\', '\\\\') })
  $kind, $lines = @(pricesheet ${COMPLETE} @sent 2> $null)
  $flag = if ($word -match '^--[^=]+=') { $Matches[0] } else { '' }
  if ($kind -in 'files', 'folders') {
    [Management.Automation.CompletionCompleters]::CompleteFilename($word.Substring($flag.Length)) |
      Where-Object { $kind -eq 'files' -or $_.ResultType -eq 'ProviderContainer' }
    return
  }
  foreach ($line in $lines) {
    $text, $about = $line -split "\`t", 2
    $shown = if ($text -match '^[\\w./\\\\:-]+$') { $flag + $text } else { "'" + ($flag + $text).Replace("'", "''") + "'" }
    $tip = if ($about) { $about } else { $text }
    [Management.Automation.CompletionResult]::new($shown, $text, 'ParameterValue', $tip)
  }
}
`,
} as const;

export type Shell = keyof typeof COMPLETION_SCRIPTS;

export const SHELLS = Object.keys(COMPLETION_SCRIPTS) as readonly Shell[];
