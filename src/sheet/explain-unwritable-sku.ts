import type { Sku } from '../domain/listing.ts';
import { MISSING_CELL } from '../domain/missing-cell.ts';
import { bareSku, CONTROL_CHARACTERS } from './parse-row.ts';
import { isTotal } from './why-ignored.ts';

const HALF_CHARACTER = /\p{Cs}/u;

/**
 * Why no cell of a sheet can hold a SKU so that it is read back as it is: the rest of a sentence that begins with it;
 * `undefined` where one can.
 */
export function explainUnwritableSku(sku: Sku): string | undefined {
  if (sku.trim() === '') return 'is blank';
  if (CONTROL_CHARACTERS.test(sku)) return 'holds a line break or another control character';
  if (HALF_CHARACTER.test(sku)) return 'holds half of a character';
  if (sku.trim() !== sku) return 'has blanks around it';
  if (isTotal(sku)) return 'reads like the mark of a total';
  if (sku === MISSING_CELL) return 'reads like a cell that was not there';
  return bareSku(sku) === sku ? undefined : 'reads like a formula for another SKU';
}
