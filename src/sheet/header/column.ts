import type { ColumnName } from './column-names.ts';
import { currencyNoteOf, isInCents } from './fold-header.ts';
import { perQuantityOf } from './per-quantity.ts';

/** A column's place in a record. */
export interface Column {
  /** Position from 0. */
  readonly index: number;
  /** As the sheet calls it. */
  readonly header: string;
  /** The header itself says that its amounts are in cents: `cost_cents`. */
  readonly inCents: boolean;
  /** The currency that the header itself names, as it is written there. */
  readonly currencyNote?: string | undefined;
  /** The number of pieces that its amounts are for, if the header itself says so: `Cost per 100`. */
  readonly pieces?: bigint | undefined;
}

/** Which cell of a record holds what. */
export type Columns = ReadonlyMap<ColumnName, Column>;

/** Which column a person wants to be what: a header, or a letter such as `A`; nothing for a field without a column. */
export type ColumnMap = ReadonlyMap<ColumnName, string>;

/** What a header says of its column, whatever the column is taken for. */
export function toColumn(text: string, index: number): Column {
  const currencyNote = currencyNoteOf(text);
  const pieces = perQuantityOf(text)?.pieces;
  return {
    index,
    header: text.trim(),
    inCents: isInCents(text),
    ...(currencyNote !== undefined && { currencyNote }),
    ...(pieces !== undefined && { pieces }),
  };
}
