import { SOURCE_FLAGS } from './given-flags.ts';
import type { SettingTable } from './setting.ts';

/** Those flags of another command, and their values, that a command with these settings knows too. */
export function keepFlags(flags: readonly string[], table: SettingTable): readonly string[] {
  const names = [
    ...Object.values(table).flatMap(({ flag, negative }) =>
      negative === undefined ? [flag] : [flag, `no-${flag}`],
    ),
    ...Object.values(SOURCE_FLAGS),
  ];
  const known = new Set(names.map((name) => `--${name}`));
  const kept: string[] = [];
  let isKept = true;
  for (const word of flags) {
    if (word.startsWith('--')) isKept = known.has(word);
    if (isKept) kept.push(word);
  }
  return kept;
}
