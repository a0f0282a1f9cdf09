import fc from 'fast-check';

/**
 * A writer of plain price sheets that knows where in the file each cell stands, for tests that damage files and look at
 * what is still believed.
 */

export interface PricedSheet {
  readonly bytes: Buffer;
  readonly dialect: Dialect;
  /** The bytes up to the end of the header's line. */
  readonly header: Span;
  readonly rows: readonly PricedRow[];
  /** The column that a row ends with. */
  readonly lastColumn: Column;
}

export interface PricedRow {
  /** The physical line on which it starts. */
  readonly line: number;
  readonly sku: string;
  readonly span: Span;
  readonly skuSpan: Span;
  readonly lastSpan: Span;
  readonly amounts: readonly Amount[];
}

export interface Amount {
  readonly field: MoneyName;
  readonly cents: number;
  readonly span: Span;
}

/** Bytes from `from` up to, not with, `to`; quotes around a cell are part of it. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Dialect {
  readonly delimiter: ',' | ';' | '\t' | '|';
  readonly quote: '"' | "'";
  readonly quoteAll: boolean;
  readonly lineEnd: '\n' | '\r\n' | '\r';
  readonly encoding: Encoding;
  readonly sign: '.' | ',';
  readonly groups: '' | '.' | ',' | "'" | ' ';
}

type Encoding = (typeof ENCODINGS)[number];
type MoneyName = (typeof MONEY)[number];
type Column = (typeof COLUMNS)[number];

const ENCODINGS = [
  'utf-8',
  'utf-8 with mark',
  'utf-16le with mark',
  'utf-16be with mark',
  'windows-1252',
] as const;
const MONEY = ['cost', 'minimum_price', 'maximum_price'] as const;
const OPTIONAL = ['minimum_price', 'maximum_price', 'title', 'note'] as const;
const COLUMNS = ['sku', 'cost', ...OPTIONAL] as const;

const HEADERS: Readonly<Record<Column, readonly [string, ...string[]]>> = {
  sku: ['SKU', 'Item No.', 'Artikelnummer'],
  cost: ['Cost', 'Unit Cost', 'EK netto'],
  minimum_price: ['Min Price', 'Mindestpreis'],
  maximum_price: ['Max Price', 'Höchstpreis'],
  title: ['Title', 'Bezeichnung'],
  note: ['Remark', 'Notiz'],
};

const dialects: fc.Arbitrary<Dialect> = fc
  .record({
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    quote: fc.constantFrom('"', '"', '"', "'"),
    quoteAll: fc.boolean(),
    lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
    encoding: fc.constantFrom(...ENCODINGS),
    sign: fc.constantFrom('.', ','),
    groups: fc.constantFrom('', 'other', "'", ' '),
  } as const)
  .map(({ groups, sign, ...rest }) => {
    const other = sign === '.' ? ',' : '.';
    // Programs that quote with apostrophes quote every cell.
    const quoteAll = rest.quoteAll || rest.quote === "'";
    return { ...rest, quoteAll, sign, groups: groups === 'other' ? other : groups };
  });

interface RowModel {
  readonly stem: string;
  readonly cents: readonly [number, number, number];
  readonly title: string;
  readonly note: string;
}

const TEXTS = [`Kettle 1,5 l`, `Pipe; 3" wide`, `Baker's tin`, 'Bürste', 'Écrou | M8', 'Seife 250 g'];
const words = fc.constantFrom('Mug', ...TEXTS, '12', '=SUM(A1)', '@home', '');

const rowModels: fc.Arbitrary<RowModel> = fc.record({
  stem: fc.constantFrom('A', 'A-1', 'MUG', '00017', '4', 'X.Y', 'Ü-9'),
  cents: fc.tuple(
    fc.integer({ min: 1, max: 9_999_999 }),
    fc.integer({ min: 1, max: 99_999 }),
    fc.nat({ max: 5_000_000 }),
  ),
  title: fc.array(words, { maxLength: 2 }).map((parts) => parts.join(' ').trim()),
  note: fc.oneof({ weight: 3, arbitrary: fc.constant('') }, { weight: 1, arbitrary: words }),
});

/** Lines that are no data, as programs put them into their exports. */
type Extra = (typeof EXTRAS)[number];
const EXTRAS = ['blank', 'delimiters', 'header', 'rule', 'page', 'total', 'subtotal', 'footer'] as const;

export interface SheetPlan {
  readonly dialect: Dialect;
  readonly columns: readonly Column[];
  readonly spellings: number;
  readonly rows: readonly RowModel[];
  /** Titles above the header. */
  readonly titles: readonly string[];
  /** What stands before the row of that number. */
  readonly extras: readonly { readonly before: number; readonly extra: Extra }[];
  readonly endsInLineEnd: boolean;
}

export function sheetPlans({ minRows = 3, maxRows = 12 } = {}): fc.Arbitrary<SheetPlan> {
  return fc.record({
    dialect: dialects,
    columns: fc
      .tuple(fc.shuffledSubarray([...COLUMNS], { minLength: COLUMNS.length }), fc.subarray([...OPTIONAL]))
      .map(([columns, left]) => columns.filter((column) => !left.some((one) => one === column))),
    spellings: fc.nat({ max: 2 }),
    rows: fc.array(rowModels, { minLength: minRows, maxLength: maxRows }),
    titles: fc.array(fc.constantFrom('Price list', 'Stand: 20.11.2026', 'Acme GmbH, Köln', ''), {
      maxLength: 3,
    }),
    extras: fc.array(fc.record({ before: fc.nat({ max: maxRows }), extra: fc.constantFrom(...EXTRAS) }), {
      maxLength: 5,
    }),
    endsInLineEnd: fc.boolean(),
  });
}

