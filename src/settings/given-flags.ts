import type { Options } from './read-sources.ts';
import type { SettingTable } from './setting.ts';

/** Flags of every command that say where the other settings come from. */
export const SOURCE_FLAGS = { config: 'config', envFile: 'dotenv' } as const;

/**
 * The given flags that a command knows, as they were written, for the commands that follow from a run; without flags for
 * one run only, and without secrets. `layout`: only flags for the layout of the sheet, instead of all others.
 */
export function givenFlags(
  table: SettingTable,
  given: Options,
  { layout = false }: { readonly layout?: boolean } = {},
): readonly string[] {
  const lasting = Object.entries(table).filter(
    ([, setting]) => !setting.once && !setting.show && (setting.layout ?? false) === layout,
  );
  const names = [
    ...lasting.map(([name, { flag }]) => [name, flag] as const),
    ...(layout ? [] : Object.entries(SOURCE_FLAGS)),
  ];
  return names.flatMap(([name, flag]) => {
    const text = given[name];
    if (text === undefined) return [];
    if (typeof text === 'string') return [`--${flag}`, text];
    return [text ? `--${flag}` : `--no-${flag}`];
  });
}
