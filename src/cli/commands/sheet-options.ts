import type { SheetOptions } from '../../sheet/read-sheet.ts';
import type { ValuesOf } from '../setting.ts';
import type { READING_SETTINGS } from '../settings.ts';

/** Settings as the reader of sheets wants them. */
export function toSheetOptions(
  { decimal, money, round, map, ...values }: ValuesOf<typeof READING_SETTINGS>,
  currency: string | undefined,
): SheetOptions {
  return {
    ...values,
    map: map ?? new Map(),
    decimalSign: decimal,
    moneyUnit: money,
    rounding: round,
    currency,
  };
}
