import { FIELDS, type Field, type FieldValue } from '../../domain/fields.ts';
import type { ListingId } from '../../domain/listing.ts';
import { createIdTable } from '../../resolve/id-table.ts';

/** A line of the history with values of many listings, column by column. `-`: nothing is said of that field. */
export interface AgreedLine {
  readonly kind: 'agreed';
  readonly ids: readonly ListingId[];
  readonly cost?: readonly FieldValue[];
  readonly minimum_price?: readonly FieldValue[];
  readonly maximum_price?: readonly FieldValue[];
  readonly strategy?: readonly FieldValue[];
  readonly repricing?: readonly FieldValue[];
  readonly manual_price?: readonly FieldValue[];
}

/** What a line says of a listing. `undefined`: it is not known any more. */
export function valuesOf(
  line: AgreedLine,
  id: string,
): readonly (readonly [Field, FieldValue | undefined])[] {
  const at = line.ids.indexOf(id as ListingId);
  return FIELDS.flatMap((field) => {
    const said = line[field]?.[at];
    return said === undefined || said === NOT_SAID ? [] : [[field, toValue(said)] as const];
  });
}

/** What a line says of all its listings. `value`: `undefined` if it is not known any more. */
export function* saidIn(line: AgreedLine): Generator<Said> {
  for (const field of FIELDS)
    for (const [at, said] of (line[field] ?? []).entries()) {
      const id = line.ids[at];
      if (said === NOT_SAID || id === undefined) continue;
      yield { id, field, value: toValue(said) };
    }
}

interface Said {
  readonly id: ListingId;
  readonly field: Field;
  readonly value: FieldValue | undefined;
}

/** What a line says is not known any more. */
export function unknownIn(line: AgreedLine): readonly Pick<Said, 'id' | 'field'>[] {
  return [...saidIn(line)].filter(({ value }) => value === undefined);
}

function toValue(said: FieldValue): FieldValue | undefined {
  return said === UNKNOWN ? undefined : unescaped(said);
}

function unescaped(said: FieldValue): FieldValue {
  const isEscaped = typeof said === 'string' && said.startsWith(ESCAPE);
  return isEscaped ? (said.slice(ESCAPE.length) as FieldValue) : said;
}

