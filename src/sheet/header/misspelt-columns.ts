import { MONEY_FIELDS } from '../../domain/fields.ts';
import { nearestNames } from '../../domain/nearest-names.ts';
import { COLUMN_NAMES, type ColumnName } from './column-names.ts';
import { foldHeader, isInCents, withoutCents } from './fold-header.ts';
import { plainNamesOf } from './meanings-of.ts';

/** A column that means nothing as it is called, and what it may be meant to be. */
export interface MisspeltColumn {
  readonly header: string;
  readonly meant: readonly ColumnName[];
}

/**
 * Headers that look like misspelt ones of columns that were not found: what such a column sets is left out, and nobody
 * would see it. `open`: the columns that nothing is taken for, and of which nobody said that there is none.
 */
export function findMisspelt(
  ignored: readonly string[],
  open: ReadonlySet<ColumnName>,
): readonly MisspeltColumn[] {
  const names = new Map(
    COLUMN_NAMES.flatMap((name) => wordsFor(name).map((word) => [foldHeader(word), name] as const)),
  );
  return ignored.flatMap((header) => {
    const meant = findMeant(header, names).filter((name) => open.has(name));
    return meant.length === 0 ? [] : [{ header, meant }];
  });
}

/** Short words are near to too many others. */
const SHORTEST_ALIAS = 5;

/** Amounts by whatever they are called elsewhere, all else by our own names alone: `Manager` is not `managed`. */
function wordsFor(name: ColumnName): readonly string[] {
  if (!MONEY_FIELDS.some((field) => field === name)) return [name];
  return [name, ...plainNamesOf(name).filter((alias) => alias.length >= SHORTEST_ALIAS)];
}

/** Half of a name, which may as well mean something else: it is never read, and never passed over in silence. */
const HALVES: ReadonlyMap<string, ColumnName> = new Map([
  ['minimum', 'minimum_price'],
  ['maximum', 'maximum_price'],
  ['manual', 'manual_price'],
]);

/** Hardly anybody gets the first letter wrong: `Post` is not `cost`. */
function findMeant(header: string, names: ReadonlyMap<string, ColumnName>): readonly ColumnName[] {
  const folded = foldHeader(isInCents(header) ? withoutCents(header) : header);
  // Such a one is known, and was left out on purpose: Amazon's `listing-id` is not our `listing_id`.
  if (names.has(folded)) return [];
  const withoutUnit = names.get(foldHeader(header.replace(UNIT, '')));
  if (withoutUnit) return [withoutUnit];
  const known = new Map([...names, ...HALVES]);
  const alike = [...known.keys()].filter((word) => word[0] === folded[0]);
  return [...new Set(nearestNames(folded, alike).flatMap((word) => known.get(word) ?? []))];
}

/** A currency behind the name, as in `min_price_eur`: what it says of the amounts is not for us to guess. */
const UNIT = /[\s_.-]+(?:usd|eur|gbp|cad|aud|mxn|pln|sek|euros?|dollars?|pounds?)$/i;
