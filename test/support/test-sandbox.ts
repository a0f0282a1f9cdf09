import { onTestFinished } from 'vitest';
import type { Catalogue, Listing } from '../../src/sandbox/catalogue.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { AMAZON_CHANNEL, wireChannel, wireListing, wireStrategy } from './wire-account.ts';

/** A local service for one test, on a real socket. */
export async function testSandbox(options: SandboxOptions): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  onTestFinished(() => sandbox.close());
  return sandbox;
}

export { AMAZON_CHANNEL };
export const WALMART_CHANNEL = 'c0000000-0000-4000-8000-000000000002';
export const BUY_BOX = '50000000-0000-4000-8000-000000000001';
export const WALMART_LOWEST = '50000000-0000-4000-8000-000000000002';

/** An account with an Amazon and a Walmart channel, a strategy on each, and the given listings, newest first. */
export function anAccount(listings: readonly Partial<Listing>[]): Catalogue {
  return {
    channels: [wireChannel(), wireChannel({ id: WALMART_CHANNEL, type: 'marketplace', platform: 'walmart' })],
    strategies: [
      wireStrategy({ id: BUY_BOX }),
      wireStrategy({ id: WALMART_LOWEST, name: 'Lowest', type: 'lowest', platform: 'walmart' }),
    ],
    listings: listings.map((listing, index) =>
      wireListing(index + 1, { sku: `SKU-${index + 1}`, created: 1_750_000_000 - index, ...listing }),
    ),
  };
}
