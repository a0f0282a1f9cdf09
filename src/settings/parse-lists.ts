import { FIELDS, type Field } from '../domain/fields.ts';
import { type JsonForm, LIST, TEXTS } from '../domain/json-form.ts';
import { splitNames } from '../domain/lists.ts';
import { askAbout, didYouMean, nearestNames } from '../domain/nearest-names.ts';
import { tryTo } from '../domain/try-to.ts';
import { foldUnit } from '../sheet/divisor-text.ts';
import { COLUMN_NAMES, type ColumnName } from '../sheet/header/column.ts';
import { type FieldCurrencies, isSameHeader, KEPT, type LeftOut } from '../sheet/header/column-map.ts';
import { NOTE_USE, type SettledNotes } from '../sheet/note-claims.ts';
import type { Condition } from '../sheet/row-filter.ts';
import { type JsonSchema, type Parse, type Parsed, refused, understood } from './setting.ts';

/** Several of these words, with commas between. */
export function listOf<const T extends string>(...words: readonly T[]): Parse<ReadonlySet<T>> {
  const parse = (text: string): Parsed<ReadonlySet<T>> => {
    const given = text.split(',').map((word) => word.trim());
    const unknown = given.filter((word) => !words.some((known) => known === word));
    if (unknown.length === 0) return understood(new Set(words.filter((word) => given.includes(word))));
    const isAlone = given.length === 1;
    const which = isAlone ? 'is not a known name' : `names ${unknown.map((word) => `"${word}"`).join(', ')}`;
    const meant = new Set(unknown.flatMap((word) => nearestNames(word, words)));
    return refused(`${which}; the names are ${words.join(', ')}${askAbout([...meant])}`);
  };
  return Object.assign(parse, { words, many: true });
}

const SHORT_NAMES: ReadonlyMap<string, ColumnName & Field> = new Map([
  ['min', 'minimum_price'],
  ['max', 'maximum_price'],
]);

/** Fields of a listing, also by their short names. */
export const fields: Parse<ReadonlySet<Field>> = Object.assign(
  (text: string) => {
    const words = text.toLowerCase().split(',');
    return listOf(...FIELDS)(words.map((word) => SHORT_NAMES.get(word.trim()) ?? word).join(','));
  },
  { words: FIELDS, many: true },
);

interface Pairs<T> {
  /** What is between them, unless it is a comma. */
  readonly between?: RegExp;
  /** One of them, with the name under which its value counts; `undefined` without an equals sign. Why not: the rest of a sentence that begins with the pair. */
  readonly read: (name: string | undefined, value: string) => Parsed<readonly [name: string, value: T]>;
}

/** `NAME=VALUE,NAME=VALUE`; or, as a config file and a program have it, a JSON object. A name may not have two values. */
function readPairs<T>(text: string, { between, read }: Pairs<T>): Parsed<ReadonlyMap<string, T>> {
  const values = new Map<string, T>();
  const object = parseObject(text);
  const odd = Object.keys(object ?? {}).find((name) => !/string|number/.test(typeof object?.[name]));
  if (odd !== undefined) return refused(`has something for "${odd}" that is not a single text or number`);
  const pairs = object ? Object.entries(object) : splitPairs(text, between ?? ',');
  // As a Map of a program has none.
  if (pairs.length === 0) return refused('has no names');
  for (const [name, each] of pairs) {
    const value = String(each).trim();
    const given = name === undefined ? value : `${name}=${value}`;
    const pair = read(name, value);
    if (!pair.ok) return refused(`holds "${given}", which ${pair.why}`);
    const [key, parsed] = pair.value;
    if ((values.get(key) ?? parsed) !== parsed) return refused(`has two values for ${key}`);
    values.set(key, parsed);
  }
  return understood(values);
}

/** The pairs of other names stay. */
export function layOver<K, V>(below: ReadonlyMap<K, V>, given: ReadonlyMap<K, V>): ReadonlyMap<K, V> {
  return new Map([...below, ...given]);
}

function splitPairs(text: string, between: RegExp | ','): readonly (readonly [string | undefined, string])[] {
  return text.split(between).map((part) => {
    const [, name, value = ''] = /^(?:([^=]*)=)?(.*)$/s.exec(part) ?? [];
    return [name?.trim(), value];
  });
}

const TEXT = { type: 'string' };

/** A comma ends a header only where the name of a field follows: headers may hold commas. */
const NEXT_COLUMN = new RegExp(`,(?=\\s*(?:${COLUMN_NAMES.join('|')}|min|max)\\s*=)`, 'i');

