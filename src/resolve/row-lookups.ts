import { foldSku, type Sku } from '../domain/listing.ts';
import type { AlikeRows, Row } from '../domain/row.ts';
import type { Carried } from '../domain/stages.ts';
import type { Lookup, SkuLookups } from './look-up-skus.ts';
import { wishesAnything } from './row-facts.ts';

type Rows = readonly (Row | Carried)[];

/**
 * Looks up what rows need, some rows at a time, each SKU once. What was found is forgotten with the next rows, but for the
 * SKUs that several rows share: those are looked up with the first of their rows.
 */
export class RowLookups {
  readonly #lookups: SkuLookups;
  readonly #alike: AlikeRows<Row | Carried>;
  readonly #kept = new Map<Sku, Lookup>();
  #found: ReadonlyMap<Sku, Lookup> = new Map();

  constructor(lookups: SkuLookups, alike: AlikeRows<Row | Carried>) {
    this.#lookups = lookups;
    this.#alike = alike;
  }

  /** Never throws: what ended the looking up is told by the lookups. */
  async load(rows: Rows): Promise<void> {
    const shared = rows.flatMap((row) => skusOf(row).flatMap((sku) => this.#alike.get(foldSku(sku)) ?? []));
    const skus = new Set([...rows, ...shared].flatMap(skusOf));
    for (const sku of this.#kept.keys()) skus.delete(sku);
    this.#found = await this.#lookups.lookUp(skus);
    for (const sku of shared.flatMap(skusOf)) {
      const lookup = this.#found.get(sku);
      if (lookup) this.#kept.set(sku, lookup);
    }
  }

  find(sku: Sku): Lookup | undefined {
    return this.#found.get(sku) ?? this.#kept.get(sku);
  }
}

function skusOf(row: Row | Carried): readonly Sku[] {
  return row.kind === 'row' && wishesAnything(row) ? [row.target.sku] : [];
}
