import { isSameId, type Listing, type Sku } from '../domain/listing.ts';
import type { FindListings } from '../domain/ports.ts';
import type { Target } from '../domain/row.ts';

/** How many digits SKUs have; those of barcodes and of ERPs come first. Each is one request for a SKU that has lost its zeros. */
const WIDTHS = [8, 13, 12, 14, 18, 10, 6, 5, 4, 7, 9, 11, 15, 16, 17, 3, 2];
/** After that many SKUs in vain, only widths are tried that a SKU was found to have. */
const MAX_IN_VAIN = 3;

/**
 * Finds the listings that rows name by their ids, if a spreadsheet has taken the zeros of their SKUs: the service finds listings by their
 * SKUs only. SKUs of a sheet usually have the same number of digits, so that after the first one a request for each is enough.
 */
export class DamagedSkus {
  readonly #findListings: FindListings;
  #widths: readonly number[] = [];
  #inVain = 0;

  constructor(findListings: FindListings) {
    this.#findListings = findListings;
  }

  /** Errors: those of `findListings`. */
  async find({ sku, listingId }: Target, signal: AbortSignal): Promise<Listing | undefined> {
    if (listingId === undefined || !/^\d+$/.test(sku)) return undefined;
    const widths = this.#inVain < MAX_IN_VAIN ? [...this.#widths, ...WIDTHS] : this.#widths;
    const variants = new Set(widths.map((width) => sku.padStart(width, '0') as Sku));
    variants.delete(sku);
    for (const variant of variants) {
      const listings = await this.#findListings(variant, { signal });
      const found = listings.find(({ id }) => isSameId(id, listingId));
      if (!found) continue;
      this.#widths = [variant.length, ...this.#widths.filter((width) => width !== variant.length)];
      return found;
    }
    this.#inVain++;
    return undefined;
  }
}
