import { MISSING_CELL } from '../domain/csv-cells.ts';
import type { Sku } from '../domain/listing.ts';
import { bareSku, CONTROL_CHARACTERS } from './parse-row.ts';
import { isTotal } from './why-ignored.ts';

const HALF_CHARACTER = /\p{Cs}/u;

/**
 * Why no cell of a sheet can hold a SKU so that it is read back as it is: the rest of a sentence that begins with it;
 * `undefined` if one can.
 */
export function explainUnwritableSku(sku: Sku): string | undefined {
  if (sku.trim() === '') return 'is blank';
  if (CONTROL_CHARACTERS.test(sku)) return 'holds a line break or another control character';
  if (HALF_CHARACTER.test(sku)) return 'contains half of a character';
  if (sku.trim() !== sku) return 'has spaces before or after it';
  if (isTotal(sku)) return 'looks like a total';
  if (sku === MISSING_CELL) return 'looks like the mark for a missing cell';
  return bareSku(sku) === sku ? undefined : 'looks like a formula for another SKU';
}
