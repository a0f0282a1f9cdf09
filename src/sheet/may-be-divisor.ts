import { meaningOf } from './header/header-meanings.ts';
import {
  IDENTITY_HEADERS,
  OTHER_HEADERS,
  PACKS,
  PRICE_BASIS,
  PRICE_SCALES,
  PRICES,
  QUANTITIES,
} from './non-divisor-words.ts';

/**
 * Whether a column of an unknown name may hold the number of pieces that a cost is for. Unless its header says plainly what
 * else it holds, it may: the names of such columns are too many to be listed.
 */
export function mayBeDivisor(header: string): boolean {
  const known = meaningOf(header)?.name;
  if (known !== undefined && known !== 'cost_divisor') return false;
  const said = toWords(header);
  if (holds(said, PRICES)) return !isAmount(said);
  if (holds(said, PRICE_BASIS)) return true;
  if (Object.values(OTHER_HEADERS).some((words) => holds(said, words))) return false;
  return holds(said, PACKS) || !holds(said, IDENTITY_HEADERS);
}

/**
 * Whether a header says that its column holds what a price is for: `Cost Per`, `Price Qty`, `Price UOM`. Any number in it is
 * one of pieces then, and no other. `Price/Unit` is a price.
 */
export function namesPriceQuantity(header: string): boolean {
  const said = toWords(header);
  const last = said.at(-1) ?? '';
  const isPriceBefore = said.slice(0, -1).some((text) => isOneOf(text, PRICES));
  return isPriceBefore && !/[/([]/.test(header) && BASIS_ENDS.has(last) && !isAmount(said);
}

const BASIS_ENDS: ReadonlySet<string> = new Set(
  [...PRICE_BASIS, ...PRICE_SCALES, ...QUANTITIES].filter((word) => word !== 'base'),
);

/** Words that are part of others: `UNITCOSTQUANTITY`, `Preiseinheit`. */
const GLUED = /(price|preis|prijs|cost(?![eo])|qty|quantity|menge|einheit)/g;

/** Headers in their own words, without case, accents and signs: `minOrderQty` has three. */
function toWords(header: string): readonly string[] {
  return header
    .slice(0, MAX_HEADER)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(GLUED, ' $1 ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

const MAX_HEADER = 200;
/** Shorter words occur in others by chance. */
const SHORTEST_PART = 5;

function holds(said: readonly string[], words: readonly string[]): boolean {
  return said.some((text) => isOneOf(text, words));
}

function isOneOf(text: string, words: readonly string[]): boolean {
  return words.some((word) => text === word || (word.length >= SHORTEST_PART && text.includes(word)));
}

/**
 * A price itself, and not what it is for: `Unit Price`, `Price per piece`, `Prix de vente`, but neither `Price Unit`, `Unit of price`
 * nor `Qty for price`.
 */
function isAmount(said: readonly string[]): boolean {
  const isCounted =
    [QUANTITIES, PRICE_BASIS].some((words) => isOneOf(said[0] ?? '', words)) && said.length > 2;
  if (ENDS.has(said.at(-1) ?? '')) return !isCounted;
  const at = said.findIndex((text) => ENDS.has(text));
  const piece = at >= 0 && PER.has(said[at + 1] ?? '') ? said[at + 2] : undefined;
  if (piece !== undefined && !isOneOf(piece, QUANTITIES)) return true;
  if (said.some((text) => UNITARY.has(text))) return true;
  return ![PRICE_BASIS, PRICE_SCALES, QUANTITIES, PACKS].some((words) => holds(said, words));
}

/** Words for prices that come last: the words before only qualify them. */
const ENDS: ReadonlySet<string> = new Set(['price', 'preis', 'prijs', 'cost', 'kosten']);
/** Between a price and what it is for. */
const PER: ReadonlySet<string> = new Set(['per', 'je', 'pro']);
const UNITARY: ReadonlySet<string> = new Set(['unitaire', 'unitario']);
