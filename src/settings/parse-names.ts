import { askAbout, didYouMean } from '../domain/did-you-mean.ts';
import { FIELDS, type Field } from '../domain/fields.ts';
import { nearestNames } from '../domain/nearest-names.ts';
import { foldUnit } from '../sheet/divisor-text.ts';
import { COLUMN_NAMES, type ColumnName } from '../sheet/header/column-names.ts';
import { KEPT_KINDS, type LeftOut } from '../sheet/header/left-out.ts';
import type { SettledNotes } from '../sheet/note-claims.ts';
import type { Condition } from '../sheet/row-filter.ts';
import { type Parse, type Parsed, refused, understood } from './setting.ts';

/** Several of these words, with commas between. */
export function listOf<const T extends string>(...words: readonly T[]): Parse<ReadonlySet<T>> {
  return Object.assign((text: string) => parseList(text, words, words), { words, many: true });
}

/** A comma ends a header only where the name of a field follows: headers may hold commas. */
const NEXT_COLUMN = new RegExp(`,(?=\\s*(?:${COLUMN_NAMES.join('|')}|min|max)\\s*=)`, 'i');
const SHORT_NAMES: ReadonlyMap<string, ColumnName> = new Map([
  ['min', 'minimum_price'],
  ['max', 'maximum_price'],
]);

/** `sku=Material,cost=Net price, EUR`. */
export function columnMap(text: string): Parsed<ReadonlyMap<ColumnName, string>> {
  const columns = new Map<ColumnName, string>();
  for (const part of text.split(NEXT_COLUMN)) {
    const [, word = '', header = ''] = /^\s*(\w+)\s*=(.*)$/s.exec(part) ?? [];
    const lower = word.toLowerCase();
    const name = COLUMN_NAMES.find((known) => known === lower) ?? SHORT_NAMES.get(lower);
    if (!name)
      return refused(
        `holds "${part.trim()}", which is not FIELD=HEADER with one of the fields ${COLUMN_NAMES.join(', ')}${didYouMean(word, COLUMN_NAMES)}`,
      );
    if ((columns.get(name) ?? header.trim()) !== header.trim()) return refused(`names ${name} twice`);
    if (name === 'sku' && header.trim() === '') return refused('names no column for the SKU');
    columns.set(name, header.trim());
  }
  return understood(columns);
}

/** `DZ=12,CS=24`, by the words as they are compared. Nothing before the equals sign means blank cells. */
export function unitSizes(text: string): Parsed<ReadonlyMap<string, bigint>> {
  const sizes = new Map<string, bigint>();
  for (const part of text.split(',')) {
    const [, word = '', pieces] = /^(.*)=\s*([1-9]\d{0,8})\s*$/s.exec(part) ?? [];
    if (pieces === undefined)
      return refused(`holds "${part.trim()}", which is not WORD=N with a number of pieces, such as DZ=12`);
    const [unit, size] = [foldUnit(word), BigInt(pieces)];
    if ((sizes.get(unit) ?? size) !== size) return refused(`names "${word.trim()}" twice`);
    sizes.set(unit, size);
  }
  return understood(sizes);
}

/** A comma ends a value only where another condition follows: values may hold commas. */
const NEXT_CONDITION = /,(?=[^,=]*=)/;

/** `warehouse=MAIN,status!=ended`, or `all`. */
export function conditions(text: string): Parsed<readonly Condition[]> {
  if (text === 'all') return understood([]);
  const found: Condition[] = [];
  for (const part of text.split(NEXT_CONDITION)) {
    const [, column = '', sign, value = ''] = /^([^=]*?)(!?=)(.*)$/s.exec(part.trim()) ?? [];
    if (column.trim() === '')
      return refused(`holds "${part.trim()}", which is neither HEADER=VALUE nor HEADER!=VALUE`);
    found.push({ column: column.trim(), isEqual: sign === '=', value: value.trim() });
  }
  return understood(found);
}

/** Fields of a listing, also by their short names. */
export const fields: Parse<ReadonlySet<Field>> = Object.assign(
  (text: string) => {
    const words = text.toLowerCase().split(',');
    const full = words.map((word) => SHORT_NAMES.get(word.trim()) ?? word).join(',');
    return parseList(full, FIELDS, [...FIELDS, ...SHORT_NAMES.keys()]);
  },
  { words: FIELDS, many: true },
);

/** `askable`: the names to suggest, short ones included. */
function parseList<const T extends string>(
  text: string,
  words: readonly T[],
  askable: readonly string[],
): Parsed<ReadonlySet<T>> {
  const given = text.split(',').map((word) => word.trim());
  const known = words.filter((word) => given.includes(word));
  const unknown = given.filter((word) => !words.some((name) => name === word));
  if (unknown.length === 0) return understood(new Set(known));
  const meant = [...new Set(unknown.flatMap((word) => nearestNames(word, askable)))];
  const which =
    given.length === 1 ? 'is not a known name' : `names ${unknown.map((word) => `"${word}"`).join(', ')}`;
  const guess = askAbout(meant);
  return refused(`${which}${guess}${guess === '' ? '; the' : ' The'} names are ${words.join(', ')}`);
}

/** Headers with commas between; or, as a config file has it, `{"UOM": ["EA"], "Price": "amounts"}` with all that each may hold. */
export function leftOut(text: string): Parsed<LeftOut> {
  const values = parseObject(text);
  if (!values) {
    const headers = text.split(',').map((header) => header.trim());
    return headers.includes('') ? refused('names a column by nothing') : understood(anyOf(headers));
  }
  const isRight = Object.values(values).every(
    (value) =>
      KEPT_KINDS.some((kind) => kind === value) ||
      (Array.isArray(value) && value.every((one) => typeof one === 'string')),
  );
  return isRight
    ? understood(values as LeftOut)
    : refused(`gives a column something else than ${KEPT_KINDS.join(', ')} or a list of texts`);
}

/** A line that changes no amount; or, as a config file has it, `{"Prices incl. VAT": "ignored"}`. */
export function settledNotes(text: string): Parsed<SettledNotes> {
  const notes = parseObject(text);
  if (text.trim() === '') return refused('names no line');
  if (!notes) return understood(new Map([[text.trim(), 'ignored']]));
  return Object.values(notes).every((how) => how === 'ignored' || how === 'used')
    ? understood(new Map(Object.entries(notes)) as SettledNotes)
    : refused('gives a line something else than "ignored" or "used"');
}

/** `undefined` for a text that is not a JSON object, which may begin as one does. */
function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function anyOf(headers: readonly string[]): LeftOut {
  return Object.fromEntries(headers.map((header) => [header, 'any' as const]));
}
