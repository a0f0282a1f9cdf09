import type { Catalogue, Channel, Listing, Platform, Strategy } from './catalogue.ts';
import { generateMoney } from './generate-money.ts';
import { generateShops, generateStrategies } from './generate-shops.ts';
import type { SkuStyle } from './generate-sku.ts';
import { createRandom, type Random } from './random.ts';
import { createSkuSource, type Shop } from './sku-source.ts';

/** Unix seconds just after the latest listing. Fixed, so that a catalogue does not depend on the day. */
const LATEST = 1_760_000_000;

export interface GenerateOptions {
  readonly listings: number;
  /** Default 1. */
  readonly seed?: number;
  /** `varied` (default) holds SKUs with spaces, slashes, unicode and the like; `plain` only ones such as `MUG-00123`. */
  readonly skus?: SkuStyle;
  /** Share of listings that repeat a recent SKU on another channel. Default 0.02; with 0 each SKU is listed once. */
  readonly duplicateSkus?: number;
  /** The currency of all channels but one, and of that one, a foreign Amazon channel. Default usd and eur; one alone is used for all. */
  readonly currencies?: readonly [string, ...string[]];
}

/**
 * Makes up an account: mostly Amazon, some Walmart, four channels, eight strategies, and listings as sellers have them, some without a
 * cost, bound, strategy or shipping, some inactive, some created in the same second.
 *
 * Shape: each list comes most recent first. The same options give the same catalogue on every machine. No strategy has a `sandbox` field:
 * what an update does not send, it does not change.
 */
export function generateCatalogue(options: GenerateOptions): Catalogue {
  const { listings: count, seed = 1, skus = 'varied', duplicateSkus = 0.02 } = options;
  const { currencies = ['usd', 'eur'] } = options;
  const random = createRandom(seed);
  const shops = generateShops(currencies, random);
  const strategies = generateStrategies(random);
  const nextSku = createSkuSource({ style: skus, duplicateShare: duplicateSkus, shops, random });
  const listings: Listing[] = [];
  let created = LATEST;
  while (listings.length < count) {
    created -= random.chance(0.3) ? 0 : random.integer(1, 120);
    listings.push(generateListing({ ...nextSku(), created }, strategies, random));
  }
  const channels = shops.map(({ channel }) => channel);
  return { listings, strategies: strategies.sort(byCreation), channels: channels.sort(byCreation) };
}

function byCreation(left: Strategy | Channel, right: Strategy | Channel): number {
  return right.created_at - left.created_at;
}

/** Written as one literal of all fields, which takes half the memory of one put together by spreading. */
function generateListing(
  { sku, shop, created }: { readonly sku: string; readonly shop: Shop; readonly created: number },
  strategies: readonly Strategy[],
  random: Random,
): Listing {
  const { platform } = shop.channel;
  const money = generateMoney(platform, random);
  const strategy = random.chance(0.15) ? null : pickStrategy(strategies, platform, random);
  return {
    id: random.uuid(),
    object: 'listing',
    platform,
    channel: shop.channel.id,
    status: random.chance(0.08) ? 'inactive' : 'active',
    sku,
    currency: shop.currency,
    current_price: money.current_price,
    current_shipping: money.current_shipping,
    cost: money.cost,
    minimum_price: money.minimum_price,
    maximum_price: money.maximum_price,
    strategy,
    repricing: strategy !== null && random.chance(0.9),
    manual_price: money.manual_price,
    created,
  };
}

function pickStrategy(strategies: readonly Strategy[], platform: Platform, random: Random): string | null {
  const [first, ...others] = strategies.filter((strategy) => strategy.platform === platform);
  return first === undefined ? null : random.pick([first, ...others]).id;
}
