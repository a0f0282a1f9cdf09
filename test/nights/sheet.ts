import { createHash } from 'node:crypto';
import type { Field } from '../../src/domain/fields.ts';

/** What a field holds. Units: cents. */
export type Value = number | string | boolean | null;

/** What a row of a sheet sets. */
export type Values = { readonly [F in Field]?: Value | undefined };

/** A row of a sheet. */
export interface Row {
  readonly sku: string;
  /** `undefined`: it is not listed. */
  readonly id: string | undefined;
  readonly values: Values;
}

/** The columns of the sheet. */
const COLUMNS = [
  ['cost', 'cost'],
  ['min', 'minimum_price'],
  ['max', 'maximum_price'],
  ['repricing', 'repricing'],
  ['manual_price', 'manual_price'],
] as const satisfies readonly (readonly [string, Field])[];

export const SET_FIELDS = COLUMNS.map(([, field]) => field);

/** A sheet as the supplier's system leaves it. */
export interface Delivery {
  readonly text: string;
  /** Of the file. Units: epoch milliseconds. */
  readonly modified: number;
  readonly rows: readonly PlacedRow[];
  /** Fields whose columns have other names than usual. */
  readonly renamed: readonly string[];
}

export function isRenamed({ renamed }: Delivery): boolean {
  return renamed.length > 0;
}

export interface PlacedRow extends Row {
  /** From 1, the header included. */
  readonly line: number;
}

interface Making {
  readonly modified: number;
  /** The fields whose columns have other names this time, by those names. */
  readonly renamed?: Readonly<Partial<Record<Field, string>>>;
}

export function makeDelivery(rows: readonly Row[], { modified, renamed = {} }: Making): Delivery {
  const header = ['sku', ...COLUMNS.map(([name, field]) => renamed[field] ?? name)];
  const lines = rows.map(({ sku, values }) => [sku, ...COLUMNS.map(([, field]) => toCell(values[field]))]);
  return {
    text: [header, ...lines].map((cells) => `${cells.join(',')}\n`).join(''),
    modified,
    rows: rows.map((row, index) => ({ ...row, values: without(row.values, renamed), line: index + 2 })),
    renamed: Object.keys(renamed),
  };
}

export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function without(values: Values, fields: object): Values {
  return Object.fromEntries(Object.entries(values).filter(([field]) => !(field in fields)));
}

function toCell(value: Value | undefined): string {
  if (typeof value === 'number') return (value / 100).toFixed(2);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value === null ? 'null' : (value ?? '');
}
