import fc from 'fast-check';
import { FIELDS, type Field, type FieldValue, isMoneyField } from '../../src/domain/fields.ts';
import type { SheetOptions } from '../../src/sheet/sheet-options.ts';
import { cents } from '../support/builders.ts';
import { READING } from '../support/some-run.ts';
import { Chance, NUMBER } from './chance.ts';
import { lineAt } from './support.ts';

/**
 * A writer of sheets that knows nothing of the reader: it thinks of rows first, then writes them in one of the many ways
 * in which people and programs write sheets.
 */

export interface WrittenRow {
  /** The physical line on which it starts. */
  readonly line: number;
  readonly target: Readonly<Record<'sku' | 'listingId' | 'platform' | 'channel', string | undefined>>;
  readonly currency: string | undefined;
  readonly requested: Readonly<Partial<Record<Field, FieldValue>>>;
}

export interface WrittenSheet {
  readonly text: string;
  readonly options: SheetOptions;
  /** What must be read, in order; `undefined` stands for a line of nothing but delimiters. */
  readonly rows: readonly (WrittenRow | undefined)[];
  /** How many of its headers mean something. */
  readonly names: number;
}

export function aWrittenSheet(): fc.Arbitrary<WrittenSheet> {
  return fc.gen().map((generate) => writeSheet(new Chance(generate)));
}

/** The headers that sheets may have, in a list of its own. */
const SPELLINGS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  sku: ['sku'],
  cost: ['cost'],
  minimum_price: ['minimum_price', 'min', 'min price'],
  maximum_price: ['maximum_price', 'max', 'max price'],
  strategy: ['strategy'],
  repricing: ['repricing'],
  manual_price: ['manual_price'],
  currency: ['currency'],
  platform: ['platform'],
  channel: ['channel'],
  listing_id: ['listing_id'],
};
const MEANINGLESS = ['note', '__proto__', 'constructor', 'Price', 'status', '', 'colour'];

/** Characters of all kinds, those that files are made of more often than others. */
const character = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...'aB7 -_.,;|"\'=+@ÄéЖ中😀\u00a0') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }) },
);
/** An apostrophe before what runs as a formula is taken for one that was put there, and so are those within before formulas. */
const readsAsWritten = (text: string) =>
  !/^'(?:'*[\t\r\n]|(?:.*[;,\t\r\n])?['"\s\p{Cc}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠])/su.test(
    text,
  );
const text = fc
  .array(character, { minLength: 1, maxLength: 8 })
  .map((characters) => characters.join(''))
  .filter((text) => readsAsWritten(text) && !text.includes('\0') && text.trim() !== '<missing>');
const word = text
  .map((text) => text.trim())
  .filter(
    (text) =>
      text !== '' && readsAsWritten(text) && !/\p{Cc}|^(sku|null|clear|n\/a|∅|="[^"]+")$/iu.test(text),
  )
  // A line of dashes is no row, nor is one that SAP would mark as a sum.
  .filter((text) => !/^[-=_+|*.·\s]*$/.test(text));
const skus = fc.uniqueArray(word, { maxLength: 8 });
/** What people put into columns that mean nothing here: anything, on several lines too. */
const remark = fc
  .array(fc.oneof(text, fc.constantFrom('\n', '\r\n', '\r', '"', '12,99')), { maxLength: 4 })
  .map((parts) => parts.join(''))
  .filter((text) => readsAsWritten(text) && text.trim() !== '<missing>');
const uuid = fc.uuid();
const amount = fc
  .oneof(
    fc.nat({ max: 300_000 }),
    fc.nat({ max: 5000 }).map((whole) => whole * 100),
    fc.nat({ max: 2 ** 31 - 1 }),
  )
  .map(cents);

type ModelRow = Omit<WrittenRow, 'line'>;