export function writePricedSheet(plan: SheetPlan): PricedSheet {
  const { dialect, columns, spellings, titles } = plan;
  const names = columns.map((column) => HEADERS[column][spellings] ?? HEADERS[column][0]);
  const extrasBefore = (row: number) =>
    plan.extras
      .filter(({ before }) => Math.min(before, plan.rows.length) === row)
      .map(({ extra }) => cellsOfExtra(extra, names, plan));
  const rows = plan.rows.map((model, index) => cellsOfRow(model, index, plan));
  const records = [
    ...titles.map((title) => [title]),
    names,
    ...rows.flatMap((row, index) => [...extrasBefore(index), row]),
    ...extrasBefore(rows.length),
  ];
  const mark = MARKS[dialect.encoding] ?? Buffer.alloc(0);
  const sizeOf = (text: string) => encode(text, dialect.encoding).length;
  let at = mark.length;
  const spanOf = (text: string): Span => {
    const from = at;
    at += sizeOf(text);
    return { from, to: at };
  };
  const spansOf = new Map(
    records.map((cells, index) => {
      const spans = cells.map((cell, position) => {
        if (position > 0) spanOf(dialect.delimiter);
        return spanOf(quoted(cell, dialect));
      });
      spanOf(dialect.lineEnd);
      return [cells, { line: index + 1, spans }];
    }),
  );
  const lines = records.map((cells) => cells.map((cell) => quoted(cell, dialect)).join(dialect.delimiter));
  const text = lines.join(dialect.lineEnd) + (endsInLineEnd(plan) ? dialect.lineEnd : '');
  return {
    bytes: Buffer.concat([mark, encode(text, dialect.encoding)]),
    dialect,
    header: { from: 0, to: spansOf.get(names)?.spans.at(-1)?.to ?? 0 },
    rows: rows.map((cells, index): PricedRow => {
      const { line = 0, spans = [] } = spansOf.get(cells) ?? {};
      const spanAt = (column: Column): Span => spans[columns.indexOf(column)] ?? { from: 0, to: 0 };
      const lastSpan = spans.at(-1) ?? spanAt('sku');
      return {
        line,
        sku: cells[columns.indexOf('sku')] ?? '',
        span: { from: spans[0]?.from ?? 0, to: lastSpan.to },
        skuSpan: spanAt('sku'),
        lastSpan,
        amounts: MONEY.flatMap((field, n) => {
          if (!columns.includes(field)) return [];
          return [{ field, cents: plan.rows[index]?.cents[n] ?? 0, span: spanAt(field) }];
        }),
      };
    }),
    lastColumn: columns.at(-1) ?? 'sku',
  };
}

/** A note in a column of money that ends a file without a line end looks like a row that was cut short. */
function endsInLineEnd({ endsInLineEnd, columns, extras, rows }: SheetPlan): boolean {
  const hasTail = extras.some(({ before }) => before >= rows.length);
  return endsInLineEnd || (hasTail && MONEY.some((name) => name === columns[0]));
}

function cellsOfRow(
  { stem, cents, title, note }: RowModel,
  index: number,
  { columns, dialect }: SheetPlan,
): readonly string[] {
  const [cost = '', minimum_price = '', maximum_price = ''] = cents.map((amount) =>
    writeAmount(amount, dialect),
  );
  // Never the beginning of another one, so that a SKU that lost its end is nobody's.
  const sku = `${stem}-${String(index).padStart(3, '0')}`;
  const texts: Readonly<Record<Column, string>> = { sku, title, note, cost, minimum_price, maximum_price };
  return columns.map((column) => texts[column]);
}

function cellsOfExtra(
  extra: Extra,
  names: readonly string[],
  { columns, dialect }: SheetPlan,
): readonly string[] {
  const sum = writeAmount(1_234_500, dialect);
  const summed = (word: string) =>
    columns.map((column) => (column === 'sku' ? word : column === 'cost' ? sum : ''));
  const records: Readonly<Record<Extra, readonly string[]>> = {
    blank: [],
    delimiters: columns.map(() => ''),
    header: [...names],
    rule: ['--------------------'],
    page: ['Seite 2 von 7, Stand 20.11.2026'],
    total: summed('Total'),
    subtotal: summed('Zwischensumme'),
    footer: ['Printed 2026-11-20 17:03 by Ä. Muster'],
  };
  return records[extra];
}

function quoted(cell: string, { quote, quoteAll, delimiter }: Dialect): string {
  const must = cell.includes(delimiter) || cell.includes(quote);
  return must || quoteAll ? quote + cell.replaceAll(quote, quote + quote) + quote : cell;
}

const MARKS: Readonly<Partial<Record<Encoding, Buffer>>> = {
  'utf-8 with mark': Buffer.from([0xef, 0xbb, 0xbf]),
  'utf-16le with mark': Buffer.from([0xff, 0xfe]),
  'utf-16be with mark': Buffer.from([0xfe, 0xff]),
};

export function encode(text: string, encoding: Encoding): Buffer {
  switch (encoding) {
    case 'windows-1252':
      return Buffer.from(text, 'latin1');
    case 'utf-16le with mark':
      return Buffer.from(text, 'utf16le');
    case 'utf-16be with mark':
      return Buffer.from(text, 'utf16le').swap16();
    default:
      return Buffer.from(text, 'utf8');
  }
}

function writeAmount(cents: number, { sign, groups }: Dialect): string {
  const digits = String(cents).padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(?:\d{3})+$)/g, groups);
  return `${whole}${sign}${digits.slice(-2)}`;
}
