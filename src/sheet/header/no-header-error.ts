import { SheetError } from '../../domain/errors.ts';
import { quoteWord, type Shell } from '../../domain/quote-word.ts';
import type { RawRecord } from '../parse-records.ts';
import type { ColumnMap } from './column.ts';
import { toLetters } from './column-letters.ts';
import type { ColumnName } from './column-names.ts';
import { holdsFigures } from './could-be-row.ts';
import { isNumeric, wordsOf } from './fold-header.ts';
import { formatMapFlag } from './format-map-flag.ts';
import { meaningOf } from './header-meanings.ts';
import { nameForMap } from './name-for-map.ts';
import { scoreHeader } from './score-header.ts';

interface NoHeaderOptions {
  /** Of the sheet, for messages. */
  readonly name: string;
  readonly map: ColumnMap;
  /** Of the flags that are suggested. */
  readonly shell: Shell;
}

/** No line could be taken for the header: the closest one, and what to do about it. */
export function noHeaderError(records: readonly RawRecord[], options: NoHeaderOptions): SheetError {
  const closest = closestRecord(records, options.map);
  const unsplit = findUnsplit(closest, records, options);
  const { line, cells } = unsplit?.record ?? closest;
  return new SheetError(
    `Cannot read the sheet "${options.name}": no line has a header for the SKU column; the closest is line ${line}: ${listCells(cells)}`,
    { hint: unsplit?.hint ?? adviseMapped(closest, options.map) ?? adviseMap(closest, records, options) },
  );
}

/** With --header-row none, but without a column for the SKU. */
export function unnamedColumnsError(records: readonly RawRecord[], options: NoHeaderOptions): SheetError {
  const first = records[0] ?? { line: 1, cells: [] };
  const unsplit = findUnsplit(first, records, options);
  const { line, cells } = unsplit?.record ?? first;
  return new SheetError(
    `Cannot read the sheet "${options.name}": it has no header, and no column is mapped to the SKU; line ${line} is ${listCells(cells)}`,
    {
      hint:
        unsplit?.hint ??
        `Name the columns by their letters, for example ${suggestFlags(undefined, records, options)}`,
    },
  );
}

/** The record that names the most, else the first one that could name columns at all. */
function closestRecord(records: readonly RawRecord[], map: ColumnMap): RawRecord {
  const scored = records.map((record) => ({ record, score: scoreHeader(record.cells, map).fields }));
  const best = scored.reduce((one, other) => (other.score > one.score ? other : one));
  if (best.score > 0) return best.record;
  const wordy = records.find(
    ({ cells }) => cells.filter((cell) => /\p{L}/u.test(cell)).length > 1 && !holdsFigures(cells),
  );
  return wordy ?? best.record;
}

/** What programs put between cells: what is detected by the word that `--delimiter` takes for it, and rarer signs. */
const WORDS: ReadonlyMap<string, string> = new Map([
  [',', 'comma'],
  [';', 'semicolon'],
  ['\t', 'tab'],
  ['|', 'pipe'],
  [' ', 'a space'],
]);
const RARE = [',', ';', '\t', '|', '~', '^', '¦', '§'];
/** Signs that occur in texts, times and names too: only the names of columns show that they separate. */
const ORDINARY = [':', '!', '#', '/', '\\', ' '];

/** Where lines are one cell each, no column can be named before they are split: a line that shows it, and how to split it. */
function findUnsplit(
  closest: RawRecord,
  records: readonly RawRecord[],
  { map, shell }: NoHeaderOptions,
): { readonly record: RawRecord; readonly hint: string } | undefined {
  if (!isSingle(closest) && !isAligned(closest)) return undefined;
  const single = records.filter(isSingle);
  const namesColumns = (record: RawRecord, sign: string): boolean => {
    const { sku, fields } = scoreHeader(textOf(record).split(sign), map);
    return sku !== 'none' && fields > 0;
  };
  const linesWith = (sign: string): readonly RawRecord[] =>
    single.filter((record) => textOf(record).includes(sign));
  const isNaming = (sign: string): boolean => single.some((record) => namesColumns(record, sign));
  const aligned = records.find(isAligned);
  const sign =
    RARE.find(isNaming) ??
    (aligned ? undefined : ORDINARY.find(isNaming)) ??
    RARE.find((sign) => linesWith(sign).length * 2 > single.length);
  if (sign === undefined) {
    const hint = `All of line ${aligned?.line} is one cell: export the sheet as CSV if its columns have a fixed width; else pass --delimiter, or set "quote" in pricesheet.json`;
    return aligned && { record: aligned, hint };
  }
  const record = single.find((one) => namesColumns(one, sign)) ?? linesWith(sign)[0] ?? closest;
  const word = WORDS.get(sign);
  const flag = word === undefined || sign === ' ' ? quoteWord(sign, shell) : word;
  const quotes = flag === word ? '; if whole lines are in quotes, remove those quotes first' : '';
  const hint = `All of line ${record.line} is one cell, and ${word ?? `"${sign}"`} seems to be its delimiter: pass --delimiter ${flag}${quotes}`;
  return { record, hint };
}

