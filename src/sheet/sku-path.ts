import type { Column } from './header/column.ts';
import { foldHeader } from './header/fold-header.ts';

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
  return isQuickBooks(header) ? ':' : SEPARATORS.get(foldHeader(sku.header));
}

/** Source: https://cougarmtnservice.com/help/Appendix/QB_Req_IN.htm, and QuickBooks' help on IIF files. */
const QUICKBOOKS = ['Reorder Pt (Min)', 'COGS Account', 'Active Status', '!INVITEM'];

function isQuickBooks(header: readonly string[]): boolean {
  return header.some((text) => QUICKBOOKS.includes(text.trim()));
}
