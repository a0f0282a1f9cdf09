import { forEachConcurrently } from '../domain/concurrency.ts';
import type { Sku } from '../domain/listing.ts';
import { countIn, type Tally } from '../domain/lists.ts';
import type { FindListings } from '../domain/ports.ts';
import type { Suggestion } from './match-row.ts';

/** SKUs that were not found, and what the listed ones look like. */
interface Missing {
  /** At most `MAX_TRIED`. */
  readonly skus: Iterable<Sku>;
  /** How many digits the listed SKUs have that are nothing but digits. */
  readonly widths: readonly number[];
}

/** How many SKUs are tried; a sheet of which more are missing has another problem. */
export const MAX_TRIED = 20;

/**
 * Looks for listings whose SKU differs from a missing one by zeros, by an apostrophe, by case, or by what nobody sees, as spreadsheets,
 * people and other systems change them. Only where there is exactly one it is suggested; nothing is matched by it.
 */
export async function suggestSkus(
  { skus, widths }: Missing,
  findListings: FindListings,
  options: { readonly width: () => number; readonly signal: AbortSignal },
): Promise<ReadonlyMap<Sku, Suggestion>> {
  const suggestions = new Map<Sku, Suggestion>();
  await forEachConcurrently(skus, options, async (sku, signal) => {
    const listed = new Set<Sku>();
    for (const variant of variantsOf(sku, widths))
      for (const listing of await findListings(variant, { signal })) listed.add(listing.sku);
    const [only] = listed;
    if (only !== undefined && listed.size === 1)
      suggestions.set(sku, { sku: only, how: describe(sku, only) });
  });
  return suggestions;
}

/** How many variants are looked up, which is what a SKU of digits has. */
const MAX_VARIANTS = 4;

function variantsOf(sku: Sku, widths: readonly number[]): readonly Sku[] {
  // Spreadsheets take an apostrophe in front of a cell for the mark of a text; typed elsewhere, it stays.
  const bare = sku.replace(/^'(?=.)/, '');
  const inCase = [sku.toUpperCase(), sku.toLowerCase()];
  const all = new Set([bare, ...unseenVariants(sku), ...inCase, ...zeroVariants(sku, widths)]);
  return [...all].filter((variant) => variant !== sku).slice(0, MAX_VARIANTS) as Sku[];
}

/** Blanks of every kind, such as the no-break space of a web page. */
const BLANK = /\p{Zs}/gu;
/** Invisible characters: zero-width spaces, joiners, soft hyphens, marks for direction. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;

/** The same to look at: with plain blanks and nothing unseen, in either normal form, and with no-break spaces. */
function unseenVariants(sku: string): readonly string[] {
  const plain = sku.replace(UNSEEN, '').replace(BLANK, ' ').normalize('NFC');
  return [plain, plain.normalize('NFD'), plain.replaceAll(' ', '\u00a0')];
}

/** Digits of a barcode, if nothing is known of the account. */
const USUAL_WIDTHS = [12, 13, 14];

function zeroVariants(sku: string, widths: readonly number[]): readonly string[] {
  if (/^\d+[.,]\d+$/.test(sku)) return [`${sku}0`, `${sku}00`];
  if (!/^\d+$/.test(sku)) return [];
  const padded = (widths.length > 0 ? widths : USUAL_WIDTHS).map((width) => sku.padStart(width, '0'));
  return [sku.replace(/^0+(?=\d)/, ''), ...padded];
}

function describe(sku: Sku, listed: Sku): string {
  if (sku.toLowerCase() === listed.toLowerCase()) return 'by case only';
  if (sku === `'${listed}`) return 'only by the apostrophe in front';
  if (/\D/.test(sku) && listed.startsWith(sku)) return 'by zeros at its end only; export that column as text';
  const unseen = describeUnseen(sku, listed);
  if (unseen !== undefined) return unseen;
  return listed.length > sku.length
    ? `by leading zeros only; "sku-pad": ${listed.length} in pricesheet.json puts them back`
    : 'by leading zeros only';
}

/** In what two SKUs differ that look the same; `undefined` if they don't. */
function describeUnseen(sku: Sku, listed: Sku): string | undefined {
  const [one, other] = [sku.normalize('NFC'), listed.normalize('NFC')];
  if (one === other) return 'only in how its accents are stored (Unicode normal forms NFC and NFD)';
  const [oneSpaced, otherSpaced] = [one.replace(BLANK, ' '), other.replace(BLANK, ' ')];
  if (oneSpaced === otherSpaced) return 'only by a no-break space in place of a plain one';
  return oneSpaced.replace(UNSEEN, '') === otherSpaced.replace(UNSEEN, '')
    ? 'only by characters that cannot be seen'
    : undefined;
}

const MAX_WIDTHS = 3;

/** Finds the commonest lengths of listed SKUs that are nothing but digits. */
export class SkuWidths implements Tally<string, readonly number[]> {
  readonly #counts = new Map<number, number>();

  add(sku: string): void {
    if (/^\d+$/.test(sku)) countIn(this.#counts, sku.length);
  }

  result(): readonly number[] {
    return [...this.#counts]
      .sort((a, b) => b[1] - a[1])
      .slice(0, MAX_WIDTHS)
      .map(([width]) => width);
  }
}
