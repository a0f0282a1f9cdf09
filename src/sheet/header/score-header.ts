import type { ColumnMap } from './column.ts';
import { fromLetters } from './column-letters.ts';
import type { ColumnName } from './column-names.ts';
import { foldHeader } from './fold-header.ts';
import { meaningOf } from './header-meanings.ts';

/** The letter of a column that is named by letter and header: `C:Cost`. */
const LETTER_OF = /^\s*[A-Z]{1,3}:/i;

/** How well a record would do as the header. */
export interface HeaderScore {
  /** The fields that its cells name, besides the SKU. */
  readonly fields: number;
  readonly sku: 'named' | 'weak' | 'none';
}

/** Scores a record as a header. */
export function scoreHeader(cells: readonly string[], map: ColumnMap): HeaderScore {
  const wanted = new Map(
    [...map]
      .filter(([, text]) => !isLetterIn(cells, text))
      .flatMap(([name, text]) =>
        keysOf(text, foldHeader(text.replace(LETTER_OF, ''))).map((key) => [key, name] as const),
      ),
  );
  const names = new Set<ColumnName>();
  let sku: HeaderScore['sku'] = 'none';
  for (const cell of cells) {
    const mapped = wanted.size === 0 ? undefined : findWanted(wanted, cell);
    const meaning = mapped ? undefined : meaningOf(cell);
    const name = mapped ?? meaning?.name;
    if (name === undefined) continue;
    if (name !== 'sku') names.add(name);
    else if (meaning?.by !== 'weak') sku = 'named';
    else if (sku === 'none') sku = 'weak';
  }
  return { fields: names.size, sku };
}

/** A letter says where a column is, and nothing of what is written above it. `EK`, of which no sheet has a column, is a header. */
function isLetterIn(cells: readonly string[], text: string): boolean {
  const index = fromLetters(text.trim());
  return index !== undefined && (index < 26 || index < cells.length);
}

function findWanted(wanted: ReadonlyMap<string, ColumnName>, cell: string): ColumnName | undefined {
  return keysOf(cell, foldHeader(cell))
    .map((key) => wanted.get(key))
    .find((name) => name !== undefined);
}

/** A header by its own text, and by what is left of it without what doesn't matter, if anything. */
function keysOf(text: string, folded: string): readonly string[] {
  const own = text.trim();
  return [...(own === '' ? [] : [`=${own}`]), ...(folded === '' ? [] : [folded])];
}
