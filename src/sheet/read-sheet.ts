import { SheetError } from '../domain/errors.ts';
import { FIELDS, MONEY_FIELDS, type MoneyField } from '../domain/fields.ts';
import {
  type DuplicateRow,
  type InvalidRow,
  type Row,
  type SheetRow,
  targetKey,
  wishesKey,
} from '../domain/row.ts';
import {
  type DuplicatePolicy,
  type DuplicateVerdict,
  explainDuplicate,
  settleDuplicates,
} from '../domain/settle-duplicates.ts';
import type { DecimalSign } from './amount-text.ts';
import { type ColumnMap, type Columns, type HeaderReading, readHeader } from './columns.ts';
import { DecimalColumn } from './decimal-column.ts';
import { openSheetText, type SheetText } from './open-sheet-text.ts';
import type { Rounding } from './parse-money.ts';
import { type Quote, type RawRecord, readRecords } from './parse-records.ts';
import { parseRow, type RowFormat } from './parse-row.ts';
import type { Source } from './read-source.ts';
import { skuPathOf } from './sku-path.ts';
import { type TableFacts, whyIgnored } from './why-ignored.ts';

/** What a person has said about how to read a sheet; what is left open is told from the sheet. */
export interface SheetOptions {
  readonly encoding?: string | undefined;
  readonly delimiter?: string | undefined;
  readonly quote?: Quote | undefined;
  /** The physical line of the header, or that there is none. */
  readonly headerRow?: number | 'none' | undefined;
  readonly map: ColumnMap;
  readonly decimalSign?: DecimalSign | undefined;
  readonly moneyUnit: 'major' | 'cents';
  readonly rounding?: Rounding | undefined;
  readonly clearToken: string;
  readonly duplicates: DuplicatePolicy;
  /** Lower-case ISO 4217 code of rows that name none; signs beside the amounts have to agree with it. */
  readonly currency?: string | undefined;
  /** SKUs of digits alone are filled up with zeros to so many. */
  readonly skuPad?: number | undefined;
}

/** How a sheet was read, for people and for the files that are written in its likeness. */
export interface Reading extends Omit<SheetText, 'text'>, Pick<HeaderReading, 'rivals'> {
  readonly columns: Columns;
  readonly ignoredColumns: readonly string[];
  /** Of the columns that showed one. */
  readonly decimalSigns: ReadonlyMap<MoneyField, DecimalSign>;
}

/** A sheet, read: every record below the header is one of `rows`, in order. */
export interface Sheet {
  readonly source: Source;
  readonly rows: readonly Row[];
  readonly reading: Reading;
}

/**
 * Reads a sheet to rows.
 *
 * Errors: `SheetError` where the sheet can't be read at all; what is wrong with one row is an `InvalidRow`.
 */
export async function readSheet(source: Source, options: SheetOptions): Promise<Sheet> {
  const rows: Row[] = [];
  const reading = await scanSheet(source, options, (row) => rows.push(row));
  return { source, rows: withoutDuplicates(rows, options.duplicates), reading };
}

/**
 * Reads a sheet and hands over its rows one by one, in order, holding on to none of them: a sheet of any size takes the
 * same room. Rows that speak of the same thing are not compared. Nothing may hang on a row before all are read, since
 * what comes later may show that the sheet can't be read.
 */
export async function scanSheet(
  source: Source,
  options: SheetOptions,
  onRow: (row: Row) => void,
): Promise<Reading> {
  const { text, ...opened } = await openSheetText(source, options);
  const { table, dialect } = opened;
  const header = readHeader(table.header, { line: table.headerLine, name: source.name, map: options.map });
  if (!header.columns.has('sku')) throw new TypeError('A table without a SKU column is no table');
  const scan = new RowScan({ name: source.name, options, header, opened, onRow });
  let last = '';
  async function* watched(): AsyncGenerator<string> {
    for await (const piece of text()) {
      last = piece;
      yield piece;
    }
  }
  for await (const records of readRecords(watched(), { dialect, name: source.name, firstLine: 1 })) {
    for (const record of records) if (record.line > table.lastLineAbove) scan.see(record);
  }
  const decimalSigns = scan.finish(/[\r\n]$/.test(last));
  const { columns, ignored, rivals } = header;
  return { ...opened, columns, ignoredColumns: ignored, rivals, decimalSigns };
}

interface ScanOptions {
  readonly name: string;
  readonly options: SheetOptions;
  readonly header: HeaderReading;
  readonly opened: Omit<SheetText, 'text'>;
  readonly onRow: (row: Row) => void;
}

/** A column of money whose decimal sign is being found out. */
interface MoneyColumn {
  readonly field: MoneyField;
  readonly index: number;
  readonly column: DecimalColumn;
}

/**
 * Turns records into rows as they come. A row waits only while a column of money has shown amounts that could be read
 * with either decimal sign and none that tells which; and the last record waits for what the end of the file shows.
 */
class RowScan {
  readonly #name: string;
  readonly #onRow: (row: Row) => void;
  readonly #table: TableFacts;
  readonly #format: RowFormat;
  readonly #signs: Map<MoneyField, DecimalSign>;
  readonly #money: readonly MoneyColumn[];
  readonly #clearToken: string;
  #waiting: RawRecord[] = [];
  #last: RawRecord | undefined;
  /** The last record, where its last amount seems to have lost its tail. */
  #torn: RawRecord | undefined;

