import type { Cents } from '../domain/cents.ts';
import { askAbout, didYouMean } from '../domain/did-you-mean.ts';
import type { ByChannel } from '../domain/fees.ts';
import { FIELDS, type Field, MONEY_FIELDS } from '../domain/fields.ts';
import { nearestNames } from '../domain/nearest-names.ts';
import type { HoldLimits } from '../plan/limits.ts';
import { foldUnit } from '../sheet/divisor-text.ts';
import { COLUMN_NAMES, type ColumnName } from '../sheet/header/column-names.ts';
import { KEPT_KINDS, type LeftOut } from '../sheet/header/left-out.ts';
import type { SettledNotes } from '../sheet/note-claims.ts';
import { parseShare } from '../sheet/parse-share.ts';
import { readPlainCents } from '../sheet/plain-amount.ts';
import type { Condition } from '../sheet/row-filter.ts';
import { percentage } from './parse-setting.ts';
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

/** A comma ends a header only where the name of a field follows: headers may hold commas. */
const NEXT_COLUMN = new RegExp(`,(?=\\s*(?:${COLUMN_NAMES.join('|')}|min|max)\\s*=)`, 'i');

/** Whether a text can be the header of a column in a map, and does not go on with another column. */
export function isHeader(text: unknown): text is string {
  return typeof text === 'string' && !NEXT_COLUMN.test(text);
}

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
columnMap.json = [
  { type: 'string' },
  {
    type: 'object',
    properties: {
      ...Object.fromEntries(
        [...COLUMN_NAMES, ...SHORT_NAMES.keys()].map((name) => [name, { type: 'string' }]),
      ),
      sku: { type: 'string', pattern: '\\S' },
    },
    additionalProperties: false,
    minProperties: 1,
  },
];

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
unitSizes.json = [
  { type: 'string', pattern: listOfPatterns('[^,]*= *[1-9]\\d{0,8} *') },
  { ...byKey({ type: 'integer', minimum: 1, maximum: 999_999_999 }), minProperties: 1 },
];

/** Of a text that is a list. */
function listOfPatterns(item: string): string {
  return `^${item}(,${item})*$`;
}

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
const CONDITION = '[^=]*[^=! ]!?=.*';
conditions.json = [
  { type: 'string', pattern: `^(all|${CONDITION})$` },
  { type: 'array', items: { type: 'string', pattern: `^${CONDITION}$` }, minItems: 1 },
];

/** `latency=20-200,seed=7`: values by their names, each read in its own way. */
export function namedValues<const P extends Readonly<Record<string, Parse<unknown>>>>(
  parsers: P,
): Parse<{ readonly [K in keyof P]?: P[K] extends Parse<infer T> ? T : never }> {
  return (text) => {
    const values: Record<string, unknown> = {};
    for (const part of text.split(',')) {
      const [, name = '', value = ''] = /^\s*([^=]*?)\s*=(.*)$/s.exec(part) ?? [];
      const parse = Object.hasOwn(parsers, name) ? parsers[name] : undefined;
      if (!parse)
        return refused(
          `holds "${part.trim()}", which is not NAME=VALUE with one of the names ${Object.keys(parsers).join(', ')}${didYouMean(name, Object.keys(parsers))}`,
        );
      const parsed = parse(value.trim());
      if (!parsed.ok) return refused(`holds "${part.trim()}": "${value.trim()}" ${parsed.why}`);
      values[name] = parsed.value;
    }
    return understood(values as never);
  };
}

/** The name that means all of them. */
const ALL = '*';

/** A value for all, values by name, or both: `15,CHANNEL=8`. */
function byName<T>(text: string, parse: Parse<T>): Parsed<ReadonlyMap<string, T>> {
  const values = new Map<string, T>();
  for (const part of text.split(',')) {
    const [, name = ALL, value = ''] = /^(?:([^=]*)=)?(.*)$/s.exec(part) ?? [];
    const parsed = parse(value.trim());
    if (!parsed.ok) return refused(`holds "${value.trim()}", which ${parsed.why}`);
    if (name.trim() === '') return refused(`has "${part.trim()}" without a name before the equals sign`);
    if (values.has(name.trim())) return refused(`has two values for ${name === ALL ? 'all' : name.trim()}`);
    values.set(name.trim(), parsed.value);
  }
  return understood(values);
}

