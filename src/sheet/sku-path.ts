import { foldHeader } from './header/fold-header.ts';

/** What stands between a parent's name and its child's, by the header under which a program writes both. */
const SEPARATORS: ReadonlyMap<string, string> = new Map([
  ['name', ' : '],
  ['item', ' : '],
  ['productservicename', ':'],
]);

/**
 * The separator where a column holds paths such as `Parent : Child`, of which the last part is the SKU; `undefined`
 * where it holds SKUs.
 */
export function skuPathOf(header: string | undefined): string | undefined {
  return header === undefined ? undefined : SEPARATORS.get(foldHeader(header));
}
