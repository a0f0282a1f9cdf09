import { SheetError } from '../../domain/errors.ts';
import type { Shell } from '../../domain/quote-word.ts';
import type { RawRecord } from '../parse-records.ts';
import type { ColumnMap } from './column.ts';
import { toLetters } from './column-letters.ts';
import { holdsFigures } from './could-be-row.ts';
import { findUnsplit, type Unsplit } from './find-unsplit.ts';
import { scoreHeader } from './score-header.ts';
import { type Suggestion, suggestMap } from './suggest-map.ts';

interface NoHeaderOptions {
  /** Of the sheet, for messages. */
  readonly name: string;
  readonly map: ColumnMap;
  /** Of the flags that are suggested. */
  readonly shell: Shell;
}

/** No line could be taken for the header: the closest one, and what to do about it. */
export function noHeaderError(
  records: readonly RawRecord[],
  { name, map, shell }: NoHeaderOptions,
): SheetError {
  const closest = closestRecord(records, map);
  const unsplit =
    scoreHeader(closest.cells, map).fields > 0 ? undefined : findUnsplit(records, { map, shell });
  if (unsplit?.what !== undefined) return notSeparated(name, unsplit);
  const shown = unsplit?.record ?? closest;
  return new SheetError(
    `Cannot read the sheet "${name}": no line has a header for the SKU column; the closest is line ${shown.line}: ${listCells(shown.cells)}`,
    { hint: unsplit?.hint ?? adviseMapped(closest, map) ?? adviseMap(closest, records, { map, shell }) },
  );
}

/** With --header-row none, but without a column for the SKU. */
export function unnamedColumnsError(
  records: readonly RawRecord[],
  { name, map, shell }: NoHeaderOptions,
): SheetError {
  const unsplit = findUnsplit(records, { map, shell });
  if (unsplit?.what !== undefined) return notSeparated(name, unsplit);
  const first = unsplit?.record ?? records[0] ?? { line: 1, cells: [] };
  const { flags } = suggestMap({ header: [], records, map, shell });
  return new SheetError(
    `Cannot read the sheet "${name}": it has no header, and no column is mapped to the SKU; line ${first.line} is ${listCells(first.cells)}`,
    { hint: unsplit?.hint ?? `Name the columns by their letters, for example --header-row none ${flags}` },
  );
}

function notSeparated(name: string, { what, record, hint }: Unsplit): SheetError {
  const line = record.cells.join(',').trim();
  return new SheetError(`Cannot read the sheet "${name}": ${what}; line ${record.line} is "${line}"`, {
    hint,
  });
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

function adviseMap(
  { cells, line }: RawRecord,
  records: readonly RawRecord[],
  { map, shell }: Omit<NoHeaderOptions, 'name'>,
): string {
  if (holdsFigures(cells)) {
    const { flags } = suggestMap({ header: [], records, map, shell });
    return `If there is no header line, name the columns by their letters, for example --header-row none ${flags}`;
  }
  const suggestion = suggestMap({ header: cells, records, map, shell });
  return `If it is the header, map its columns, for example ${atLine(suggestion, line)}`;
}

/** With letters only, the header line has to be named too. */
function atLine({ flags, byLetter }: Suggestion, line: number): string {
  return byLetter ? `--header-row ${line} ${flags}` : flags;
}
