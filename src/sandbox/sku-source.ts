import type { Channel } from './catalogue.ts';
import { generateSku, type SkuStyle } from './generate-sku.ts';
import type { Random } from './random.ts';

const RECENT = 50;
const CASE_TWIN_SHARE = 0.01;

/** A channel with the currency of its listings and its share of them. */
export interface Shop {
  readonly channel: Channel;
  readonly currency: string;
  readonly weight: number;
}

interface Offer {
  readonly sku: string;
  readonly shop: Shop;
}

interface SkuSourceOptions {
  readonly style: SkuStyle;
  readonly duplicateShare: number;
  readonly shops: readonly [Shop, ...Shop[]];
  readonly random: Random;
}

/**
 * Makes the function that says what the next listing offers and where: mostly a new SKU; sometimes a recent one on another channel, each at
 * most once; with varied SKUs now and then one that differs from a recent one only in case.
 */
export function createSkuSource({ style, duplicateShare, shops, random }: SkuSourceOptions): () => Offer {
  const used = new Set<string>();
  const recent: Offer[] = [];
  const makeUp = (): string => {
    const twin =
      style === 'varied' && random.chance(CASE_TWIN_SHARE) ? swapCase(recent.at(-1)?.sku) : undefined;
    let sku = twin ?? generateSku(style, used.size + 1, random);
    while (used.has(sku)) sku = generateSku(style, used.size + 1, random);
    used.add(sku);
    return sku;
  };
  return () => {
    if (random.chance(duplicateShare)) {
      const [earlier] = recent.splice(random.integer(0, Math.max(0, recent.length - 1)), 1);
      if (earlier !== undefined) return { sku: earlier.sku, shop: pickOther(shops, earlier.shop, random) };
    }
    const offer = { sku: makeUp(), shop: pickShop(shops, random) };
    recent.push(offer);
    if (recent.length > RECENT) recent.shift();
    return offer;
  };
}

function pickShop(shops: readonly [Shop, ...Shop[]], random: Random): Shop {
  let rest = random.next();
  for (const shop of shops) {
    rest -= shop.weight;
    if (rest < 0) return shop;
  }
  return shops[0];
}

function pickOther(shops: readonly [Shop, ...Shop[]], taken: Shop, random: Random): Shop {
  const [first = shops[0], ...others] = shops.filter((shop) => shop !== taken);
  return random.pick([first, ...others]);
}

/** The same text in the other case, undefined where there is no other case. */
function swapCase(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const swapped = text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase();
  return swapped === text ? undefined : swapped;
}
