import { onTestFinished } from 'vitest';
import type { Catalogue, Listing } from '../../src/sandbox/catalogue.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/start-sandbox.ts';

/** A local service for one test, on a real socket. */
export async function testSandbox(options: SandboxOptions): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  onTestFinished(() => sandbox.close());
  return sandbox;
}

export const AMAZON_CHANNEL = 'c0000000-0000-4000-8000-000000000001';
export const WALMART_CHANNEL = 'c0000000-0000-4000-8000-000000000002';
export const BUY_BOX = '50000000-0000-4000-8000-000000000001';
export const WALMART_LOWEST = '50000000-0000-4000-8000-000000000002';

/** An account with an Amazon and a Walmart channel, a strategy on each, and the given listings, newest first. */
export function anAccount(listings: readonly Partial<Listing>[]): Catalogue {
  return {
    channels: [
      {
        id: AMAZON_CHANNEL,
        object: 'channel',
        type: 'seller_central',
        platform: 'amazon',
        created_at: 1_700_000_000,
      },
      {
        id: WALMART_CHANNEL,
        object: 'channel',
        type: 'marketplace',
        platform: 'walmart',
        created_at: 1_700_000_000,
      },
    ],
    strategies: [
      {
        id: BUY_BOX,
        object: 'strategy',
        name: 'Buy Box',
        type: 'buy_box',
        platform: 'amazon',
        created_at: 1_700_000_000,
      },
      {
        id: WALMART_LOWEST,
        object: 'strategy',
        name: 'Lowest',
        type: 'lowest',
        platform: 'walmart',
        created_at: 1_700_000_000,
      },
    ],
    listings: listings.map((listing, index) => ({
      id: `00000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`,
      object: 'listing',
      platform: 'amazon',
      channel: AMAZON_CHANNEL,
      status: 'active',
      sku: `SKU-${index + 1}`,
      currency: 'usd',
      current_price: 1500,
      current_shipping: 0,
      cost: 600,
      minimum_price: 1000,
      maximum_price: 2000,
      strategy: null,
      repricing: true,
      manual_price: null,
      created: 1_750_000_000 - index,
      ...listing,
    })),
  };
}