function isSingle({ cells }: RawRecord): boolean {
  return cells.filter((cell) => cell.trim() !== '').length === 1;
}

/** Blanks alone seem to separate its columns. */
function isAligned({ cells }: RawRecord): boolean {
  return / {2,}\S/.test(cells.join(','));
}

function textOf({ cells }: RawRecord): string {
  return cells.find((cell) => cell.trim() !== '') ?? '';
}

const MAX_CELLS = 12;

/** `A "WDGK-18571", B "Lamp", E "39.58"`: cells with the letters that `--map` takes. */
function listCells(cells: readonly string[]): string {
  const filled = cells.flatMap((cell, index) =>
    cell.trim() === '' ? [] : [`${toLetters(index)} "${cell.trim()}"`],
  );
  return [...filled.slice(0, MAX_CELLS), ...(filled.length > MAX_CELLS ? ['…'] : [])].join(', ');
}

/** If --map names the SKU already, suggesting a name would not help. */
function adviseMapped({ line, cells }: RawRecord, map: ColumnMap): string | undefined {
  const wanted = map.get('sku');
  if (wanted === undefined) return undefined;
  if (/^[A-Z]{1,3}$/i.test(wanted)) {
    const isHeader = !holdsFigures(cells);
    return isHeader
      ? `If line ${line} is the header, pass --header-row ${line}; if there is none, pass --header-row none`
      : 'If there is no header line, pass --header-row none; if there is one, name it with --header-row LINE';
  }
  return `No line holds "${wanted}", the SKU column according to --map; name an existing column by its header or its letter`;
}

function adviseMap(closest: RawRecord, records: readonly RawRecord[], options: NoHeaderOptions): string {
  return holdsFigures(closest.cells)
    ? `If there is no header line, name the columns by their letters, for example ${suggestFlags(undefined, records, options)}`
    : `If it is the header, map its columns, for example ${suggestFlags(closest, records, options)}`;
}

/** At most that many rows are compared. */
const MAX_COMPARED = 20;

/**
 * Flags that a person can go on from. The column of the SKUs is a guess that does no harm if it is wrong, since such SKUs aren't listed: one
 * that is called so, else the first without amounts whose cells all differ. The column of the cost is never guessed.
 */
function suggestFlags(
  header: RawRecord | undefined,
  records: readonly RawRecord[],
  { map, shell }: NoHeaderOptions,
): string {
  const names = header?.cells ?? [];
  const rows = records.filter((record) => record !== header && record.cells.length >= names.length - 1);
  const nameOf = (index: number): string =>
    /\d/.test(names[index] ?? '') ? toLetters(index) : nameForMap(names, index);
  const free = Array.from(
    { length: Math.max(...records.map(({ cells }) => cells.length)) },
    (_, index) => index,
  )
    .filter((index) => meaningOf(names[index] ?? '') === undefined)
    .filter(
      (index) =>
        ![names[index]?.trim(), toLetters(index)].some((text) => [...map.values()].includes(text ?? '')),
    )
    .map((index) => ({
      index,
      cells: rows.slice(-MAX_COMPARED).flatMap(({ cells }) => cells[index]?.trim() || []),
    }))
    .filter(({ cells }) => !cells.every((cell) => isNumeric(cell) && /[.,]\d\d?$/.test(cell)));
  const called = free.find(({ index }) => wordsOf(names[index] ?? '').includes('sku'));
  const distinct = free.find(({ cells }) => new Set(cells).size === cells.length);
  const cost = names.findIndex((text) => meaningOf(text)?.name === 'cost');
  const words = new Map<ColumnName, string>([
    ['sku', nameOf((called ?? distinct)?.index ?? 0)],
    ['cost', cost < 0 ? '…' : nameOf(cost)],
    ...map,
  ]);
  const flags = formatMapFlag([...words], shell);
  if (!header) return `--header-row none ${flags}`;
  const isByLetter = [...words.values()].some((word) => /^[A-Z]{1,3}$/i.test(word) && !names.includes(word));
  return isByLetter ? `--header-row ${header.line} ${flags}` : flags;
}