function thinkOfRow(chance: Chance, sku: string, columns: ReadonlySet<string>): ModelRow {
  const maybe = <T>(column: string, value: () => T): T | undefined =>
    columns.has(column) && chance.oneIn(2) ? value() : undefined;
  const requested: Partial<Record<Field, FieldValue>> = {};
  for (const field of FIELDS) {
    const value = maybe(field, () => thinkOfValue(chance, field));
    if (value !== undefined) requested[field] = value;
  }
  const target = {
    sku,
    listingId: maybe('listing_id', () => chance.draw(uuid)),
    platform: maybe('platform', () => chance.pick(['amazon', 'walmart'])),
    channel: maybe('channel', () => chance.draw(word)),
  };
  return { target, currency: maybe('currency', () => chance.pick(['usd', 'eur', 'huf'])), requested };
}

function thinkOfValue(chance: Chance, field: Field): FieldValue {
  if (field === 'repricing') return chance.oneIn(2);
  if (chance.oneIn(5)) return null;
  return isMoneyField(field) ? chance.draw(amount) : chance.draw(word);
}

interface WriterColumn {
  /** What it means, where it means something. */
  readonly name?: string;
  readonly header: string;
  readonly cellOf: (row: ModelRow) => string;
}

function writeSheet(chance: Chance): WrittenSheet {
  const delimiter = chance.pick([',', ';', '\t', '|']);
  const options: SheetOptions = {
    ...READING,
    delimiter,
    quote: '"',
    decimalSign: chance.pick(['.', ',', undefined]),
    moneyUnit: chance.pick(['major', 'major', 'cents']),
    clearToken: chance.pick(['null', 'clear', 'n/a', '∅']),
    duplicates: chance.pick(['error', 'first', 'last']),
  };
  const names = ['sku', ...chance.some(Object.keys(SPELLINGS).filter((name) => name !== 'sku'))];
  const rows = chance.draw(skus).map((sku) => thinkOfRow(chance, sku, new Set(names)));
  const columns = chance.shuffled([
    ...names.map((name) => meaningfulColumn(chance, name, options)),
    ...chance.some(MEANINGLESS).map((header) => ({
      header,
      cellOf: () => (header === '' ? chance.pick(['', ' ']) : chance.draw(remark)),
    })),
  ]);
  const numbers = { header: '', cellOf: () => String(chance.draw(NUMBER)) };
  return writeText(chance, chance.oneIn(3) ? [numbers, ...columns] : columns, { delimiter, options, rows });
}

function meaningfulColumn(chance: Chance, name: string, options: SheetOptions): WriterColumn {
  const money = FIELDS.filter(isMoneyField).find((field) => field === name);
  const inCents = money !== undefined && chance.oneIn(4);
  const spelling = inCents ? `${name}_cents` : chance.pick(SPELLINGS[name] ?? [name]);
  const header = [...spelling]
    .map((letter) => {
      // Other spellings of `listing_id` are other programs' ids.
      if (/[_ ]/.test(letter) && name !== 'listing_id') return chance.pick(['_', ' ', '-', '', ' - ']);
      return chance.oneIn(2) ? letter.toUpperCase() : letter;
    })
    .join('');
  const sign = options.decimalSign ?? chance.pick(['.', ',']);
  const told = options.decimalSign !== undefined;
  const padded = (cell: string) => {
    const pad = () => chance.pick(['', '', '', ' ', '  ', '\u00a0']);
    return pad() + cell + pad();
  };
  const cellOf = (row: ModelRow): string => {
    if (money === undefined) return writeWord(chance, row, name, options);
    const value = row.requested[money];
    if (typeof value !== 'number') return value === null ? options.clearToken : '';
    if (inCents || options.moneyUnit === 'cents') return chance.pick(['', '', '00']) + value;
    return writeAmount(chance, value, { sign, told });
  };
  return { name, header: padded(header), cellOf: (row) => padded(cellOf(row)) };
}

function writeWord(
  chance: Chance,
  { target, currency, requested }: ModelRow,
  name: string,
  { clearToken }: SheetOptions,
): string {
  const inAnyCase = (text = '') => (chance.oneIn(2) ? text.toUpperCase() : text);
  switch (name) {
    case 'strategy':
      return requested.strategy === null ? clearToken : String(requested.strategy ?? '');
    case 'repricing':
      if (requested.repricing === undefined) return '';
      return inAnyCase(
        requested.repricing
          ? chance.pick(['true', 'yes', 'on', '1'])
          : chance.pick(['false', 'no', 'off', '0']),
      );
    case 'currency':
      return inAnyCase(currency);
    case 'platform':
      return inAnyCase(target.platform);
    case 'listing_id':
      return inAnyCase(target.listingId);
    case 'channel':
      return target.channel ?? '';
    default:
      return target.sku ?? '';
  }
}

