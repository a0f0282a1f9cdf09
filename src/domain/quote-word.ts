import { holdsUnprintable, UNPRINTABLE } from './unprintable.ts';

/** The shells that there is a completion for. */
export const COMPLETION_SHELLS = ['bash', 'zsh', 'fish'] as const;

/** The shells that commands are written for: `posix` is bash, zsh, fish and sh. */
export type Shell = 'posix' | 'cmd' | 'powershell';

/** A word of a command line, to be copied into this shell. */
export function quoteWord(word: string, shell: Shell): string {
  return QUOTERS[shell](word);
}

/** Whether every shell reads a text in double quotes as it is. PowerShell takes curly quotes for straight ones. */
export function isPlainWord(text: string): boolean {
  return !/["\u201c-\u201e$`\\!%]/.test(text) && !holdsUnprintable(text);
}

const QUOTERS: Readonly<Record<Shell, (word: string) => string>> = {
  posix: quoteForPosix,
  cmd: quoteForCmd,
  powershell: quoteForPowerShell,
};

/**
 * At its beginning zsh takes `=` for the path of a program, and fish takes `%` for a process. Characters that can't be shown
 * are escaped as bash and zsh do it, so that the command still names the right file.
 */
function quoteForPosix(word: string): string {
  if (holdsUnprintable(word)) return `$'${word.replace(ESCAPED, escapeCharacter)}'`;
  if (/^[\p{L}\p{N}_@%+=:,./…-]+$/u.test(word) && !/^[=%]/.test(word)) return word;
  return /["$`\\!]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`;
}

const ESCAPED = new RegExp(`['\\\\]|${UNPRINTABLE.source}`, 'gu');

function escapeCharacter(character: string): string {
  if (character === "'" || character === '\\') return `\\${character}`;
  return `\\U${hexOf(character).padStart(8, '0')}`;
}

function hexOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16);
}

/**
 * For cmd and for how the program behind it splits its command line. `pricesheet` is a batch file there, so that cmd reads
 * the line twice: only double quotes protect from both readings, and a quote within them is doubled. Two percent signs could
 * enclose the name of a variable, unless a caret or a space comes between. What can't be shown can't be written either; the command
 * then names no file.
 *
 * Source: "Parsing C command-line arguments" in the documentation of Microsoft's C runtime.
 */
function quoteForCmd(word: string): string {
  if (/^[\w.\\/:-][\w.\\/:=-]*%?$/.test(word)) return word;
  const shown = word.replaceAll(EACH_UNPRINTABLE, '\ufffd');
  if (!/%./.test(shown)) return inDoubleQuotes(shown);
  return shown
    .split('%')
    .map((part) => (part === '' ? '' : inDoubleQuotes(part)))
    .join('^%');
}

const EACH_UNPRINTABLE = new RegExp(UNPRINTABLE.source, 'gu');

/** Backslashes count only before a quote, the closing one included. */
function inDoubleQuotes(text: string): string {
  return `"${text.replace(/(\\*)("|$)/g, (_, slashes, quote) => slashes + slashes + quote + quote)}"`;
}

/**
 * A bare word that begins like a number would become one, and one with a comma becomes two. Single quotes protect from
 * everything but themselves, and PowerShell knows five of them.
 *
 * Source: about_Quoting_Rules and about_Parsing in the documentation of PowerShell.
 */
function quoteForPowerShell(word: string): string {
  if (/^(-|--[a-z-]+|(\.{1,2}[\\/]|[A-Za-z_\\/])[\w.\\/:=-]*)$/.test(word)) return word;
  if (holdsUnprintable(word)) return `"${word.replace(ESCAPED_IN_POWERSHELL, escapeForPowerShell)}"`;
  if (!/["\u201c-\u201e$`]/.test(word)) return `"${word}"`;
  return `'${word.replace(/['\u2018-\u201b]/g, '$&$&')}'`;
}

const ESCAPED_IN_POWERSHELL = new RegExp(`["\\u201c-\\u201e$\`]|${UNPRINTABLE.source}`, 'gu');

function escapeForPowerShell(character: string): string {
  return holdsUnprintable(character)
    ? `$([char]::ConvertFromUtf32(0x${hexOf(character)}))`
    : `\`${character}`;
}
