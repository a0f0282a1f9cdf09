import type { Listing } from './catalogue.ts';
import type { Clock } from './clock.ts';
import type { Random } from './random.ts';

const SHORTEST_DELAY_MS = 30_000;
const MAX_DELAY_MS = 180_000;

/** The manual prices that are stored but not reflected yet. Evaluated when a listing is read; there are no timers. */
export interface ManualPrices {
  /** The listing as of now: with the manual price reflected if it is due, else itself. */
  settle(listing: Listing): Listing;
  /** Starts, keeps or drops the wait after a listing changed from `before` to `after`. */
  follow(before: Listing, after: Listing, manualPriceSent: boolean): void;
  /** Takes up a wait from a saved state. */
  restore(listingId: string, remainingMs: number): void;
  /** Time left on the clock until the manual price is reflected, undefined when none waits. */
  remainingMs(listingId: string): number | undefined;
}

interface ManualPriceOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly isRepriceable: (listing: Listing) => boolean;
}

/**
 * Decides when a manual price shows in `current_price`.
 *
 * Each update that sends a manual price draws a new delay and replaces an older wait. On a listing that is not repriceable a manual
 * price is stored and does nothing; when the listing becomes repriceable later, a delay is drawn then. A listing that stops being
 * repriceable, or whose manual price is cleared, before the time is up keeps its current price.
 *
 * Source: interface.md sections 3, 4.4 rule 3 and 8. The cases of "later" are not documented.
 */
export function createManualPrices({ clock, random, isRepriceable }: ManualPriceOptions): ManualPrices {
  const dueAt = new Map<string, number>();
  const isEnforced = (listing: Listing) => listing.manual_price !== null && isRepriceable(listing);
  return {
    settle: (listing) => {
      const due = dueAt.get(listing.id);
      if (due === undefined || due > clock.now()) return listing;
      dueAt.delete(listing.id);
      return isEnforced(listing) ? reflectManualPrice(listing) : listing;
    },
    follow: (before, after, manualPriceSent) => {
      if (!isEnforced(after)) dueAt.delete(after.id);
      else if (manualPriceSent || !isEnforced(before))
        dueAt.set(after.id, clock.now() + random.integer(SHORTEST_DELAY_MS, MAX_DELAY_MS));
    },
    restore: (listingId, remainingMs) => {
      dueAt.set(listingId, clock.now() + remainingMs);
    },
    remainingMs: (listingId) => {
      const due = dueAt.get(listingId);
      return due === undefined ? undefined : Math.max(0, due - clock.now());
    },
  };
}

/** Amazon manual prices include shipping, Walmart ones do not. A manual price below the shipping leaves a price of 0. */
function reflectManualPrice(listing: Listing): Listing {
  const { platform, manual_price: manualPrice, current_shipping: shipping } = listing;
  if (manualPrice === null || shipping === null) return listing;
  const currentPrice = platform === 'amazon' ? Math.max(0, manualPrice - shipping) : manualPrice;
  return { ...listing, current_price: currentPrice };
}
