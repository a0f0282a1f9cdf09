import type { Shell } from '../domain/quote-word.ts';
import { filterFlags, type GivenFlag, type GivenFlags } from '../report/text/format-command.ts';
import { APPLY_SETTINGS, COLUMN_SETTINGS, UNDO_SETTINGS } from './command-settings.ts';
import type { Options } from './read-sources.ts';
import { negativeOf, type SettingTable } from './setting.ts';
import { SYNC_SETTINGS } from './settings.ts';

/** Flags of every command that say where the other settings come from. */
const SOURCE_FLAGS = { config: '--config', envFile: '--dotenv' } as const;

/** Commands that follow are about the very file that was read. */
const { newest: _newest, ...OF_SYNC } = SYNC_SETTINGS;

/** The commands that follow from others, and their settings. */
const FOLLOWING: Readonly<Record<string, SettingTable>> = {
  sync: OF_SYNC,
  diff: OF_SYNC,
  apply: APPLY_SETTINGS,
  undo: UNDO_SETTINGS,
  check: COLUMN_SETTINGS,
};

/**
 * What a command was given, as it was written, for the commands that follow from it; without flags for one run only but those of its
 * repetition, and without secrets.
 */
export function givenFlagsOf({
  options,
  shell,
}: {
  readonly options: Options;
  readonly shell: Shell;
}): GivenFlags {
  const commands = Object.keys(FOLLOWING);
  const settings: SettingTable = Object.assign({}, ...Object.values(FOLLOWING));
  const flags = Object.entries(settings).flatMap(([name, setting]): readonly GivenFlag[] => {
    const words = lastingWords(name, setting, options);
    const takers = commands.filter((command) => FOLLOWING[command]?.[name]);
    return words.length === 0 ? [] : [{ words, commands: takers, isLayout: setting.layout === true }];
  });
  const sources = Object.entries(SOURCE_FLAGS).map(([name, flag]) => ({
    words: toWords(flag, options[name]),
    commands,
  }));
  const { allow, only, dryRun } = options;
  return {
    shell,
    flags: [
      ...flags.filter(({ isLayout }) => isLayout),
      ...flags.filter(({ isLayout }) => !isLayout),
      ...sources,
    ],
    allow: typeof allow === 'string' ? allow.split(',') : [],
    // Of a program it may be false, which no flag says.
    once: [...toWords('--only', only), ...toWords('--dry-run', dryRun || undefined)],
  };
}

/** The given flags of these settings, as they were written; without flags for one run only, and without secrets. */
export function givenFlags(table: SettingTable, given: Options): readonly string[] {
  return [
    ...Object.entries(table).flatMap(([name, setting]) => lastingWords(name, setting, given)),
    ...Object.entries(SOURCE_FLAGS).flatMap(([name, flag]) => toWords(flag, given[name])),
  ];
}

function lastingWords(
  name: string,
  { flag, once, show }: SettingTable[string],
  given: Options,
): readonly string[] {
  return flag === undefined || once || show ? [] : toWords(flag, given[name]);
}

function toWords(flag: string, value: Options[string] | undefined): readonly string[] {
  if (value === undefined) return [];
  if (typeof value === 'string') return [flag, value];
  return [value ? flag : negativeOf(flag)];
}

/** Those flags of another command, and their values, that a command with these settings knows too. */
export function keepFlags(flags: readonly string[], table: SettingTable): readonly string[] {
  const names = [...Object.values(table).flatMap(({ flag }) => flag ?? []), ...Object.values(SOURCE_FLAGS)];
  const known = new Set(names.flatMap((flag) => [flag, negativeOf(flag)]));
  return filterFlags(flags, (flag) => known.has(flag));
}
