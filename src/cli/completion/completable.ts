import type { Setting } from '../../settings/setting.ts';
import { COMMON_OPTIONS, type CommandSpec } from '../context/command-spec.ts';

/** The values that can follow a flag or be an argument. A `text` has no proposals. */
export type Completable =
  | { readonly kind: 'words' | 'list'; readonly words: readonly Proposal[] }
  | { readonly kind: 'files' | 'folders' | 'runs' | 'run' | 'text' };

/** A word, and what it means. */
export type Proposal = readonly [word: string, about?: string];

/** A command as far as help shows it. */
export type Described = Omit<CommandSpec, 'run'>;

interface Flag {
  readonly flag: string;
  readonly about: string;
  /** A switch has none. */
  readonly value: Completable | undefined;
}

/** The flags of a command, and what can follow each of them. */
export function flagsOf({ settings, switches = [] }: Described): readonly Flag[] {
  return [
    ...settings.flatMap(([, table]) => Object.values(table).flatMap(fromSetting)),
    ...[...switches, ...COMMON_OPTIONS].map(([flags, about]) => fromFlags(flags, about)),
    { flag: '--help', about: 'show this help', value: undefined },
  ];
}

function fromSetting({ flag, argument, about, parse, negative }: Setting<unknown>): readonly Flag[] {
  const words = parse.words?.map((word) => [word] as const);
  const known: Completable | undefined = words && { kind: parse.many ? 'list' : 'words', words };
  const value = argument === undefined ? undefined : (known ?? toValue(argument));
  const given: Flag = { flag: `--${flag}`, about, value };
  return negative === undefined
    ? [given]
    : [given, { flag: `--no-${flag}`, about: negative, value: undefined }];
}

/** `--config <file>`, `--format <text|markdown>` */
function fromFlags(flags: string, about: string): Flag {
  const [flag = '', argument] = flags.split(' ');
  return { flag, about, value: argument === undefined ? undefined : toValue(argument.slice(1, -1)) };
}

/** Words in capitals are placeholders: of `N|auto` only `auto` can be proposed. */
function toValue(argument: string): Completable {
  if (/^file$/i.test(argument)) return { kind: 'files' };
  if (argument === 'DIR') return { kind: 'folders' };
  const words = argument.split('|').filter((word) => /^[a-z][a-z-]*$/.test(word));
  return words.length > 0 ? { kind: 'words', words: words.map((word) => [word]) } : { kind: 'text' };
}
