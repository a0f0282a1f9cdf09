import { SheetError } from '../domain/errors.ts';
import { type Field, MONEY_FIELDS } from '../domain/fields.ts';

/** What a column of a sheet can mean. */
export type ColumnName = Field | 'sku' | 'currency' | 'platform' | 'channel' | 'listing_id' | 'cost_divisor';

/** Where in a record a column stands. */
export interface Column {
  /** Position from 0. */
  readonly index: number;
  /** As the sheet calls it. */
  readonly header: string;
  /** The header itself says that its amounts are in cents: `cost_cents`. */
  readonly inCents: boolean;
}

/** Which cell of a record holds what. */
export type Columns = ReadonlyMap<ColumnName, Column>;

export interface HeaderReading {
  readonly columns: Columns;
  /** Header texts of columns that mean nothing here. */
  readonly ignored: readonly string[];
}

/** The headers that are read, as people write them; case, spaces, `_` and `-` do not matter. */
const HEADERS: Readonly<Record<ColumnName, readonly string[]>> = {
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
  cost_divisor: ['cost_divisor'],
};

interface Meaning {
  readonly name: ColumnName;
  readonly inCents: boolean;
}

const MEANINGS: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...Object.entries(HEADERS).flatMap(([name, headers]) =>
    headers.map((header) => [foldHeader(header), { name: name as ColumnName, inCents: false }] as const),
  ),
  ...MONEY_FIELDS.flatMap((name) =>
    HEADERS[name].map((header) => [foldHeader(`${header} cents`), { name, inCents: true }] as const),
  ),
]);

/**
 * Finds what each column means.
 *
 * Errors: `SheetError` where no column holds the SKU, or two columns mean the same.
 */
export function readHeader(
  header: readonly string[],
  { line, name }: { readonly line: number; readonly name: string },
): HeaderReading {
  const columns = new Map<ColumnName, Column>();
  const ignored: string[] = [];
  for (const [index, text] of header.entries()) {
    const meaning = MEANINGS.get(foldHeader(text));
    const taken = meaning && columns.get(meaning.name);
    if (taken) throw sameMeaning(taken.header, text.trim(), { meaning: meaning.name, name });
    if (meaning) columns.set(meaning.name, { index, header: text.trim(), inCents: meaning.inCents });
    else if (text.trim() !== '') ignored.push(text.trim());
  }
  if (!columns.has('sku')) throw missingSku(header, line, name);
  return { columns, ignored };
}

function sameMeaning(
  one: string,
  other: string,
  { meaning, name }: { readonly meaning: ColumnName; readonly name: string },
): SheetError {
  return new SheetError(
    `Cannot read the sheet "${name}": the columns "${one}" and "${other}" both mean ${meaning}`,
    {
      hint: 'Rename one of them',
    },
  );
}

function missingSku(header: readonly string[], line: number, name: string): SheetError {
  const [first = ''] = header;
  const other =
    header.length === 1 ? [';', '\t', '|'].find((delimiter) => first.includes(delimiter)) : undefined;
  const found = header.map((text) => `"${text.trim()}"`).join(', ');
  return new SheetError(
    `Cannot read the sheet "${name}": no column named "sku" on line ${line}, only ${found}`,
    {
      hint: other
        ? `The cells look delimited by ${other === '\t' ? 'tabs' : `"${other}"`}; pass --delimiter ${other === '\t' ? 'tab' : `"${other}"`}`
        : 'The first line of a sheet names its columns; rename the column that holds the SKU to "sku"',
    },
  );
}

function foldHeader(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]+/g, '');
}
