import type { Row } from './row.ts';

/** One of the parts into which the rows of a sheet are split, so that as many runs can share them. */
export interface Shard {
  /** From 1 to `of`. */
  readonly index: number;
  readonly of: number;
}

/**
 * Whether a row of a sheet is this shard's. Every row is that of exactly one shard, and rows of one SKU go together: what
 * one of them says may hang on what the others say. Rows without a SKU that can be read are dealt out by their lines.
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
  return hash(ignoreCase ? sku.toLowerCase() : sku) % of === index - 1;
}

/** `2/4`, as the flag has it. */
export function formatShard({ index, of }: Shard): string {
  return `${index}/${of}`;
}

/** `2of4`, for names of files. */
export function nameShard({ index, of }: Shard): string {
  return `${index}of${of}`;
}

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * FNV-1a over UTF-16 units, stirred once more: SKUs that are numbered in tens differ in few of its lowest bits. It stays
 * as it is from version to version, since shards of one sheet may run on machines that are updated one by one.
 *
 * Source: draft-eastlake-fnv, and the last steps of MurmurHash3.
 */
function hash(text: string): number {
  let bits = FNV_OFFSET;
  for (let index = 0; index < text.length; index++) {
    bits = Math.imul(bits ^ text.charCodeAt(index), FNV_PRIME);
  }
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
