import { FIELDS } from '../domain/fields.ts';
import { hashText } from '../domain/hash-text.ts';
import { foldSku, type Sku } from '../domain/listing.ts';
import { NumberList } from '../domain/number-list.ts';
import type { Row, SheetRow, Target } from '../domain/row.ts';
import type { Carried } from '../domain/stages.ts';
import { CommonTarget } from './common-target.ts';

/** What there is to know of the rows as a whole before the first of them is looked up. */
export interface RowFacts {
  readonly wishesStrategy: boolean;
  readonly namesChannel: boolean;
  /** What every row names. */
  readonly common: Pick<Target, 'platform' | 'channel'>;
  /** Distinct SKUs of the rows that wish something. */
  readonly skus: number;
  /** Those SKUs, where somebody has asked for them to be kept. They are given away once, since they take their room. */
  takeWanted(): ReadonlySet<Sku>;
  /** Some SKU is that of several rows. */
  readonly hasRepeated: boolean;
  /** Whether other rows have the SKU too, in any case of its letters; a few that stand alone may be taken for such. */
  isRepeated(sku: Sku): boolean;
}

/** Gathers facts of rows one by one: sixteen bytes a row, or as much as the SKUs take where they are to be kept. */
export class RowFactsCollector {
  readonly #folded = new NumberList();
  readonly #looked = new NumberList();
  #wanted: Set<Sku> | undefined;
  readonly #common = new CommonTarget();
  #wishesStrategy = false;
  #namesChannel = false;

  constructor({ keepSkus }: { readonly keepSkus: boolean }) {
    this.#wanted = keepSkus ? new Set() : undefined;
  }

  see(row: Row | Carried): void {
    if (row.kind === 'invalid' && row.target) this.#folded.push(hashText(foldSku(row.target.sku)));
    if (row.kind !== 'row') return;
    const { sku, channel } = row.target;
    this.#common.see(row.target);
    this.#folded.push(hashText(foldSku(sku)));
    // Also where it is cleared: people are shown the name of the one from before.
    if (row.wishes.strategy !== undefined) this.#wishesStrategy = true;
    if (channel !== undefined) this.#namesChannel = true;
    if (!wishesAnything(row)) return;
    if (this.#wanted) this.#wanted.add(sku);
    else this.#looked.push(hashText(sku));
  }

  /** From here on no row is seen any more. */
  finish(): RowFacts {
    const repeated = findRepeated(this.#folded.values());
    const skus = this.#wanted?.size ?? countDistinct(this.#looked.values());
    this.#folded.clear();
    this.#looked.clear();
    return {
      wishesStrategy: this.#wishesStrategy,
      namesChannel: this.#namesChannel,
      common: this.#common.found(),
      skus,
      takeWanted: () => this.#take(),
      hasRepeated: repeated.size > 0,
      isRepeated: (sku) => repeated.size > 0 && repeated.has(hashText(foldSku(sku))),
    };
  }

  #take(): ReadonlySet<Sku> {
    const taken = this.#wanted ?? new Set();
    this.#wanted = undefined;
    return taken;
  }
}

/** A row that wishes nothing is not worth a request. */
export function wishesAnything({ wishes }: SheetRow): boolean {
  return FIELDS.some((field) => wishes[field] !== undefined);
}

/** Both sort in place, since nobody asks for the order of the rows any more. */
function findRepeated(hashes: Float64Array): ReadonlySet<number> {
  const sorted = hashes.sort();
  const repeated = new Set<number>();
  for (let index = 1; index < sorted.length; index++) {
    const hash = sorted[index] ?? 0;
    if (hash === sorted[index - 1]) repeated.add(hash);
  }
  return repeated;
}

function countDistinct(hashes: Float64Array): number {
  const sorted = hashes.sort();
  let count = 0;
  for (let index = 0; index < sorted.length; index++) if (sorted[index] !== sorted[index - 1]) count++;
  return count;
}
