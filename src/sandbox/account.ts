import type { Catalogue, Channel, Strategy, StrategyBehaviour } from './catalogue.ts';
import type { Clock } from './clock.ts';
import { isRepriceable } from './is-repriceable.ts';
import { createListingStore, type ListingStore } from './listing-store.ts';
import { createManualPrices } from './manual-prices.ts';
import { createOrderedCollection, type OrderedCollection } from './ordered-collection.ts';
import type { Random } from './random.ts';

/** All that a seller has in the service: a catalogue brought to life. */
export interface Account {
  readonly listings: ListingStore;
  readonly strategies: OrderedCollection<Strategy>;
  readonly channels: OrderedCollection<Channel>;
  behaviourOf(strategyId: string | null): StrategyBehaviour | undefined;
  /** The catalogue as it is now. Loaded again, it gives the same account; no time passes meanwhile. */
  snapshot(): Catalogue;
}

/** Brings a catalogue to life. The private `sandbox` fields are taken off here, so that no answer can show them. */
export function createAccount(
  catalogue: Catalogue,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
): Account {
  const behaviours = new Map(catalogue.strategies.map(({ id, sandbox }) => [id, sandbox]));
  const behaviourOf = (strategyId: string | null) =>
    strategyId === null ? undefined : behaviours.get(strategyId);
  const manualPrices = createManualPrices({
    clock,
    random,
    isRepriceable: (listing) => isRepriceable(listing, behaviourOf(listing.strategy)),
  });
  const listings = createListingStore(catalogue.listings, manualPrices);
  const strategies = createOrderedCollection(catalogue.strategies.map(takeIn), (item) => item.created_at);
  const channels = createOrderedCollection(catalogue.channels, (item) => item.created_at);
  const giveOut = (strategy: Strategy): Strategy => {
    const sandbox = behaviourOf(strategy.id);
    return sandbox === undefined ? strategy : { ...strategy, sandbox };
  };
  return {
    listings,
    strategies,
    channels,
    behaviourOf,
    snapshot: () => ({
      listings: listings.all(),
      strategies: strategies.items.map(giveOut),
      channels: [...channels.items],
    }),
  };
}

function takeIn({ sandbox: _, ...shown }: Strategy): Strategy {
  return shown;
}
