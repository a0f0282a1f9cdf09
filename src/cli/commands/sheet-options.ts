import type { SheetOptions } from '../../sheet/read-sheet.ts';
import type { ReadSettings } from '../read-settings.ts';
import type { MATCH_SETTINGS, READING_SETTINGS } from '../settings.ts';

type Settings = typeof READING_SETTINGS & Pick<typeof MATCH_SETTINGS, 'currency'>;

/** Settings as the reader of sheets wants them. */
export function toSheetOptions({
  values,
  shown,
}: Pick<ReadSettings<Settings>, 'values' | 'shown'>): SheetOptions {
  const { decimal, money, round, map, currency, ...others } = values;
  return {
    ...others,
    map: map ?? new Map(),
    isMapOfFile: shown['map']?.from.startsWith('--') === true,
    decimalSign: decimal,
    moneyUnit: money,
    rounding: round,
    currency,
  };
}