interface AmountStyle {
  readonly sign: '.' | ',';
  /** Whether the reader is told the sign; if not, every cell is written so that it shows the sign or needs none. */
  readonly told: boolean;
}

function writeAmount(chance: Chance, value: number, { sign, told }: AmountStyle): string {
  const digits = String(value).padStart(3, '0');
  const whole = digits.slice(0, -2);
  const fraction = digits.slice(-2);
  const plus = chance.oneIn(8) ? '+' : '';
  if (fraction === '00' && chance.oneIn(2)) return plus + (told ? writeWhole(chance, whole, sign) : whole);
  const shorter = fraction.endsWith('0') ? fraction.slice(0, 1) : fraction;
  const behind = told
    ? chance.pick([fraction, shorter, `${fraction}0`, `${fraction}00`])
    : chance.pick([fraction, shorter]);
  return plus + (whole === '0' && chance.oneIn(2) ? '' : writeWhole(chance, whole, sign)) + sign + behind;
}

/** Digits as they are, with zeros in front, or with thousands set apart by the sign that is not the decimal sign. */
function writeWhole(chance: Chance, whole: string, sign: '.' | ','): string {
  const style = chance.pick(['plain', 'plain', 'zeros', 'groups']);
  if (style === 'zeros') return `00${whole}`;
  if (style === 'plain') return whole;
  const groups: string[] = [];
  for (let end = whole.length; end > 0; end -= 3) groups.unshift(whole.slice(Math.max(0, end - 3), end));
  return groups.join(sign === '.' ? ',' : '.');
}

interface WriterPlan {
  readonly delimiter: string;
  readonly options: SheetOptions;
  readonly rows: readonly ModelRow[];
}

function writeText(
  chance: Chance,
  columns: readonly WriterColumn[],
  { delimiter, options, rows }: WriterPlan,
): WrittenSheet {
  const lineEnds = chance.pick<readonly [string, ...string[]]>([
    ['\n'],
    ['\r\n'],
    ['\r'],
    ['\n', '\r\n', '\r'],
  ]);
  const quoteAll = chance.oneIn(4);
  const quote = (cell: string) => {
    const must = cell.includes(delimiter) || /["\r\n]/.test(cell);
    return must || quoteAll || chance.oneIn(10) ? `"${cell.replaceAll('"', '""')}"` : cell;
  };
  const written: { readonly offset: number; readonly row: ModelRow | undefined }[] = [];
  let text = '';
  let end = 0;
  let isEndBlank = false;
  function endLine(): void {
    const lineEnd = chance.pick(lineEnds);
    text += text.endsWith('\r') && lineEnd === '\n' ? '\r\n' : lineEnd;
  }
  function writeRecord(cells: readonly string[]): number {
    for (let blank = chance.pick([0, 0, 0, 0, 1, 2]); blank > 0; blank--) endLine();
    const offset = text.length;
    text += cells.map(quote).join(delimiter);
    end = text.length;
    isEndBlank = (cells.at(-1)?.trim() ?? '') === '';
    endLine();
    return offset;
  }
  writeRecord(columns.map(({ header }) => header));
  for (const row of rows) {
    if (columns.length > 1 && chance.oneIn(8))
      written.push({ offset: writeRecord(columns.map(() => '')), row: undefined });
    written.push({ offset: writeRecord(columns.map(({ cellOf }) => cellOf(row))), row });
  }
  // Where all other rows have something there, a blank cell at the end of the file was cut off.
  if (!isEndBlank && chance.oneIn(3)) text = text.slice(0, end);
  return {
    text: (chance.oneIn(3) ? '\ufeff' : '') + text,
    options,
    names: columns.filter(({ name }) => name !== undefined).length,
    rows: written.map(({ offset, row }) => row && { ...row, line: lineAt(text, offset) }),
  };
}
