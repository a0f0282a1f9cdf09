import { z } from 'zod';
import { FIELDS, type Field, type FieldValue } from '../../domain/fields.ts';
import type { ListingId } from '../../domain/listing.ts';
import { createIdTable, createNumberColumn } from '../../resolve/id-table.ts';

/** A column of values, of which only as much is checked as reading it takes; `"-"`: nothing was agreed on. */
const columnSchema = z.custom<readonly FieldValue[]>(Array.isArray).optional();
const columns = Object.fromEntries(FIELDS.map((field) => [field, columnSchema]));

/** Values of many listings, column by column. */
export const valuesSchema = z.object({
  kind: z.literal('values'),
  ids: z.custom<readonly ListingId[]>(
    (ids) => Array.isArray(ids) && ids.every((id) => typeof id === 'string'),
  ),
  ...(columns as Record<Field, typeof columnSchema>),
});

type ValuesLine = z.infer<typeof valuesSchema>;

/** In a column of the file: nothing was agreed on. No id of a strategy reads like that. */
const NOTHING = '-';
/** The code of a value that was never agreed on, as in a row that was never set. */
const UNSET = 0;
/** The code of null. */
const NULL = 1;
/** The code of the number 0; those of other numbers are as far from it as they are from 0. */
const FIRST = 2;
const LISTINGS_PER_LINE = 500;

/**
 * The values that sheet and service last agreed on, for each listing and field: sent and seen, or seen to be as the sheet says. Every
 * value is a number of eight bytes, so that those of a million listings have room.
 */
export class AgreedValues {
  readonly #ids = createIdTable();
  /** By the position of the field in `FIELDS`; a field that no sheet sets has none. */
  readonly #columns: (ReturnType<typeof createNumberColumn> | undefined)[] = [];
  readonly #strategies: string[] = [];
  readonly #strategyNumbers = new Map<string, number>();
  #latest: { readonly id?: ListingId; readonly row?: number | undefined } = {};

  /** Number of listings. */
  get size(): number {
    return this.#ids.size();
  }

  /** `undefined`: nothing was agreed on. */
  get(id: ListingId, field: Field): FieldValue | undefined {
    const row = this.#find(id);
    const code = row === undefined ? UNSET : (this.#columns[FIELDS.indexOf(field)]?.get(row) ?? UNSET);
    return code === UNSET ? undefined : this.#decode(code, field);
  }

  /** Remembers a value that sheet and service agree on now. */
  set(id: ListingId, field: Field, value: FieldValue): void {
    const row = this.#find(id) ?? this.#add(id);
    this.#put(row, FIELDS.indexOf(field), this.#encode(value, field));
  }

  /** What the listing holds may be the doing of a run that did not see it: another value there is no drift. */
  forget(id: ListingId, field: Field): void {
    const row = this.#find(id);
    if (row !== undefined) this.#put(row, FIELDS.indexOf(field), UNSET);
  }

  /** Takes over a line of the file. */
  read(line: ValuesLine): void {
    const rows = line.ids.map((id) => this.#add(id));
    for (const [at, field] of FIELDS.entries())
      line[field]?.forEach((said, n) => {
        if (said !== NOTHING) this.#put(rows[n] ?? 0, at, this.#encode(said, field));
      });
  }

  /** All values, as lines of the file. */
  *lines(): Generator<ValuesLine> {
    for (let from = 0; from < this.size; from += LISTINGS_PER_LINE) {
      const to = Math.min(this.size, from + LISTINGS_PER_LINE);
      const ids = Array.from({ length: to - from }, (_, n) => this.#ids.idOf(from + n));
      const columns = FIELDS.flatMap((field, at) => {
        const codes = this.#columns[at];
        if (!codes) return [];
        return [[field, ids.map((_, n) => this.#render(codes.get(from + n), field))] as const];
      });
      yield { kind: 'values', ids, ...Object.fromEntries(columns) };
    }
  }

  #render(code: number, field: Field): FieldValue {
    return code === UNSET ? (NOTHING as FieldValue) : this.#decode(code, field);
  }

  /** The row of a listing. One is asked for several times in a row, and found once. */
  #find(id: ListingId): number | undefined {
    if (id !== this.#latest.id) this.#latest = { id, row: this.#ids.find(id) };
    return this.#latest.row;
  }

  /** The row of a listing, a new one if it is not there yet. */
  #add(id: ListingId): number {
    const row = this.#ids.add(id);
    this.#latest = { id, row };
    return row;
  }

  #put(row: number, at: number, code: number): void {
    this.#columns[at] ??= createNumberColumn(Float64Array);
    this.#columns[at].set(row, code);
  }

  #encode(value: FieldValue, field: Field): number {
    if (value === null) return NULL;
    if (field !== 'strategy') return Number(value) + FIRST;
    const text = String(value);
    const known = this.#strategyNumbers.get(text);
    if (known !== undefined) return known;
    const code = this.#strategies.push(text) - 1 + FIRST;
    this.#strategyNumbers.set(text, code);
    return code;
  }

  #decode(code: number, field: Field): FieldValue {
    if (code === NULL) return null;
    const number = code - FIRST;
    if (field === 'strategy') return this.#strategies[number] ?? null;
    return field === 'repricing' ? number === 1 : (number as FieldValue);
  }
}
