import { createHash } from 'node:crypto';
import { toJsonText } from '../../domain/json-text.ts';
import { changesOf, listingOf, type Outcome, rowOf } from '../../domain/stages.ts';
import { needsAttention } from '../../domain/status.ts';
import type { LineBlock } from '../disk/line-block.ts';
import { toChangesJson } from './changes-json.ts';
import type { PlanHead } from './plan-schema.ts';
import { endLine } from './read-sealed-lines.ts';

/**
 * Renders `plan.ndjson` in blocks: a head, a line per row and listing in the order of the sheet, and an end that seals
 * it. Returns the seal, which the journal begins with.
 */
export function* renderPlan(
  head: PlanHead,
  entryLines: Iterable<LineBlock>,
): Generator<string | Uint8Array, string> {
  const hash = createHash('sha256');
  const headLine = `${toJsonText(head)}\n`;
  hash.update(headLine);
  yield headLine;
  let entries = 0;
  for (const { count, bytes } of entryLines) {
    hash.update(bytes);
    yield bytes;
    entries += count;
  }
  const seal = hash.digest('hex');
  yield `${endLine(entries, seal)}\n`;
  return seal;
}

/** Renders an entry's line of the plan. */
export function toEntryLine(n: number, { entry, status, reason, message }: Outcome): string {
  const row = rowOf(entry);
  const listing = listingOf(entry);
  const sku = 'target' in row ? (row.target?.sku ?? '') : '';
  return toJsonText({
    kind: 'entry',
    n,
    line: row.line,
    sku,
    ...(listing && listing.sku !== sku && { listing_sku: listing.sku }),
    status,
    reason,
    message,
    listing_id: listing?.id ?? null,
    platform: listing?.platform ?? null,
    channel: listing?.channel ?? null,
    currency: listing?.currency ?? null,
    changes: toChangesJson(changesOf(entry)),
    ...(entry.kind === 'update' && {
      before: entry.resolved.listing.values,
      pins: toChangesJson(entry.pins),
      exact: entry.exact,
      notices: entry.notices,
      ...(entry.resolved.row.planned?.mayArrive && { may_arrive: true }),
    }),
    ...(mayNeedRepair(status) && { cells: row.cells }),
  });
}

/**
 * Rows whose cells a later run of the plan may need for its files; other entries are stored without them, to keep plans
 * of large sheets small.
 */
function mayNeedRepair(status: Outcome['status']): boolean {
  return status === 'planned' || needsAttention(status, false);
}
