import { quoteWord, type Shell } from '../../domain/quote-word.ts';

/** A command of this program, to be copied into this shell: what to do, with what, and flags. The subject may be empty. */
export function formatCommand(
  [command = '', subject = '', ...flags]: readonly string[],
  shell: Shell,
): string {
  const words = [...(subject === '' ? [] : [asSubject(subject)]), ...flags];
  return ['pricesheet', command, ...words.map((word) => quoteWord(word, shell))].join(' ');
}

/** A flag that a command was given, as it was written. */
export interface GivenFlag {
  readonly words: readonly string[];
  /** The commands that take it too. */
  readonly commands: readonly string[];
  /** It says how the sheet at hand is written, and nothing of the files that a run writes. */
  readonly isLayout?: boolean;
}

/** What a command was given, for the commands that follow from it; and the shell that these are written for. */
export interface GivenFlags {
  readonly shell: Shell;
  /** The layout of the sheet first. */
  readonly flags: readonly GivenFlag[];
  /** The rules of `--allow`. */
  readonly allow: readonly string[];
  /** Flags that go with this run and its repetition only. */
  readonly once: readonly string[];
}

/** A command that follows, of its name, its subject and further words, with those of the given flags that it takes; `more` comes last. */
export function formatFollowing(
  words: readonly string[],
  given: GivenFlags,
  { allow = [], more = [] }: { readonly allow?: readonly string[]; readonly more?: readonly string[] } = {},
): string {
  return formatCommand([...words, ...flagsFor(words[0] ?? '', given, allow), ...more], given.shell);
}

/** The given flags that a command takes, and the rules that it is to let pass. */
export function flagsFor(
  command: string,
  { flags }: Pick<GivenFlags, 'flags'>,
  allow: readonly string[] = [],
): readonly string[] {
  const taken = flags.filter(({ commands }) => commands.includes(command)).flatMap(({ words }) => words);
  return allow.length === 0 ? taken : [...taken, '--allow', [...new Set(allow)].join(',')];
}

/** As they are for a file that a run wrote. */
export function withoutLayout(given: GivenFlags): GivenFlags {
  return { ...given, flags: given.flags.filter(({ isLayout }) => !isLayout) };
}

/** Those flags, with their values, that are wanted. `isWanted`: asked for each flag as it was given, with its dashes. */
export function filterFlags(
  words: readonly string[],
  isWanted: (flag: string) => boolean,
): readonly string[] {
  let isKept = true;
  return words.filter((word) => {
    if (word.startsWith('--')) isKept = isWanted(word);
    return isKept;
  });
}

/** A name that begins like a flag would be taken for one. */
function asSubject(name: string): string {
  return name.startsWith('-') && name !== '-' ? `./${name}` : name;
}
