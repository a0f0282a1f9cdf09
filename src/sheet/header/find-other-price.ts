import { meaningOf } from './header-meanings.ts';
import { mentions } from './topic-words.ts';

/** Positions of the columns that are taken for these. */
interface Taken {
  readonly cost: number;
  readonly divisor: number;
}

/**
 * Finds the price that a number of pieces belongs to if that is not the cost: a list may keep a sales price per hundred beside
 * a cost per piece. Programs write the number of pieces behind its price, so the nearest price counts, and one before it
 * first.
 */
export function findOtherPrice(header: readonly string[], { cost, divisor }: Taken): string | undefined {
  const isPrice = (_: string, index: number): boolean =>
    index === cost || (index !== divisor && namesPrice(header[index] ?? ''));
  const prices = header.flatMap((text, index) => (isPrice(text, index) ? [index] : []));
  const nearest = prices.findLast((index) => index < divisor) ?? prices[0];
  return nearest === undefined || nearest === cost ? undefined : header[nearest]?.trim();
}

/** `Sales Price`, `UVP`, `Purchase Price`; not `Price Unit` nor `Price Currency`. */
function namesPrice(text: string): boolean {
  const name = meaningOf(text)?.name;
  if (name !== undefined) return name === 'cost';
  return PRICE.test(text) && !mentions(text, 'stock');
}

const PRICE =
  /(?:price|cost|preis|prijs|pris)s?\s*(?:[([].*)?$|(?<!\p{L})(?:prix|prezzo|precio|cena|uvp|vk|msrp|rrp)(?!\p{L})/iu;
