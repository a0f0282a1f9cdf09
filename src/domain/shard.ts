import { hashShort } from './hash-text.ts';
import type { Row } from './row.ts';

/** One of the parts into which the rows of a sheet are split, so that as many runs can share them. */
export interface Shard {
  /** From 1 to `of`. */
  readonly index: number;
  readonly of: number;
}

/**
 * Whether a row of a sheet is this shard's. Every row is that of exactly one shard, and rows of one SKU go together, since one
 * may depend on the others. Rows without a SKU that can be read are dealt out by their lines.
 *
 * `ignoreCase`: SKUs that differ in case only may mean one listing.
 */
export function ownsRow(
  { index, of }: Shard,
  row: Row,
  { ignoreCase = false }: { readonly ignoreCase?: boolean | undefined } = {},
): boolean {
  const sku = row.kind === 'ignored' ? undefined : row.target?.sku;
  if (sku === undefined) return row.line % of === index - 1;
  return hashShort(ignoreCase ? sku.toLowerCase() : sku) % of === index - 1;
}

/** `2/4`, as the flag has it. */
export function formatShard({ index, of }: Shard): string {
  return `${index}/${of}`;
}

/** `2of4`, for names of files. */
export function nameShard({ index, of }: Shard): string {
  return `${index}of${of}`;
}
