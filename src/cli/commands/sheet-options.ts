import type { SheetOptions } from '../../sheet/read-sheet.ts';
import type { ValuesOf } from '../setting.ts';
import type { READING_SETTINGS } from '../settings.ts';

/** Settings as the reader of sheets wants them. */
export function toSheetOptions(values: ValuesOf<typeof READING_SETTINGS>): SheetOptions {
  return {
    delimiter: values.delimiter,
    decimalSign: values.decimal,
    moneyUnit: values.money,
    rounding: values.round,
    clearToken: values.clearToken,
    duplicates: values.duplicates,
  };
}
