import type { ColumnMap } from '../../sheet/header/column.ts';
import { quoteForShell } from '../../sheet/quote-for-shell.ts';

/**
 * Column assignments as `--map` takes them. A suggested flag repeats the given ones, since the second of two flags
 * replaces the first.
 */
export function mapPairs(map: ColumnMap): readonly string[] {
  return [...map].map(([name, text]) => `${name}=${text === '' ? '' : quoteForShell(text)}`);
}
