import type { Shell } from '../domain/quote-word.ts';
import { filterFlags } from '../report/text/format-command.ts';
import type { StepFlags } from '../report/view/list-next-steps.ts';
import { APPLY_SETTINGS, UNDO_SETTINGS } from './command-settings.ts';
import type { Options } from './read-sources.ts';
import { negativeOf, type SettingTable } from './setting.ts';

/** Names of options, and their flags. */
type Flags = readonly (readonly [name: string, flag: string])[];

/** Flags of every command that say where the other settings come from. */
const SOURCE_FLAGS: Flags = [
  ['config', '--config'],
  ['envFile', '--dotenv'],
];

/** Flags for one run and its repetition, but for the folder, which is taken by then. */
const ONCE_FLAGS: Flags = [
  ['allow', '--allow'],
  ['only', '--only'],
  ['dryRun', '--dry-run'],
];

/**
 * The given flags that a command knows, as they were written, for the commands that follow from a run; without flags for
 * one run only, and without secrets. `layout`: only flags for the layout of the sheet, or all others.
 */
export function givenFlags(
  table: SettingTable,
  given: Options,
  { layout }: { readonly layout?: boolean } = {},
): readonly string[] {
  if (layout === undefined)
    return [true, false].flatMap((only) => givenFlags(table, given, { layout: only }));
  const lasting = Object.entries(table).filter(
    ([, setting]) => !setting.once && !setting.show && (setting.layout ?? false) === layout,
  );
  const flags = lasting.flatMap(([name, { flag }]) => (flag === undefined ? [] : [[name, flag] as const]));
  return writeFlags(layout ? flags : [...flags, ...SOURCE_FLAGS], given);
}

function writeFlags(flags: Flags, given: Options): readonly string[] {
  return flags.flatMap(([name, flag]) => {
    const text = given[name];
    if (text === undefined) return [];
    if (typeof text === 'string') return [flag, text];
    return [text ? flag : negativeOf(flag)];
  });
}

/** Those flags of another command, and their values, that a command with these settings knows too. */
export function keepFlags(flags: readonly string[], table: SettingTable): readonly string[] {
  const names = [...Object.values(table).flatMap(({ flag }) => flag ?? []), '--config', '--dotenv'];
  const known = new Set(names.flatMap((flag) => [flag, negativeOf(flag)]));
  return filterFlags(flags, (flag) => known.has(flag));
}

/** Those of the flags that were given which the commands after a run need. */
export function stepFlagsOf({
  options,
  shell,
}: {
  readonly options: Options;
  readonly shell: Shell;
}): StepFlags {
  return {
    shell,
    undoFlags: givenFlags(UNDO_SETTINGS, options),
    applyFlags: givenFlags(APPLY_SETTINGS, options),
    // Of a program it may be false, which no flag says.
    onceFlags: writeFlags(ONCE_FLAGS, { ...options, dryRun: options['dryRun'] || undefined }),
  };
}
