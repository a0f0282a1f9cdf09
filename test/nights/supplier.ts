import type { Catalogue } from '../../src/sandbox/catalogue.ts';
import type { Chance } from '../plan/shops/chance.ts';
import { anAccount, BUY_BOX, idOf } from '../support/an-account.ts';
import type { Row, Value, Values } from './sheet.ts';

export const LISTINGS = 40;
/** Rows of the sheet from the first on: a strategy computes the bounds; it could, and the sheet sets them; the sheet has a manual price. */
const [COMPUTED, PINNED, MANUAL] = [4, 8, 18];

/** Of a SKU of the sheet; none that is not listed has one. */
export function idOfSku(sku: string): string {
  return idOf(Number(sku.replace('SKU-', '')));
}

/** An account whose listings hold what the first sheet says, but for manual prices. */
export function openAccount(): Catalogue {
  const listings = Array.from({ length: LISTINGS }, (_, index) =>
    index < PINNED ? { strategy: BUY_BOX, minimum_price: 960, maximum_price: 1980 } : {},
  );
  const { strategies, ...account } = anAccount(listings);
  const recompute = { minimum_percent: 60, maximum_percent: 230 };
  return {
    ...account,
    strategies: strategies.map((each) => (each.id === BUY_BOX ? { ...each, sandbox: { recompute } } : each)),
  };
}

/** The system that exports the sheet every night. */
export class Supplier {
  readonly #chance: Chance;
  #listed: readonly Row[] = Array.from({ length: LISTINGS }, (_, index): Row => {
    const values = index < COMPUTED ? { cost: 600 } : { cost: 600, minimum_price: 1000, maximum_price: 2000 };
    return { sku: `SKU-${index + 1}`, id: idOf(index + 1), values: { ...values, repricing: true } };
  });

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  /** A few amounts move, all of them by `rise`, and SKUs that are not listed come and go. */
  export(rise = 1): readonly Row[] {
    this.#listed = this.#listed.map((row, index) => ({
      ...row,
      values: this.#change(row.values, index, rise),
    }));
    const gone = [1, 2, 3].filter(() => this.#chance.happens(0.6));
    return [
      ...this.#listed,
      ...gone.map((one) => ({
        sku: `GONE-${one}`,
        id: undefined,
        values: { cost: 100, minimum_price: 200 },
      })),
    ];
  }

  #change(values: Values, index: number, rise: number): Values {
    const factor = rise * (this.#chance.happens(0.2) ? this.#chance.between(0.97, 1.03) : 1);
    const next = Object.fromEntries(
      Object.entries(values).map(([field, value]) => [
        field,
        typeof value === 'number' ? Math.round(value * factor) : value,
      ]),
    );
    if (this.#chance.happens(0.03)) next['repricing'] = values.repricing !== true;
    if (index >= PINNED && index < MANUAL) next['manual_price'] = this.#manualPrice(next);
    return next;
  }

  /** Between the bounds, and cleared now and then. */
  #manualPrice({ minimum_price: low, maximum_price: high, manual_price: before }: Values): Value {
    const isCleared = this.#chance.happens(before === null ? 0.5 : 0.05);
    if (isCleared) return null;
    const isKept = typeof before === 'number' && this.#chance.happens(0.8);
    return isKept ? before : Math.round((Number(low) + Number(high)) / 2);
  }
}
