import type { Reason } from '../domain/reasons.ts';
import { type IgnoredRow, LIKE_A_TOTAL, type Row, type SheetRow, type Target } from '../domain/row.ts';
import type { CarriedOver, ResolvedRow, Unresolved } from '../domain/stages.ts';
import type { Lookup } from './look-up-skus.ts';
import { type MatchContext, matchRow } from './match-row.ts';
import { setsAnyField } from './row-facts.ts';

/**
 * The result of looking up a row's SKU, with the listing that the row names by its id if that was found under another SKU; `undefined` if the
 * run stopped before it.
 */
export type FindLookup = (target: Target) => Lookup | undefined;

/**
 * Leads a row to its listings: once per listing, once if there is none.
 *
 * A row whose SKU was not looked up is `skipped`.
 */
export function resolveRow(
  row: Row | CarriedOver,
  findLookup: FindLookup,
  context: MatchContext,
): readonly ResolvedRow[] {
  if (row.kind !== 'row') return [row];
  if (!setsAnyField(row)) {
    return [exit(row, 'unchanged', 'nothing_to_set', 'The row sets nothing, so its SKU was not looked up')];
  }
  const lookup = findLookup(row.target);
  if (!lookup)
    return [exit(row, 'skipped', 'not_looked_up', 'The run stopped before this SKU was looked up')];
  if (lookup.kind === 'failed') return [exit(row, 'failed', 'lookup_failed', lookup.message)];
  const total = findTotal(row);
  if (total && !lookup.listings.some(({ sku }) => sku === row.target.sku)) return [total];
  return matchRow(row, lookup.listings, lookup.isOfPart ? { ...context, isOfPart: true } : context);
}

/** What a row is that looks like a total, if nothing is listed under the word. */
function findTotal({ line, cells, notices, target }: SheetRow): IgnoredRow | undefined {
  if (!notices.some(({ reason }) => reason === LIKE_A_TOTAL)) return undefined;
  const message = `The row is a total ("${target.sku}"): no listing has this SKU`;
  return { kind: 'ignored', line, cells, reason: 'total', message };
}

function exit(row: SheetRow, status: Unresolved['status'], reason: Reason, message: string): Unresolved {
  return { kind: 'unresolved', row, status, reason, message };
}
