import type { ColumnMap } from '../../sheet/header/column.ts';
import { quoteForShell } from '../../sheet/quote-for-shell.ts';

/**
 * What was said of columns, as `--map` takes it. A flag that a message proposes says it again, since of two flags the second
 * takes the place of the first.
 */
export function mapPairs(map: ColumnMap): readonly string[] {
  return [...map].map(([name, text]) => `${name}=${text === '' ? '' : quoteForShell(text)}`);
}
