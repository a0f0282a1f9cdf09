import type { Catalogue, Listing, StrategyBehaviour } from '../../src/sandbox/catalogue.ts';

export const AMAZON_CHANNEL = 'c0000000-0000-4000-8000-000000000001';
export const WALMART_CHANNEL = 'c0000000-0000-4000-8000-000000000002';
export const BUY_BOX = '50000000-0000-4000-8000-000000000001';
export const WALMART_LOWEST = '50000000-0000-4000-8000-000000000002';

const CREATED_AT = 1_700_000_000;

/** The id of the nth listing of `anAccount`, from 1. */
export function idOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** An account with an Amazon and a Walmart channel, a strategy on each, and the given listings, newest first. */
export function anAccount(listings: readonly Partial<Listing>[]): Catalogue {
  const channel = { object: 'channel', created_at: CREATED_AT } as const;
  const strategy = { object: 'strategy', created_at: CREATED_AT } as const;
  return {
    channels: [
      { ...channel, id: AMAZON_CHANNEL, type: 'seller_central', platform: 'amazon' },
      { ...channel, id: WALMART_CHANNEL, type: 'marketplace', platform: 'walmart' },
    ],
    strategies: [
      { ...strategy, id: BUY_BOX, name: 'Buy Box', type: 'buy_box', platform: 'amazon' },
      { ...strategy, id: WALMART_LOWEST, name: 'Lowest', type: 'lowest', platform: 'walmart' },
    ],
    listings: listings.map((listing, index) => ({ ...wireListing(index + 1), ...listing })),
  };
}

/** The nth listing of an account as the service writes it, from 1. */
export function wireListing(number: number): Listing {
  return {
    id: idOf(number),
    object: 'listing',
    platform: 'amazon',
    channel: AMAZON_CHANNEL,
    status: 'active',
    sku: `SKU-${number}`,
    currency: 'usd',
    current_price: 1500,
    current_shipping: 0,
    cost: 600,
    minimum_price: 1000,
    maximum_price: 2000,
    strategy: null,
    repricing: true,
    manual_price: null,
    created: 1_750_000_001 - number,
  };
}

/** The same account with strategies that work out the bounds from the cost. */
export function withComputedBounds(
  account: Catalogue,
  recompute: StrategyBehaviour['recompute'] = { minimum_percent: 10, maximum_percent: 100 },
): Catalogue {
  const strategies = account.strategies.map((strategy) => ({ ...strategy, sandbox: { recompute } }));
  return { ...account, strategies };
}
