import type { Platform, Strategy } from './catalogue.ts';
import type { Random } from './random.ts';
import type { Shop } from './sku-source.ts';

/** Four channels and their currencies. Weights are shares of the listings. */
export function generateShops(
  [main, foreign = main]: readonly [string, ...string[]],
  random: Random,
): readonly [Shop, ...Shop[]] {
  const open = (platform: Platform, currency: string, weight: number): Shop => {
    const type = platform === 'amazon' ? 'seller_central' : 'marketplace';
    return {
      currency,
      weight,
      channel: { ...identify('channel', random), type, platform, created_at: longAgo(random) },
    };
  };
  return [
    open('amazon', main, 0.6),
    open('amazon', main, 0.13),
    open('amazon', foreign, 0.12),
    open('walmart', main, 0.15),
  ];
}

/** Eight strategies. Names are for people, and one of them is used on both platforms. */
export function generateStrategies(random: Random): Strategy[] {
  const devise = (platform: Platform, type: string, name: string): Strategy => ({
    ...identify('strategy', random),
    name,
    type,
    platform,
    created_at: longAgo(random),
  });
  return [
    devise('amazon', 'buy_box', 'Buy Box – gentle'),
    devise('amazon', 'buy_box', 'Buy Box – aggressive'),
    devise('amazon', 'lowest_price', 'Match lowest FBA offer'),
    devise('amazon', 'margin', 'Margin first'),
    devise('amazon', 'clearance', 'Clear old stock'),
    devise('walmart', 'lowest_price', 'Match lowest offer'),
    devise('walmart', 'lowest_price', 'Stay 1% below'),
    devise('walmart', 'margin', 'Margin first'),
  ];
}

function identify<Kind extends string>(
  object: Kind,
  random: Random,
): { readonly id: string; readonly object: Kind } {
  return { id: random.uuid(), object };
}

function longAgo(random: Random): number {
  return random.integer(1_500_000_000, 1_590_000_000);
}
