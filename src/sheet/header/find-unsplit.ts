import { quoteWord, type Shell } from '../../domain/quote-word.ts';
import type { RawRecord } from '../parse-records.ts';
import type { ColumnMap } from './column.ts';
import { type Blanks, detectBlankColumns } from './detect-blank-columns.ts';
import { scoreHeader } from './score-header.ts';

/** Why lines are one cell each, if something is found: what the file is, if that is the reason, and what to do. */
export interface Unsplit {
  readonly record: RawRecord;
  readonly what?: string | undefined;
  readonly hint: string;
}

/** What programs put between cells, and the words that `--delimiter` takes for them. */
const WORDS: ReadonlyMap<string, string> = new Map([
  [',', 'comma'],
  [';', 'semicolon'],
  ['\t', 'tab'],
  ['|', 'pipe'],
]);
const SIGNS = [...WORDS.keys(), '~', '^', ':', '!', '¦', '§', '#', '/', '\\', ' '];
/** Signs that occur in texts, times and names too: only the names of columns show that they separate. */
const ORDINARY = new Set([':', '!', '#', '/', '\\', ' ']);

/**
 * Finds out why the lines of a sheet are one cell each: no column can be named before they are split. A sign is proposed
 * where splitting by it names columns, or makes as many cells of every line.
 */
export function findUnsplit(
  records: readonly RawRecord[],
  { map, shell }: { readonly map: ColumnMap; readonly shell: Shell },
): Unsplit | undefined {
  if (records.some(isSplitHeader)) return undefined;
  const single = records.filter(isSingle);
  return (
    adviseSign(single, shell, (sign) => single.find((record) => namesColumns(record, sign, map))) ??
    adviseBlanks(records) ??
    adviseSign(single, shell, (sign) => (isRegular(single, sign) ? single[0] : undefined)) ??
    adviseAnything(single)
  );
}

/** Names of columns in separate cells: then it is not the splitting that failed. */
function isSplitHeader({ cells }: RawRecord): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '');
  return filled.length > 1 && filled.every((cell) => /\p{L}/u.test(cell) && !/\d| {2}/.test(cell));
}

function isSingle({ cells }: RawRecord): boolean {
  return cells.filter((cell) => cell.trim() !== '').length === 1;
}

function adviseSign(
  single: readonly RawRecord[],
  shell: Shell,
  find: (sign: string) => RawRecord | undefined,
): Unsplit | undefined {
  for (const sign of SIGNS) {
    const record = find(sign);
    if (!record || (sign === ' ' && single.some((one) => / {2}/.test(textOf(one))))) continue;
    return { record, hint: adviseDelimiter(record, sign, shell) };
  }
  return undefined;
}

function adviseDelimiter({ line }: RawRecord, sign: string, shell: Shell): string {
  const word = WORDS.get(sign);
  const advice = `All of line ${line} is one cell, and ${word ?? (sign === ' ' ? 'a space' : `"${sign}"`)} seems to be its delimiter: pass --delimiter ${word ?? quoteWord(sign, shell)}`;
  return word ? `${advice}; if whole lines are in quotes, remove those quotes first` : advice;
}

function namesColumns(record: RawRecord, sign: string, map: ColumnMap): boolean {
  const { sku, fields } = scoreHeader(textOf(record).split(sign), map);
  return sku !== 'none' && fields > 0;
}

/** Nearly every line has the sign, and as often as the others. */
function isRegular(single: readonly RawRecord[], sign: string): boolean {
  if (ORDINARY.has(sign) || single.length < 2) return false;
  const [width = 0, ...widths] = single.map((record) => textOf(record).split(sign).length);
  return width > 1 && widths.every((other) => other === width);
}

const BLANKS: Readonly<Record<Blanks, string>> = {
  aligned: 'its columns have a fixed width, with spaces instead of a delimiter',
  apart: 'its columns are separated by several spaces instead of a delimiter',
};

function adviseBlanks(records: readonly RawRecord[]): Unsplit | undefined {
  const from = records.findIndex((record) => / {2}/.test(textOf(record)));
  const record = records[from];
  const blanks = record && detectBlankColumns(records.slice(from).map(({ cells }) => cells.join(',')));
  if (!blanks) return undefined;
  return {
    record,
    what: BLANKS[blanks],
    hint: 'Export it as CSV; or open it in a spreadsheet as text of fixed width, and save it as CSV (UTF-8)',
  };
}

/** One cell that holds what other programs put between cells or around them. */
function adviseAnything(single: readonly RawRecord[]): Unsplit | undefined {
  const record = single.find((one) => /[^\s,;|~^¦"'][,;\t|~^¦"']+[^\s,;|~^¦"']/.test(textOf(one)));
  return record && { record, hint: `All of line ${record.line} is one cell: pass --delimiter or --quote` };
}

function textOf({ cells }: RawRecord): string {
  return cells.find((cell) => cell.trim() !== '') ?? '';
}
