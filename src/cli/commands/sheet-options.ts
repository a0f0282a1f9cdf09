import type { SheetOptions } from '../../sheet/read-sheet.ts';
import { columnMap } from '../settings/parse-names.ts';
import type { ReadSettings } from '../settings/read-settings.ts';
import type { MATCH_SETTINGS, READING_SETTINGS } from '../settings/settings.ts';

type Settings = typeof READING_SETTINGS & Pick<typeof MATCH_SETTINGS, 'currency'>;

/** The map that was given with this very file, without what a folder or a job says of all its sheets. */
function readMapOfFile(shown: ReadSettings<Settings>['shown']): SheetOptions['mapOfFile'] {
  const { value = null, from = '' } = shown['map'] ?? {};
  const given = from.startsWith('--') && value !== null ? columnMap(value) : undefined;
  return given?.ok ? given.value : undefined;
}

/** Settings as the reader of sheets wants them. */
export function toSheetOptions({
  values,
  shown,
}: Pick<ReadSettings<Settings>, 'values' | 'shown'>): SheetOptions {
  const { decimal, money, round, map, currency, ...others } = values;
  return {
    ...others,
    map: map ?? new Map(),
    mapOfFile: readMapOfFile(shown),
    decimalSign: decimal,
    moneyUnit: money,
    rounding: round,
    currency,
  };
}
