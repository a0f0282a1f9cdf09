import type { Column } from './header/column.ts';
import { foldHeader } from './header/fold-header.ts';
import { findProgram } from './header/programs/find-program.ts';

/** Between a parent's name and its child's, by the header under which a program writes both. */
const SEPARATORS: ReadonlyMap<string, string> = new Map([
  ['name', ' : '],
  ['item', ' : '],
  ['productservicename', ':'],
]);

/**
 * The separator if a column holds paths such as `Parent : Child`, of which the last part is the SKU; `undefined`
 * if it holds SKUs.
 */
export function skuPathOf(header: readonly string[], sku: Column | undefined): string | undefined {
  if (!sku) return undefined;
  return findProgram(header)?.skuPath ?? SEPARATORS.get(foldHeader(sku.header));
}
