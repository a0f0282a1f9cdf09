import { MONEY_FIELDS } from '../../domain/fields.ts';
import { nearestNames } from '../../domain/nearest-names.ts';
import { COLUMN_NAMES, type ColumnName } from './column-names.ts';
import { foldHeader, isInCents, withoutCents } from './fold-header.ts';
import { plainNamesOf } from './header-meanings.ts';
import { mentions } from './topic-words.ts';

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
    COLUMN_NAMES.filter((name) => name !== 'fee').flatMap((name) =>
      wordsFor(name).map((text) => [foldHeader(text), { name, words: wordsOf(text) }] as const),
    ),
  );
  return ignored.flatMap((header) => {
    const meant = findMeant(header, names).filter((name) => open.has(name));
    return meant.length === 0 ? [] : [{ header, meant }];
  });
}

/** A column by a name of it, in words. */
interface Known {
  readonly name: ColumnName;
  readonly words: readonly string[];
}

/** Short words are near to too many others. */
const SHORTEST_ALIAS = 5;

/**
 * Amounts by whatever they are called elsewhere, all else by our own names alone: `Manager` is not `managed`. A `fee` is too near to `fees`,
 * `free` and `feed`.
 */
function wordsFor(name: ColumnName): readonly string[] {
  if (!MONEY_FIELDS.some((field) => field === name)) return [name];
  return [name, ...plainNamesOf(name).filter((alias) => alias.length >= SHORTEST_ALIAS)];
}

/** Half of a name, which may as well mean something else: it is never read, and never passed over in silence. */
const HALVES: ReadonlyMap<string, Known> = new Map([
  ['minimum', { name: 'minimum_price', words: ['minimum'] }],
  ['maximum', { name: 'maximum_price', words: ['maximum'] }],
  ['manual', { name: 'manual_price', words: ['manual'] }],
]);

/**
 * Words of export headings that are a letter or two away from one of our names: `MAP price` is the minimum advertised price,
 * and `Coat` is not a cost.
 */
const OTHER_WORDS = new Set(
  [
    'map mapprice mrp mrpprice msrp rrp main mid mix mint mat mkt',
    'coat coats cast cash case code count costco division center centre',
    'flour flours floors flooring ceilings manuals',
    'purchaseunit purchasenote change changed changes charge charged',
    'reporting repacking repairing replacing recycling retail currently strategic',
  ].flatMap((words) => words.split(' ')),
);

/** Hardly anybody gets the first letter wrong: `Post` is not `cost`. */
function findMeant(header: string, names: ReadonlyMap<string, Known>): readonly ColumnName[] {
  const folded = foldHeader(isInCents(header) ? withoutCents(header) : header);
  // Such a one is known, and was left out on purpose: Amazon's `listing-id` is not our `listing_id`.
  if (names.has(folded) || notesOf(header).some((note) => mentions(note, 'measure'))) return [];
  const withoutUnit = names.get(foldHeader(header.replace(UNIT, '')));
  if (withoutUnit) return [withoutUnit.name];
  const words = wordsOf(isInCents(header) ? withoutCents(header) : header);
  if ([folded, ...words].some((word) => OTHER_WORDS.has(word))) return [];
  const known = new Map([...names, ...HALVES]);
  const similar = [...known].flatMap(([word, meant]) =>
    word[0] === folded[0] && isSimilarByWords(words, meant.words) ? [word] : [],
  );
  return [...new Set(nearestNames(folded, similar).flatMap((word) => known.get(word)?.name ?? []))];
}

/** A currency behind the name, as in `min_price_eur`: what it says of the amounts is not for us to guess. */
const UNIT = /[\s_.-]+(?:usd|eur|gbp|cad|aud|mxn|pln|sek|euros?|dollars?|pounds?)$/i;

/** Text in brackets: `Min (mm)` is a length, however close it is to a price's name. */
function notesOf(header: string): readonly string[] {
  return header.match(/[[(][^\])]*[\])]/g) ?? [];
}

/** A header's words, without text in brackets. */
function wordsOf(header: string): readonly string[] {
  return header
    .normalize('NFKC')
    .replace(/[[(][^\])]*[\])]/g, ' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
}

/**
 * Whether each word is like the one in its place: `Unit Count` is near to `unit cost`, and `count` is another word than
 * `cost`. Where words were run together, or torn apart, nothing can be said.
 */
function isSimilarByWords(words: readonly string[], meant: readonly string[]): boolean {
  if (words.length === 1 || words.length !== meant.length) return words.length === 1 || meant.length === 1;
  return words.every((word, at) => {
    const other = meant[at] ?? '';
    return word[0] === other[0] && nearestNames(word, [other]).length > 0;
  });
}
