import { columnMap } from '../../settings/parse-lists.ts';
import type { ReadSettings } from '../../settings/read-settings.ts';
import type { MATCH_SETTINGS, READING_SETTINGS } from '../../settings/settings.ts';
import type { SheetOptions } from '../../sheet/read-sheet.ts';
import type { Caller } from './caller.ts';

type Settings = typeof READING_SETTINGS & Pick<typeof MATCH_SETTINGS, 'currency'>;

/** The map that was given with this very file, without what a folder or a job says of all its sheets. */
function readMapOfFile({ map }: Caller['options']): SheetOptions['mapOfFile'] {
  const given = typeof map === 'string' ? columnMap(map) : undefined;
  return given?.ok ? given.value : undefined;
}

/** Settings as the reader of sheets wants them. */
export function toSheetOptions(
  { values }: Pick<ReadSettings<Settings>, 'values'>,
  { options, shell }: Pick<Caller, 'options' | 'shell'>,
): SheetOptions {
  const { decimal, money, round, map, currency, ...others } = values;
  return {
    ...others,
    map: map ?? new Map(),
    mapOfFile: readMapOfFile(options),
    decimalSign: decimal,
    moneyUnit: money,
    rounding: round,
    currency,
    shell,
  };
}