  constructor({ name, options, header: { columns }, opened, onRow }: ScanOptions) {
    const { header } = opened.table;
    this.#name = name;
    this.#onRow = onRow;
    this.#clearToken = options.clearToken;
    this.#signs = new Map();
    this.#money = MONEY_FIELDS.flatMap((field) => {
      const column = columns.get(field);
      if (!column || column.inCents || options.moneyUnit === 'cents') return [];
      if (options.decimalSign) this.#signs.set(field, options.decimalSign);
      const { index } = column;
      return options.decimalSign ? [] : [{ field, index, column: new DecimalColumn(column, name) }];
    });
    this.#table = {
      header,
      map: options.map,
      skuIndex: columns.get('sku')?.index ?? 0,
      fieldIndices: FIELDS.flatMap((field) => columns.get(field)?.index ?? []),
    };
    this.#format = {
      ...options,
      header,
      columns,
      decimalSigns: this.#signs,
      skuPath: skuPathOf(columns.get('sku')?.header),
    };
  }

  see(record: RawRecord): void {
    if (this.#last) this.#take(this.#last, this.#money);
    this.#last = record;
  }

  /** Errors: `SheetError` where the last row is cut off, or a column's decimal sign can't be told. */
  finish(endsInLineBreak: boolean): ReadonlyMap<MoneyField, DecimalSign> {
    const last = this.#last;
    if (last && endsInLineBreak) this.#take(last, this.#money);
    else if (last) this.#takeUnfinished(last);
    for (const { column } of this.#money) column.settle();
    this.#release();
    return this.#signs;
  }

  /** The last cell may have lost its tail, and proves nothing where others do: `1.2` may have been `1.250,00`. */
  #takeUnfinished(record: RawRecord): void {
    const { header } = this.#table;
    if (record.cells.length < header.length && !whyIgnored(record, this.#table, false)) {
      throw cutShort(record, this.#name);
    }
    const end = record.cells.length - 1;
    const text = record.cells[end]?.trim() ?? '';
    const last = this.#money.find(({ index }) => index === end);
    if (text !== '' && text !== this.#clearToken && last?.column.isShorter(text)) this.#torn = record;
    this.#take(
      record,
      this.#money.filter(
        (money) => money !== last || (last.column.sign === undefined && !last.column.isOpen),
      ),
    );
  }

  #take(record: RawRecord, money: readonly MoneyColumn[]): void {
    if (!whyIgnored(record, this.#table, true)) {
      for (const { field, index, column } of money) {
        const text = record.cells[index]?.trim() ?? '';
        if (text !== '' && text !== this.#clearToken) column.see({ line: record.line, text });
        if (column.sign) this.#signs.set(field, column.sign);
      }
    }
    this.#waiting.push(record);
    if (!this.#money.some(({ column }) => column.isOpen)) this.#release();
  }

  #release(): void {
    for (const record of this.#waiting) this.#onRow(this.#toRow(record));
    this.#waiting = [];
  }

  #toRow(record: RawRecord): Row {
    const surely = whyIgnored(record, this.#table, true);
    if (surely) return surely;
    const row =
      record === this.#torn ? refuseTorn(parseRow(record, this.#format)) : parseRow(record, this.#format);
    const usable = row.kind === 'row' && setsAnything(row);
    const ignored = usable ? undefined : whyIgnored(record, this.#table, false);
    if (ignored?.reason === 'repeated_header') this.#refuseOtherTable(record);
    return ignored ?? row;
  }

  /** Rows below a header that names the columns in another order would be read into the wrong fields. */
  #refuseOtherTable({ cells, line }: RawRecord): void {
    const { map } = this.#table;
    const { columns } = readHeader(cells, { line, name: this.#name, map: new Map() });
    const moved = [...columns].find(
      ([name, { index }]) => !map.has(name) && this.#format.columns.get(name)?.index !== index,
    );
    if (!moved) return;
    throw new SheetError(
      `Cannot read the sheet "${this.#name}": another table begins on line ${line}, where "${moved[1].header}" stands in another column`,
      { hint: 'Put each table into a file of its own' },
    );
  }
}

function setsAnything({ wishes }: SheetRow): boolean {
  for (const _ in wishes) return true;
  return false;
}

/** A file may end anywhere without a line break, also in the middle of an amount. */
function refuseTorn(row: SheetRow | InvalidRow): InvalidRow {
  const { line, cells, target } = row;
  const message = 'The file ends in this cell, and the amounts above have more decimals: it may be cut short';
  const problems = row.kind === 'invalid' ? row.problems : [];
  return {
    kind: 'invalid',
    line,
    cells,
    target,
    problems: [...problems, { reason: 'cell_cut_short', message }],
  };
}

/** A last row with too few cells and no line end after it is the mark of a file that wasn't written to its end. */
function cutShort({ line }: RawRecord, name: string): SheetError {
  return new SheetError(`Cannot use the sheet "${name}": it is cut short in the row on line ${line}`, {
    hint: 'Export it again',
  });
}

function withoutDuplicates(rows: readonly Row[], policy: DuplicatePolicy): readonly Row[] {
  const verdicts = settleDuplicates(rows, {
    keyOf: (row) =>
      (row.kind === 'row' || row.kind === 'invalid') && row.target ? targetKey(row.target) : undefined,
    wishesOf: (row) => (row.kind === 'row' ? wishesKey(row) : undefined),
    policy,
  });
  return rows.map((row) => {
    const verdict = row.kind === 'row' ? verdicts.get(row) : undefined;
    return row.kind === 'row' && verdict ? applyVerdict(row, verdict) : row;
  });
}

function applyVerdict(
  { line, cells, target }: SheetRow,
  verdict: DuplicateVerdict<Row>,
): DuplicateRow | InvalidRow {
  const message = explainDuplicate(verdict.kind, verdict.other.line);
  if (verdict.kind === 'disagrees') {
    return { kind: 'invalid', line, cells, target, problems: [{ reason: 'duplicate_disagrees', message }] };
  }
  return { kind: 'duplicate', line, cells, target, reason: verdict.kind, message };
}
