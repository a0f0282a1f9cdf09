import type { Catalogue, Listing } from '../../src/sandbox/catalogue.ts';
import { listingId } from './builders.ts';

type Channel = Catalogue['channels'][number];
type Strategy = Catalogue['strategies'][number];

export const AMAZON_CHANNEL = 'c0000000-0000-4000-8000-000000000001';

/** A channel as the service writes it. */
export function wireChannel(fields: Partial<Channel> = {}): Channel {
  return {
    id: AMAZON_CHANNEL,
    object: 'channel',
    type: 'seller_central',
    platform: 'amazon',
    created_at: 1_700_000_000,
    ...fields,
  };
}

/** A strategy as the service writes it. */
export function wireStrategy(fields: Pick<Strategy, 'id'> & Partial<Strategy>): Strategy {
  return {
    object: 'strategy',
    name: 'Buy Box',
    type: 'buy_box',
    platform: 'amazon',
    created_at: 1_700_000_000,
    ...fields,
  };
}

/** A listing as the service writes it. */
export function wireListing(number: number, fields: Partial<Listing> = {}): Listing {
  return {
    id: listingId(number),
    object: 'listing',
    platform: 'amazon',
    channel: AMAZON_CHANNEL,
    status: 'active',
    sku: 'MUG-01',
    currency: 'usd',
    current_price: 1500,
    current_shipping: 0,
    cost: 600,
    minimum_price: 1000,
    maximum_price: 2000,
    strategy: null,
    repricing: true,
    manual_price: null,
    created: 1_750_000_000,
    ...fields,
  };
}
