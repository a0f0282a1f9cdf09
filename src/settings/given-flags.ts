import type { Shell } from '../domain/quote-word.ts';
import { filterFlags, type GivenFlag, type GivenFlags } from '../report/text/format-command.ts';
import { APPLY_SETTINGS, COLUMN_SETTINGS, SOURCE_SETTINGS, UNDO_SETTINGS } from './command-settings.ts';
import type { Options } from './read-sources.ts';
import { negativeOf, type SettingTable } from './setting.ts';
import { SYNC_SETTINGS } from './settings.ts';

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
 * repetition, and without secrets. Where the other settings come from is said to each of them.
 */
export function givenFlagsOf(options: Options, shell: Shell): GivenFlags {
  const settings: SettingTable = Object.assign({}, ...Object.values(FOLLOWING), SOURCE_SETTINGS);
  const flags = Object.entries(settings).flatMap(([name, setting]): readonly GivenFlag[] => {
    const words = lastingWords(name, setting, options);
    const takers = Object.entries(FOLLOWING).filter(([, table]) => name in { ...table, ...SOURCE_SETTINGS });
    const commands = takers.map(([command]) => command);
    return words.length === 0 ? [] : [{ words, commands, isLayout: setting.layout === true }];
  });
  const { allow, only, dryRun } = options;
  return {
    shell,
    flags: flags.toSorted((one, other) => Number(other.isLayout) - Number(one.isLayout)),
    allow: typeof allow === 'string' ? allow.split(',') : [],
    // Of a program it may be false, which no flag says.
    once: [...toWords('--only', only), ...toWords('--dry-run', dryRun || undefined)],
  };
}

/** The given flags of these settings, as they were written; without flags for one run only, and without secrets. */
export function givenFlags(table: SettingTable, given: Options): readonly string[] {
  const settings = Object.entries({ ...table, ...SOURCE_SETTINGS });
  return settings.flatMap(([name, setting]) => lastingWords(name, setting, given));
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
  const names = Object.values({ ...table, ...SOURCE_SETTINGS }).flatMap(({ flag }) => flag ?? []);
  const known = new Set(names.flatMap((flag) => [flag, negativeOf(flag)]));
  return filterFlags(flags, (flag) => known.has(flag));
}