/** `10%` for every amount, `cost=25%` for one field, or both. */
export function holdLimits(text: string): Parsed<HoldLimits> {
  const parsed = byName(text, percentage);
  if (!parsed.ok) return parsed;
  const { [ALL]: all, ...limits } = Object.fromEntries(parsed.value);
  const unknown = Object.keys(limits).find((name) => !MONEY_FIELDS.some((field) => field === name));
  if (unknown !== undefined)
    return refused(
      `names "${unknown}", which is not one of ${MONEY_FIELDS.join(', ')}${didYouMean(unknown, MONEY_FIELDS)}`,
    );
  const rest = all === undefined ? [] : MONEY_FIELDS.map((field) => [field, all] as const);
  return understood({ ...Object.fromEntries(rest), ...limits });
}
holdLimits.json = [
  { type: 'number', minimum: 0, maximum: 999_999 },
  {
    type: 'string',
    pattern: listOfPatterns(` *((${MONEY_FIELDS.join('|')}) *= *)?\\d{1,6}(\\.\\d{1,3})? ?%? *`),
  },
];

/** `0.30` for every channel, `CHANNEL=0.35` for one, or both. In major units, whatever the sheet is in. Units: cents. */
export function feeAmounts(text: string): Parsed<ByChannel<Cents>> {
  return byChannel(text, (amount) => {
    const cents = readPlainCents(amount, { unit: 'major', decimalSign: '.' });
    return cents === undefined ? refused('is not an amount such as 0.30') : understood(cents);
  });
}
feeAmounts.json = jsonByChannel([{ type: 'number', minimum: 0 }], '\\d{1,9}(\\.\\d{1,2})?');

/** `15` for every channel, `CHANNEL=8` for one, or both. Units: thousandths of a percent. */
export function feeShares(text: string): Parsed<ByChannel<number>> {
  return byChannel(text, (percent) => {
    const parsed = parseShare(percent);
    return parsed.kind === 'share' ? understood(parsed.share) : refused(parsed.detail);
  });
}
feeShares.json = jsonByChannel(
  [{ type: 'number', minimum: 1, exclusiveMaximum: 100 }, { const: 0 }],
  '(0|[1-9]\\d?(\\.\\d{1,3})? ?%?|0\\.\\d{1,3} ?%)',
);

function jsonByChannel(numbers: readonly JsonSchema[], text: string): readonly JsonSchema[] {
  const single = { anyOf: [...numbers, { type: 'string', pattern: `^ *${text} *$` }] };
  const list = { type: 'string', pattern: listOfPatterns(` *([^=,]+= *)?${text} *`) };
  const channels = { ...byKey(single), minProperties: 1, description: 'By channel; * is every other one' };
  return [...numbers, list, channels];
}

function byChannel<T>(text: string, parse: Parse<T>): Parsed<ByChannel<T>> {
  const parsed = byName(text, parse);
  if (!parsed.ok) return parsed;
  const channels = new Map(parsed.value);
  channels.delete(ALL);
  return understood({ all: parsed.value.get(ALL), channels });
}

/** Headers with commas between; or, as a config file has it, `{"UOM": ["EA"], "Price": "amounts"}` with all that each may hold. */
export function leftOut(text: string): Parsed<LeftOut> {
  const values = parseObject(text);
  if (!values) {
    const headers = text.split(',').map((header) => header.trim());
    if (headers.includes('')) return refused('names a column by nothing');
    return understood(Object.fromEntries(headers.map((header) => [header, 'any' as const])));
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
leftOut.json = [
  { type: 'string' },
  { type: 'array', items: { type: 'string' } },
  byKey({ anyOf: [{ enum: KEPT_KINDS }, { type: 'array', items: { type: 'string' } }] }),
];

/** A line that changes no amount; or, as a config file has it, `{"Prices incl. VAT": "ignored"}`. */
export function settledNotes(text: string): Parsed<SettledNotes> {
  const notes = parseObject(text);
  if (text.trim() === '') return refused('names no line');
  if (!notes) return understood(new Map([[text.trim(), 'ignored']]));
  return Object.values(notes).every((how) => how === 'ignored' || how === 'used')
    ? understood(new Map(Object.entries(notes)) as SettledNotes)
    : refused('gives a line something else than "ignored" or "used"');
}
settledNotes.json = [{ type: 'string' }, byKey({ enum: ['ignored', 'used'] })];

/** `undefined` for a text that is not a JSON object, which may begin as one does. */
function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
