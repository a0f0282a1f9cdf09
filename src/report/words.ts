import { type Outcome, rowOf } from '../domain/stages.ts';

/** `1 row`, `2 rows`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** A sheet's path for people. */
export function nameOfSheet(path: string): string {
  return path === '-' ? 'standard input' : path;
}

/** The SKU that a row names; nothing where it names none. */
export function skuOf({ entry }: Outcome): string {
  const row = rowOf(entry);
  return 'target' in row ? (row.target?.sku ?? '') : '';
}
