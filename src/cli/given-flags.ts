import type { Options } from './read-sources.ts';
import type { SettingTable } from './setting.ts';

/** Flags of every command that say where the other settings come from. */
const SOURCE_FLAGS = { config: 'config', envFile: 'env-file' } as const;

/**
 * The flags that were given of those a command knows, as they were written, for the commands that follow from a run; those
 * that go with one run only are left out.
 */
export function givenFlags(table: SettingTable, given: Options): readonly string[] {
  const lasting = Object.entries(table).filter(([, { once }]) => !once);
  const names = [
    ...lasting.map(([name, { flag }]) => [name, flag] as const),
    ...Object.entries(SOURCE_FLAGS),
  ];
  return names.flatMap(([name, flag]) => {
    const text = given[name];
    return typeof text === 'string' ? [`--${flag}`, text] : [];
  });
}
