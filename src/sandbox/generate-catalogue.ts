import type { Catalogue, Channel, Listing, Platform, Strategy } from './catalogue.ts';
import { createRandom, type Random } from './random.ts';

/** Unix seconds just after the latest listing. Fixed, so that a catalogue does not depend on the day. */
const LATEST = 1_760_000_000;

export interface GenerateOptions {
  readonly listings: number;
  /** Default 1. */
  readonly seed?: number;
  /** `varied` (default) holds SKUs with spaces, slashes, unicode and the like; `plain` only ones such as `MUG-00123`. */
  readonly skus?: 'plain' | 'varied';
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
export function generateCatalogue({
  listings: count,
  seed = 1,
  skus = 'varied',
  duplicateSkus = 0.02,
  currencies = ['usd', 'eur'],
}: GenerateOptions): Catalogue {
  const random = createRandom(seed);
  const shops = generateShops(currencies, random);
  const strategies = STRATEGIES.map(
    ([platform, type, name]): Strategy => ({
      id: random.uuid(),
      object: 'strategy',
      name,
      type,
      platform,
      created_at: longAgo(random),
    }),
  );
  const nextOffer = createOffers({ skus, duplicateSkus, shops, random });
  const listings: Listing[] = [];
  let created = LATEST;
  while (listings.length < count) {
    created -= random.chance(0.3) ? 0 : random.integer(1, 120);
    listings.push(generateListing({ ...nextOffer(), created }, strategies, random));
  }
  const channels = shops.map(({ channel }) => channel);
  return { listings, strategies: strategies.sort(byCreation), channels: channels.sort(byCreation) };
}

/** A channel with the currency of its listings and its share of them. */
interface Shop {
  readonly channel: Channel;
  readonly currency: string;
  readonly weight: number;
}

function generateShops([main = '', foreign = main]: readonly string[], random: Random): readonly Shop[] {
  const open = (platform: Platform, currency: string, weight: number): Shop => {
    const type = platform === 'amazon' ? 'seller_central' : 'marketplace';
    const id = random.uuid();
    return {
      currency,
      weight,
      channel: { id, object: 'channel', type, platform, created_at: longAgo(random) },
    };
  };
  return [
    open('amazon', main, 0.6),
    open('amazon', main, 0.13),
    open('amazon', foreign, 0.12),
    open('walmart', main, 0.15),
  ];
}

/** Names are for people, and one of them is used on both platforms. */
const STRATEGIES: readonly (readonly [platform: Platform, type: string, name: string])[] = [
  ['amazon', 'buy_box', 'Buy Box – gentle'],
  ['amazon', 'buy_box', 'Buy Box – aggressive'],
  ['amazon', 'lowest_price', 'Match lowest FBA offer'],
  ['amazon', 'margin', 'Margin first'],
  ['amazon', 'clearance', 'Clear old stock'],
  ['walmart', 'lowest_price', 'Match lowest offer'],
  ['walmart', 'lowest_price', 'Stay 1% below'],
  ['walmart', 'margin', 'Margin first'],
];

function longAgo(random: Random): number {
  return random.integer(1_500_000_000, 1_590_000_000);
}

function byCreation(left: Strategy | Channel, right: Strategy | Channel): number {
  return right.created_at - left.created_at;
}

interface Offer {
  readonly sku: string;
  readonly shop: Shop;
}

const RECENT = 50;
const CASE_TWIN_SHARE = 0.01;

/**
 * Makes the function that says what the next listing offers and where: mostly a new SKU; sometimes a recent one on another channel, each at
 * most once; with varied SKUs now and then one that differs from a recent one only in case.
 */
function createOffers({
  skus,
  duplicateSkus,
  shops,
  random,
}: Pick<Required<GenerateOptions>, 'skus' | 'duplicateSkus'> & {
  readonly shops: readonly Shop[];
  readonly random: Random;
}): () => Offer {
  const used = new Set<string>();
  const recent: Offer[] = [];
  const makeUp = (): string => {
    const isTwin = skus === 'varied' && random.chance(CASE_TWIN_SHARE);
    let sku = isTwin ? swapCase(recent.at(-1)?.sku ?? '') : '';
    while (sku === '' || used.has(sku)) sku = generateSku(skus, used.size + 1, random);
    used.add(sku);
    return sku;
  };
  return () => {
    if (random.chance(duplicateSkus)) {
      const [earlier] = recent.splice(random.integer(0, Math.max(0, recent.length - 1)), 1);
      if (earlier !== undefined)
        return { sku: earlier.sku, shop: random.pick(shops.filter((shop) => shop !== earlier.shop)) };
    }
    const offer = { sku: makeUp(), shop: pickShop(shops, random) };
    recent.push(offer);
    if (recent.length > RECENT) recent.shift();
    return offer;
  };
}

/** The same text in the other case. */
function swapCase(text: string): string {
  return text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase();
}

function pickShop(shops: readonly Shop[], random: Random): Shop {
  let rest = random.next();
  const chosen = shops.find(({ weight }) => {
    rest -= weight;
    return rest < 0;
  });
  return chosen ?? random.pick(shops);
}

const PRODUCTS = 'MUG SHIRT CABLE LAMP BOWL SOCK KNIFE CHAIR PUMP TOWEL FRAME BELT'.split(' ');
const COLOURS = 'BLK WHT RED BLU GRN GREY OAK'.split(' ');
const SIZES = 'XS S M L XL 2XL 12OZ 30CM'.split(' ');
const FOREIGN = 'Größe Café Tisch-Ø Señor Łóżko 茶碗 Чашка'.split(' ');
const CHARACTERS = [...'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789'];

/**
 * Makes up a SKU. The number keeps SKUs of one style apart.
 *
 * Varied ones hold what breaks naive clients: spaces, slashes, plus signs, ampersands, percent and hash signs, quotes, separators, letters
 * beyond ASCII, leading zeros, and text that a spreadsheet takes for a number or a date.
 */
function generateSku(style: 'plain' | 'varied', number: number, random: Random): string {
  const product = random.pick(PRODUCTS);
  if (style === 'plain') return `${product}-${pad(number, 5)}`;
  const shape = random.integer(1, 22);
  if (shape <= 6) return `${product}-${random.pick(COLOURS)}-${pad(number, 4)}`;
  if (shape <= 11) return [2, 4, 4].map((length) => makeUpCode(length, random)).join('-');
  if (shape <= 15) return `${product}-${number}-${random.pick(SIZES)}`;
  if (shape <= 17) return pad(number, 8);
  if (shape <= 19) return `${product.toLowerCase()}_${number}`;
  return random.pick(ODD_SHAPES)({ product, number, random });
}

interface Ingredients {
  readonly product: string;
  readonly number: number;
  readonly random: Random;
}

const ODD_SHAPES: readonly ((ingredients: Ingredients) => string)[] = [
  ({ product, number, random }) => `${product} ${random.pick(COLOURS)} ${number}`,
  ({ product, number, random }) => `${product}/${random.pick(SIZES)}/${random.pick(COLOURS)}/${number}`,
  ({ product, number }) => `${product}+BOX-${number}`,
  ({ number, random }) => `${random.pick(FOREIGN)}-${number}`,
  ({ product, number }) => `${product}&CO #${number}`,
  ({ product, number }) => `50%-${product}-${number}`,
  ({ product, number }) => `${product} 19" ${number}`,
  ({ product, number }) => `${product},${number};A`,
  ({ product, number }) => `-${product}-${number}`,
  ({ product, number }) => `${product}=${number}?`,
  ({ number, random }) => `${number}E${random.integer(2, 9)}`,
  ({ number, random }) => `${random.integer(1, 12)}-${random.integer(1, 28)}-${number}`,
  ({ product, number }) => `${product}.${number}.00`,
];

function pad(number: number, length: number): string {
  return String(number).padStart(length, '0');
}

function makeUpCode(length: number, random: Random): string {
  return Array.from({ length }, () => random.pick(CHARACTERS)).join('');
}

/** Upper ends of cost ranges, cheap ones more often. Units: cents. */
const COST_TIERS = [600, 600, 1500, 1500, 1500, 4000, 4000, 12_000, 60_000];
const SHIPPING_CHARGES = [0, 0, 0, 399, 499, 599, 899];

/**
 * Makes up a listing whose amounts go together: minimum below price below maximum, a minimum that covers the cost, a price ending in 9. On
 * Amazon the bounds and the manual price include shipping. Some are null, as in a real account.
 *
 * Written as one literal of all fields, which takes half the memory of one put together by spreading.
 */
function generateListing(
  { sku, shop, created }: Offer & Pick<Listing, 'created'>,
  strategies: readonly Strategy[],
  random: Random,
): Listing {
  const { platform, id: channel } = shop.channel;
  const ceiling = random.pick(COST_TIERS);
  const cost = random.integer(Math.ceil(ceiling / 4), ceiling);
  const price = endInNine((cost * random.integer(150, 260)) / 100 + 150);
  const shipping = random.pick(SHIPPING_CHARGES);
  const included = platform === 'amazon' ? shipping : 0;
  const sometimesNull = (share: number, cents: number) => (random.chance(share) ? null : cents);
  const currentShipping = sometimesNull(0.02, shipping);
  const manualPrice = random.chance(0.04) ? price + included : null;
  const shownCost = sometimesNull(0.1, cost);
  const minimum = sometimesNull(0.12, Math.round((cost * 118) / 100) + 99 + included);
  const maximum = random.chance(0.15) ? null : endInNine((price * random.integer(115, 160)) / 100) + included;
  const strategy = random.chance(0.15)
    ? null
    : random.pick(strategies.filter((each) => each.platform === platform)).id;
  return {
    id: random.uuid(),
    object: 'listing',
    platform,
    channel,
    status: random.chance(0.08) ? 'inactive' : 'active',
    sku,
    currency: shop.currency,
    current_price: price,
    current_shipping: currentShipping,
    cost: shownCost,
    minimum_price: minimum,
    maximum_price: maximum,
    strategy,
    repricing: strategy !== null && random.chance(0.9),
    manual_price: manualPrice,
    created,
  };
}

function endInNine(cents: number): number {
  return Math.floor(cents / 10) * 10 + 9;
}
