import { FIELDS, type Field, type FieldValue } from '../../domain/fields.ts';
import type { ListingId } from '../../domain/listing.ts';
import { createIdTable } from '../../resolve/id-table.ts';
import type { ValuesLine } from './ledger-schema.ts';

/** In a column: nothing was agreed on. */
const NOTHING = '-';
/** Goes before the id of a strategy that reads like that. */
const ESCAPE = '=';
/** Means null among numbers: no amount is negative. */
const NULL = -1;
const LISTINGS_PER_LINE = 500;
const FEWEST_ROWS = 1024;

/** The values of a listing in a line. */
export function valuesIn(line: ValuesLine, id: string): readonly (readonly [Field, FieldValue])[] {
  const at = line.ids.indexOf(id as ListingId);
  return FIELDS.flatMap((field) => {
    const said = line[field]?.[at];
    return said === undefined || said === NOTHING ? [] : [[field, unescaped(said)] as const];
  });
}

function unescaped(said: unknown): FieldValue {
  const isEscaped = typeof said === 'string' && said.startsWith(ESCAPE);
  return (isEscaped ? said.slice(ESCAPE.length) : said) as FieldValue;
}

/**
 * The values that sheet and service last agreed on, for each listing and field: sent and seen, or seen to be as the sheet says. Every
 * value is a number of eight bytes, so that those of a million listings have room. A listing is known by its row, which is found once
 * for all of its fields.
 */
export class AgreedValues {
  readonly #ids = createIdTable();
  /** By the position of the field in `FIELDS`; a field that no sheet sets has none. */
  readonly #columns: (Float64Array | undefined)[] = [];
  readonly #strategies: string[] = [];
  readonly #strategyNumbers = new Map<string, number>();
  #capacity = FEWEST_ROWS;

  /** Number of listings. */
  get size(): number {
    return this.#ids.size();
  }

  /** The row of a listing, a new one if it is not there yet. */
  rowOf(id: ListingId): number {
    const row = this.#ids.add(id);
    if (row >= this.#capacity) this.#grow();
    return row;
  }

  /** `undefined`: nothing was agreed on. */
  get(id: ListingId, field: Field): FieldValue | undefined {
    const row = this.#ids.find(id);
    return row === undefined ? undefined : this.getAt(row, field);
  }

  /** Likewise, by the row of the listing. */
  getAt(row: number, field: Field): FieldValue | undefined {
    const code = this.#columns[FIELDS.indexOf(field)]?.[row];
    return code === undefined || Number.isNaN(code) ? undefined : this.#decode(code, field);
  }

  /** Remembers a value that sheet and service agree on now. */
  set(id: ListingId, field: Field, value: FieldValue): void {
    this.setAt(this.rowOf(id), field, value);
  }

  /** Likewise, by the row of the listing. */
  setAt(row: number, field: Field, value: FieldValue): void {
    this.#put(row, FIELDS.indexOf(field), this.#encode(value, field));
  }

  /** What the listing holds may be the doing of a run that did not see it: another value there is no drift. */
  forget(id: ListingId, field: Field): void {
    const row = this.#ids.find(id);
    if (row !== undefined) this.#put(row, FIELDS.indexOf(field), Number.NaN);
  }

  clear(): void {
    for (const column of this.#columns) column?.fill(Number.NaN);
  }

  /** Takes over a line of the file. */
  read(line: ValuesLine): void {
    const rows = line.ids.map((id) => this.rowOf(id));
    for (const [at, field] of FIELDS.entries())
      line[field]?.forEach((said, n) => {
        if (said !== NOTHING) this.#put(rows[n] ?? 0, at, this.#encode(unescaped(said), field));
      });
  }

  /** All values, as lines of the file. */
  *lines(): Generator<ValuesLine> {
    for (let row = 0; row < this.size; row += LISTINGS_PER_LINE)
      yield this.#toLine(row, Math.min(this.size, row + LISTINGS_PER_LINE));
  }

  #toLine(from: number, to: number): ValuesLine {
    const rows = Array.from({ length: to - from }, (_, at) => from + at);
    const columns = FIELDS.flatMap((field, at) => {
      const column = this.#columns[at];
      return column ? [[field, rows.map((row) => this.#render(column[row], field))] as const] : [];
    });
    return { kind: 'values', ids: rows.map((row) => this.#ids.idOf(row)), ...Object.fromEntries(columns) };
  }

  #render(code: number | undefined, field: Field): FieldValue {
    if (code === undefined || Number.isNaN(code)) return NOTHING as FieldValue;
    const value = this.#decode(code, field);
    const isLikeOurs = typeof value === 'string' && (value === NOTHING || value.startsWith(ESCAPE));
    return isLikeOurs ? (`${ESCAPE}${value}` as FieldValue) : value;
  }

  #grow(): void {
    this.#capacity *= 2;
    for (const [at, column] of this.#columns.entries())
      if (column) this.#columns[at] = this.#newColumn(column);
  }

  #newColumn(from?: Float64Array): Float64Array {
    const column = new Float64Array(this.#capacity).fill(Number.NaN, from?.length);
    if (from) column.set(from);
    return column;
  }

  #put(row: number, at: number, code: number): void {
    this.#columns[at] ??= this.#newColumn();
    this.#columns[at][row] = code;
  }

  #encode(value: FieldValue, field: Field): number {
    if (value === null) return NULL;
    if (field !== 'strategy') return Number(value);
    const text = String(value);
    const known = this.#strategyNumbers.get(text);
    if (known !== undefined) return known;
    this.#strategyNumbers.set(text, this.#strategies.length);
    return this.#strategies.push(text) - 1;
  }

  #decode(code: number, field: Field): FieldValue {
    if (code === NULL) return null;
    if (field === 'strategy') return this.#strategies[code] ?? null;
    return field === 'repricing' ? code === 1 : (code as FieldValue);
  }
}
