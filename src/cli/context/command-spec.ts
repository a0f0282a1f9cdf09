import type { Shell } from '../../domain/quote-word.ts';
import { formatCommand } from '../../report/text/format-command.ts';
import { SOURCE_SETTINGS } from '../../settings/command-settings.ts';
import { oneOf, yes } from '../../settings/parse-setting.ts';
import type { Options } from '../../settings/read-sources.ts';
import { byFlag, define, negativeOf, type Setting, type SettingTable } from '../../settings/setting.ts';
import type { Context } from './context.ts';

/** Tables of settings under the titles that help gives them. */
export type SettingGroups = Readonly<Record<string, SettingTable>>;

/** What it is for, and the words behind the command's name, none of which holds a blank. */
type Example = readonly [about: string, words?: string];

/** A command: what help says of it, and how it runs. */
export interface CommandSpec {
  readonly name: string;
  readonly about: string;
  /** What follows the name, each with what it is; with `...` where several may follow. */
  readonly args?: readonly (readonly [name: string, about: string])[];
  /** The arguments may be left out. */
  readonly isOptional?: true;
  /** What the first word may be, what has to follow each, and what it means. */
  readonly actions?: readonly {
    readonly name: string;
    readonly words: readonly string[];
    readonly about: string;
  }[];
  /** Of its help, and of the message about a missing argument. */
  readonly example: Example;
  /** Its flags and settings, but for those of every command. */
  readonly settings: SettingGroups;
  /** Names of the settings that its short help shows; without it, all that have a flag. */
  readonly everyday?: readonly string[];
  /** It reports notices about the sources of settings itself, if at all. */
  readonly reportsNotices?: true;
  /** Whether it makes the files that settings come from, so that one that was named need not be there yet. */
  readonly makesFiles?: (options: Options) => boolean;
  /** Loaded only when the command is run, so that `--help` needs nothing of it. */
  readonly run: (context: Context, argument: string, ...more: readonly string[]) => Promise<number>;
}

/** A flag that is on where it is given. */
export function defineSwitch(flag: `--${string}`, about: string) {
  return define(flag, { about, parse: yes, from: 'flag' });
}

/** Flags of every command. */
const COMMON = byFlag({
  quiet: defineSwitch('--quiet', 'print nothing if all went well'),
  json: defineSwitch('--json', 'print one JSON document and nothing else'),
  verbose: defineSwitch(
    '--verbose',
    'log every request: in the run folder, or to standard error without one',
  ),
  ...SOURCE_SETTINGS,
  help: defineSwitch('--help', 'show the help for every day, also as -h'),
  helpAll: defineSwitch('--help-all', 'show every flag and setting'),
});

const EVERYDAY = ['quiet', 'json', 'help', 'helpAll'];

export const FORMAT = define('--format <text|markdown>', {
  about: 'format of the report on the screen',
  from: 'flag',
  parse: oneOf('text', 'markdown'),
  fallback: 'text',
});

/** Settings by their names in the code, under titles, with those of every command. */
export function groupsOf({ settings }: Pick<CommandSpec, 'settings'>): SettingGroups {
  return { ...settings, 'Every command': COMMON };
}

function settingsOf(spec: Pick<CommandSpec, 'settings'>): SettingTable {
  return Object.assign({}, ...Object.values(groupsOf(spec)));
}

export interface Flag extends Pick<Setting<unknown>, 'about' | 'argument' | 'parse'> {
  /** The setting's name in the code. */
  readonly option: string;
  /** What a switch comes to. */
  readonly value: boolean;
}

/** What can be typed, with its dashes. */
export function flagsOf(spec: Pick<CommandSpec, 'settings'>): ReadonlyMap<string, Flag> {
  const flags = new Map<string, Flag>();
  for (const [option, setting] of Object.entries(settingsOf(spec))) {
    const { flag, negative } = setting;
    if (flag !== undefined) flags.set(flag, { ...setting, option, value: true });
    if (flag !== undefined && negative !== undefined)
      flags.set(negativeOf(flag), { ...setting, option, about: negative, value: false });
  }
  return flags;
}

/** What the short help shows. */
export function everydayOf(spec: Pick<CommandSpec, 'settings' | 'everyday'>): readonly Setting<unknown>[] {
  const all = settingsOf(spec);
  const own = spec.everyday ?? Object.keys(all).filter((name) => all[name]?.flag && !(name in COMMON));
  return [...own, ...EVERYDAY].flatMap((name) => all[name] ?? []);
}

/** The example of a command as a command line of this shell. */
export function formatExample(
  { name, example: [, typed] }: Pick<CommandSpec, 'name' | 'example'>,
  shell: Shell,
): string {
  const words = typed?.split(' ') ?? [];
  return formatCommand(typed?.startsWith('-') ? [name, '', ...words] : [name, ...words], shell);
}
