import type { Shell } from '../../domain/quote-word.ts';
import type { RawRecord } from '../parse-records.ts';
import type { ColumnMap } from './column.ts';
import { toLetters } from './column-letters.ts';
import type { ColumnName } from './column-names.ts';
import { foldHeader } from './fold-header.ts';
import { formatMapFlag } from './format-map-flag.ts';
import { meaningOf } from './header-meanings.ts';
import { nameForMap } from './name-for-map.ts';

interface SuggestOptions {
  /** The cells that name the columns; none where there is no header. */
  readonly header: readonly string[];
  readonly records: readonly RawRecord[];
  /** What a person has said already; it stays. */
  readonly map: ColumnMap;
  readonly shell: Shell;
}

/** Flags that a person can go on from, and whether they name a column by its letter. */
export interface Suggestion {
  readonly flags: string;
  readonly byLetter: boolean;
}

/** At most that many rows are compared. */
const MAX_COMPARED = 20;

/**
 * A `--map` that a person can go on from. The column of the SKUs is a guess that does no harm if it is wrong, since
 * such SKUs aren't listed; the column of the cost is never guessed, since what looks like one may be the sales price.
 */
export function suggestMap({ header, records, map, shell }: SuggestOptions): Suggestion {
  const named = header.findIndex((cell) => meaningOf(cell)?.name === 'cost');
  const words = new Map<ColumnName, string>([
    ['sku', nameGuess(header, guessSku({ header, records, map }))],
    ['cost', named < 0 ? '…' : nameGuess(header, named)],
    ...map,
  ]);
  return {
    flags: formatMapFlag([...words], shell),
    byLetter: [...words.values()].some((word) => /^[A-Z]{1,3}$/i.test(word) && !header.includes(word)),
  };
}

/**
 * Of the columns without amounts and without another meaning, the first whose header has the word SKU, else the first whose
 * cells all differ.
 */
function guessSku({ header, records, map }: Omit<SuggestOptions, 'shell'>): number {
  const taken = new Set([...map.values()].map(foldHeader));
  const below = records
    .filter(({ cells }) => cells !== header && cells.length >= header.length - 1)
    .slice(-MAX_COMPARED);
  const width = Math.max(header.length, ...below.map(({ cells }) => cells.length));
  const columns = Array.from({ length: width }, (_, index) => {
    const text = header[index] ?? '';
    const isOther =
      meaningOf(text) !== undefined || [text, toLetters(index)].some((name) => taken.has(foldHeader(name)));
    const cells = below.map((record) => record.cells[index]?.trim() ?? '').filter((cell) => cell !== '');
    return { index, cells, words: wordsOf(text), isFree: !isOther && !cells.every(isAmount) };
  }).filter(({ isFree }) => isFree);
  const named = columns.filter(({ words }) => words.includes('sku'));
  const own = named.find(({ words }) => !words.some((word) => OTHERS.has(word)));
  const distinct = columns.find(({ cells }) => new Set(cells).size === cells.length);
  return (own ?? named[0] ?? distinct)?.index ?? 0;
}

/** Words for SKUs of somebody else, not of the listings. */
const OTHERS = new Set(
  'supplier suppliers vendor vendors manufacturer mfr mfg parent old lieferant lieferanten hersteller fournisseur proveedor fornitore'.split(
    ' ',
  ),
);

/** `SKU-Nr.`, `shopSku` and `ShopSKURef` have the word, `Skull` has not. */
function wordsOf(header: string): readonly string[] {
  return header
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u);
}

function isAmount(cell: string): boolean {
  return isNumeric(cell) && /[.,]\d\d?$/.test(cell);
}

/** Whether a cell holds a number or an amount, which names no column. */
export function isNumeric(cell: string): boolean {
  return /^\s*[\p{Sc}(+-]?\s?\d[\d.,' ]*\)?-?\s*$/u.test(cell);
}

/** A text with digits may be data instead of a header. */
function nameGuess(header: readonly string[], index: number): string {
  return /\d/.test(header[index] ?? '') ? toLetters(index) : nameForMap(header, index);
}