/** `sku=Material,cost=Net price, EUR`. */
export function columnMap(text: string): Parsed<ReadonlyMap<ColumnName, string>> {
  const read: Pairs<string>['read'] = (word, header) => {
    const lower = word?.toLowerCase() ?? '';
    const name = COLUMN_NAMES.find((known) => known === lower) ?? SHORT_NAMES.get(lower);
    const near = didYouMean(word ?? header, COLUMN_NAMES);
    if (!name) return refused(`is not FIELD=HEADER with one of the fields ${COLUMN_NAMES.join(', ')}${near}`);
    return name === 'sku' && header === ''
      ? refused('names no column for the SKU')
      : understood([name, header]);
  };
  return readPairs(text, { between: NEXT_COLUMN, read }) as Parsed<ReadonlyMap<ColumnName, string>>;
}
columnMap.many = true;
columnMap.json = [
  TEXT,
  {
    type: 'object',
    propertyNames: { enum: [...COLUMN_NAMES, ...SHORT_NAMES.keys()] },
    additionalProperties: TEXT,
    minProperties: 1,
  },
];

/** `DZ=12,CS=24`, by the words as they are compared. Nothing before the equals sign means blank cells. */
export function unitSizes(text: string): Parsed<ReadonlyMap<string, bigint>> {
  return readPairs(text, {
    read: (word, pieces) =>
      word !== undefined && /^[1-9]\d{0,8}$/.test(pieces)
        ? understood([foldUnit(word), BigInt(pieces)])
        : refused('is not WORD=N with a number of pieces, such as DZ=12'),
  });
}
unitSizes.many = true;
unitSizes.json = [TEXT, byKey({ type: 'integer', minimum: 1, maximum: 999_999_999 })];

/** Of an object whose keys are not known. */
function byKey(value: JsonSchema): JsonSchema {
  return { type: 'object', additionalProperties: value };
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
conditions.many = true;
conditions.json = [TEXT, { type: 'array', items: { type: 'string', pattern: '=' }, minItems: 1 }];

/** The conditions on other columns stay; `all` leaves none. */
export function layOverConditions(below: readonly Condition[], given: readonly Condition[]) {
  const isOther = ({ column }: Condition) => given.every((one) => !isSameHeader(one.column, column));
  return given.length === 0 ? given : [...below.filter(isOther), ...given];
}

/**
 * Headers with commas between, and `\,` for a comma in one; or, as a config file has it, `{"UOM": ["EA"], "Price": "amounts"}` with all
 * that each may hold.
 */
export function leftOut(text: string): Parsed<LeftOut> {
  const values = parseObject(text);
  if (!values) {
    const headers = splitNames(text);
    if (headers.includes('')) return refused('names a column by nothing');
    return understood(Object.fromEntries(headers.map((header) => [header, 'any' as const])));
  }
  return readValues(values, { of: 'column', form: KEPT });
}
leftOut.many = true;
leftOut.json = [TEXT, TEXTS, byKey({ anyOf: KEPT.schemas })];

/** `{"minimum_price": ["EUR", "£"]}`. */
export function fieldCurrencies(text: string): Parsed<FieldCurrencies> {
  return readValues(parseObject(text) ?? { [text]: undefined }, { of: 'field', form: LIST });
}
fieldCurrencies.json = [byKey(TEXTS)];

/** SKUs, of which none is blank. */
export function skus(text: string): Parsed<readonly string[]> {
  const names = splitNames(text);
  return names.includes('') ? refused('names a SKU by nothing') : understood(names);
}
skus.many = true;
skus.json = [TEXT, TEXTS];

/** A line that changes no amount; or, as a config file has it, `{"Prices incl. VAT": ["tax"]}`. */
export function settledNotes(text: string): Parsed<SettledNotes> {
  const notes = parseObject(text);
  if (text.trim() === '') return refused('names no line');
  if (!notes) return understood(new Map([[text.trim(), 'ignored']]));
  const read = readValues(notes, { of: 'line', form: NOTE_USE });
  return read.ok ? understood(new Map(Object.entries(read.value))) : read;
}
settledNotes.json = [TEXT, byKey({ anyOf: NOTE_USE.schemas })];

/** Each value of the object has this form. */
function readValues<T>(
  values: Readonly<Record<string, unknown>>,
  { of, form }: { readonly of: string; readonly form: JsonForm<T> },
): Parsed<Readonly<Record<string, T>>> {
  return Object.values(values).every(form.is)
    ? understood(values as Readonly<Record<string, T>>)
    : refused(`gives a ${of} something else than ${form.names}`);
}

/** `undefined` for a text that is not a JSON object, which may begin as one does. */
function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  return text.trimStart().startsWith('{') ? tryTo(() => JSON.parse(text)) : undefined;
}
