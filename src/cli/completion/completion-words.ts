import { COMMON_OPTIONS, type CommandSpec } from '../settings/command-spec.ts';
import type { Setting } from '../settings/setting.ts';

/** What can stand behind a flag, or as an argument. */
export type Completable =
  | { readonly kind: 'words'; readonly words: readonly string[]; readonly many: boolean }
  | { readonly kind: 'file' | 'folder' | 'run' }
  /** Something that nobody can guess. */
  | { readonly kind: 'text' };

export interface CompletedFlag {
  /** With its dashes. */
  readonly flag: string;
  readonly about: string;
  /** A switch has none. */
  readonly value: Completable | undefined;
}

export interface CompletedCommand {
  readonly name: string;
  readonly about: string;
  readonly flags: readonly CompletedFlag[];
  readonly arguments: readonly {
    readonly name: string;
    readonly about: string;
    readonly value: Completable;
    readonly many: boolean;
  }[];
}

/** What a shell needs to know of commands to complete them. `words`: those that an argument takes, by its name. */
export function toCompleted(
  specs: readonly Described[],
  words: Readonly<Record<string, readonly string[]>>,
): readonly CompletedCommand[] {
  const commands = specs.map((spec) => toCommand(spec, words));
  const topic = [...commands.map(({ name }) => name), ...(words['topic'] ?? [])];
  const help = { name: 'help', about: 'show what a command or a topic is about', settings: [] };
  return [
    ...commands,
    { ...toCommand({ ...help, argument: ['topic', 'what to show'] }, { topic }), flags: [] },
  ];
}

type Described = Omit<CommandSpec, 'run'>;

function toCommand(spec: Described, words: Readonly<Record<string, readonly string[]>>): CompletedCommand {
  return {
    name: spec.name,
    about: spec.about,
    flags: [
      ...spec.settings.flatMap(([, table]) => Object.values(table).map(fromSetting)),
      ...(spec.switches ?? []).map(([flags, about]) => fromFlags(flags, about)),
      ...COMMON_OPTIONS.map(([flags, about]) => fromFlags(flags, about)),
      { flag: '--help', about: 'show what there is', value: undefined },
    ],
    arguments: [spec.argument, spec.second].flatMap((each) => {
      if (!each) return [];
      const name = each[0].replace('...', '');
      return [{ name, about: each[1], value: toArgument(name, words), many: name !== each[0] }];
    }),
  };
}

function toArgument(name: string, words: Readonly<Record<string, readonly string[]>>): Completable {
  const known = words[name];
  if (known) return { kind: 'words', words: known, many: false };
  if (name === 'sheet') return { kind: 'file' };
  return { kind: name === 'run' ? 'run' : 'text' };
}

function fromSetting({ flag, argument, about, parse }: Setting<unknown>): CompletedFlag {
  const value = argument === undefined ? undefined : toValue(argument, parse.words, parse.many);
  return { flag: `--${flag}`, about, value };
}

/** `--config <file>` */
function fromFlags(flags: string, about: string): CompletedFlag {
  const [flag = '', argument] = flags.split(' ');
  return {
    flag,
    about,
    value: argument === undefined ? undefined : toValue(toName(argument)),
  };
}

/** `<file>` names a file, `<text|markdown>` the words themselves. */
function toName(argument: string): string {
  const name = argument.replace(/[<>]/g, '');
  return name.includes('|') ? name : name.toUpperCase();
}

function toValue(
  argument: string,
  words: readonly string[] | undefined = undefined,
  many = false,
): Completable {
  if (words) return { kind: 'words', words, many };
  if (argument === 'FILE') return { kind: 'file' };
  if (argument === 'DIR') return { kind: 'folder' };
  // What stands in capitals stands for something else.
  const written = argument.split('|').filter((word) => /^[a-z][a-z-]*$/.test(word));
  return written.length > 0 ? { kind: 'words', words: written, many: false } : { kind: 'text' };
}