const NOT_SAID = '-';
/** What was agreed on is not known any more. */
const UNKNOWN = '?';
/** Goes before the id of a strategy that reads like one of these. */
const ESCAPE = '=';
const OURS: ReadonlySet<string> = new Set([NOT_SAID, UNKNOWN, ESCAPE]);
/** Means null among numbers: no amount is negative. */
const NULL = -1;
const LISTINGS_PER_LINE = 500;
const FEWEST_ROWS = 1024;

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
  /** For each listing, the fields with values that are not in the history yet, as bits. */
  #fresh = new Uint8Array(FEWEST_ROWS);
  #freshCount = 0;
  /** Likewise, the fields that a run of another job has set since the last run of this one, or may have. */
  #byOtherJobs = new Uint8Array(FEWEST_ROWS);
  /** What the sheet of this job had said of such fields; a field that no other job has set has none. */
  readonly #said: (Float64Array | undefined)[] = [];
  #capacity = FEWEST_ROWS;

  /** Number of listings. */
  get size(): number {
    return this.#ids.size();
  }

  /** Number of listings with new values. */
  get freshCount(): number {
    return this.#freshCount;
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
    return this.#valueIn(this.#columns, row, field);
  }

  #valueIn(
    columns: readonly (Float64Array | undefined)[],
    row: number,
    field: Field,
  ): FieldValue | undefined {
    const code = columns[FIELDS.indexOf(field)]?.[row];
    return code === undefined || Number.isNaN(code) ? undefined : this.#decode(code, field);
  }

  /** Remembers a value that sheet and service agree on now. */
  set(id: ListingId, field: Field, value: FieldValue): void {
    this.setAt(this.rowOf(id), field, value);
  }

  /** Likewise, by the row of the listing. */
  setAt(row: number, field: Field, value: FieldValue): void {
    this.#note(row, FIELDS.indexOf(field), this.#encode(value, field));
  }

  /** What the listing holds may be the doing of a run that did not see it: another value there is no drift. */
  forget(id: ListingId, field: Field): void {
    this.#note(this.rowOf(id), FIELDS.indexOf(field), Number.NaN);
  }

  /** Takes over that a value is not known any more, as from a line of the history. */
  unlearn(id: ListingId, field: Field): void {
    const row = this.#ids.find(id);
    if (row !== undefined) this.#put(row, FIELDS.indexOf(field), Number.NaN);
  }

  /** A run of another job has set the value: what the listing holds is no change by somebody else, and no sheet of this job said it. */
  setByOtherJob(id: ListingId, field: Field, value: FieldValue): void {
    this.#keepSaid(id, field);
    this.set(id, field, value);
  }

  /** Likewise, but it is not known whether it has. */
  forgetByOtherJob(id: ListingId, field: Field): void {
    this.#keepSaid(id, field);
    this.forget(id, field);
  }

  #keepSaid(id: ListingId, field: Field): void {
    const row = this.rowOf(id);
    if (this.isByOtherJob(row, field)) return;
    const at = FIELDS.indexOf(field);
    this.#said[at] ??= this.#newColumn();
    this.#said[at][row] = this.#columns[at]?.[row] ?? Number.NaN;
    this.#byOtherJobs[row] = (this.#byOtherJobs[row] ?? 0) | (1 << at);
  }

  /** Whether the sheet of another job said the value last. */
  isByOtherJob(row: number, field: Field): boolean {
    return ((this.#byOtherJobs[row] ?? 0) & (1 << FIELDS.indexOf(field))) !== 0;
  }

  /** What the sheet of this job said last, whatever another job has set since. `undefined`: it said nothing. */
  saidAt(row: number, field: Field): FieldValue | undefined {
    const columns = this.isByOtherJob(row, field) ? this.#said : this.#columns;
    return this.#valueIn(columns, row, field);
  }

  #note(row: number, at: number, code: number): void {
    if (!this.#put(row, at, code)) return;
    const before = this.#fresh[row] ?? 0;
    if (before === 0) this.#freshCount++;
    this.#fresh[row] = before | (1 << at);
  }

  /** Takes over a line of the history. */
  read(line: AgreedLine): void {
    const rows = line.ids.map((id) => this.rowOf(id));
    for (const [at, field] of FIELDS.entries())
      line[field]?.forEach((value, n) => {
        if (value === NOT_SAID) return;
        const row = rows[n] ?? 0;
        this.#put(row, at, this.#parse(value, field));
        this.#byOtherJobs[row] = (this.#byOtherJobs[row] ?? 0) & ~(1 << at);
      });
  }

  /** The new values, as lines of the history. */
  freshLines(): Generator<AgreedLine> {
    return this.#lines((row) => this.#fresh[row] ?? 0);
  }

  /** All values, likewise. */
  allLines(): Generator<AgreedLine> {
    return this.#lines((row) => this.#knownFields(row));
  }

  #knownFields(row: number): number {
    let bits = 0;
    for (const [at, column] of this.#columns.entries())
      if (column && !Number.isNaN(column[row])) bits |= 1 << at;
    return bits;
  }

  /** `fieldsOf`: of a row, as bits. */
  *#lines(fieldsOf: (row: number) => number): Generator<AgreedLine> {
    let batch: number[] = [];
    for (let row = 0; row < this.size; row++) {
      if (fieldsOf(row) === 0) continue;
      if (batch.push(row) < LISTINGS_PER_LINE) continue;
      yield this.#toLine(batch, fieldsOf);
      batch = [];
    }
    if (batch.length > 0) yield this.#toLine(batch, fieldsOf);
  }

  #toLine(rows: readonly number[], fieldsOf: (row: number) => number): AgreedLine {
    const columns = FIELDS.flatMap((field, at) => {
      const column = this.#columns[at];
      const bit = 1 << at;
      if (!column || rows.every((row) => (fieldsOf(row) & bit) === 0)) return [];
      const isMeant = (row: number) => (fieldsOf(row) & bit) !== 0;
      return [
        [field, rows.map((row) => (isMeant(row) ? this.#render(column[row], field) : NOT_SAID))] as const,
      ];
    });
    return { kind: 'agreed', ids: rows.map((row) => this.#ids.idOf(row)), ...Object.fromEntries(columns) };
  }

  #render(code: number | undefined, field: Field): FieldValue {
    if (code === undefined || Number.isNaN(code)) return UNKNOWN;
    const value = this.#decode(code, field);
    const isLikeOurs = typeof value === 'string' && OURS.has(value.slice(0, 1));
    return isLikeOurs ? `${ESCAPE}${value}` : value;
  }

  #parse(said: FieldValue, field: Field): number {
    if (said === UNKNOWN) return Number.NaN;
    return this.#encode(unescaped(said), field);
  }

  #grow(): void {
    this.#capacity *= 2;
    const fresh = new Uint8Array(this.#capacity);
    fresh.set(this.#fresh);
    this.#fresh = fresh;
    const byOtherJobs = new Uint8Array(this.#capacity);
    byOtherJobs.set(this.#byOtherJobs);
    this.#byOtherJobs = byOtherJobs;
    for (const columns of [this.#columns, this.#said])
      for (const [at, column] of columns.entries()) if (column) columns[at] = this.#newColumn(column);
  }

  #newColumn(from?: Float64Array): Float64Array {
    const column = new Float64Array(this.#capacity).fill(Number.NaN, from?.length);
    if (from) column.set(from);
    return column;
  }

  /** Returns whether that is another value than before. */
  #put(row: number, at: number, code: number): boolean {
    this.#columns[at] ??= this.#newColumn();
    const column = this.#columns[at];
    // What is forgotten is always new: another table may know it.
    if (column[row] === code) return false;
    column[row] = code;
    return true;
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
