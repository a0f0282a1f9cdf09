import type { Channel, Listing, ListingId, Sku, Strategy } from './listing.ts';
import type { Change } from './stages.ts';

/** Time as a value, so that tests and simulations bring their own. Units: milliseconds. */
export interface Clock {
  /** Epoch milliseconds: what a calendar says. */
  now(): number;
  /** Milliseconds since some moment; never jumps, so it is the one to measure with. */
  monotonic(): number;
  /** Resolves after `ms`; rejects with the signal's reason as soon as it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** A number from 0 up to, but not including, 1. */
export type Random = () => number;

type LogFields = Readonly<Record<string, unknown>>;

/** The run's log. `event` is a few words that stay the same; what varies goes into `fields`. */
export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

interface Stoppable {
  /** Aborted: no further request is begun; those in flight are awaited. */
  readonly signal: AbortSignal;
}

/** Every listing whose SKU is exactly `sku`, whatever else the service returned. */
export type FindListings = (sku: Sku, options: Stoppable) => Promise<readonly Listing[]>;
export type ListStrategies = (options: Stoppable) => Promise<readonly Strategy[]>;
export type ListChannels = (options: Stoppable) => Promise<readonly Channel[]>;

export interface ListingUpdate {
  readonly id: ListingId;
  /** Lower-case ISO 4217 code of the listing; sent only beside money. */
  readonly currency: string;
  readonly changes: readonly Change[];
}

interface Tried {
  /** How often the update was sent, counting the attempts made before. */
  readonly attempts: number;
  readonly httpStatus?: number | undefined;
}

/**
 * What came of trying to update a listing. `accepted`: here is the listing now. `refused`: certainly not applied.
 * `stopped`: certainly not applied so far, and `stop` is what keeps it from being sent again. `lost`: sent, and nobody
 * knows whether it was applied; the listing is to be read after `waitMs`, and the update may be sent again
 * `attemptsLeft` times. `mayArrive`: the service itself did not answer, so the update may take effect at any time, even
 * after the listing was read.
 */
export type UpdateAnswer =
  | (Tried & { readonly kind: 'accepted'; readonly listing: Listing })
  | (Tried & { readonly kind: 'refused'; readonly reason: string; readonly message: string })
  | (Tried & { readonly kind: 'stopped'; readonly message: string; readonly stop: unknown })
  | (Tried & {
      readonly kind: 'lost';
      readonly message: string;
      readonly mayArrive: boolean;
      readonly attemptsLeft: number;
      readonly waitMs: number;
    });

/**
 * Sends an update until it is accepted, refused or lost. Repeats only what certainly was not applied. `attemptsMade`
 * counts the attempts at the same update so far.
 *
 * Errors: the signal's reason and `KeyRefusedError`, where no attempt was made, or the key was refused with the very
 * first one.
 */
export type UpdateListing = (
  update: ListingUpdate,
  options: Stoppable & { readonly attemptsMade: number },
) => Promise<UpdateAnswer>;

/** All that a run may ask of the service without changing anything. */
export interface ServiceReader {
  readonly findListings: FindListings;
  readonly listStrategies: ListStrategies;
  readonly listChannels: ListChannels;
}

/** How many requests a run has made, every attempt counted. */
export interface RequestCounts {
  reads: number;
  writes: number;
  /** Attempts after the first for the same thing. */
  retries: number;
  /** Answers with status 429. */
  throttled: number;
}

/** How far a phase of the run has come. */
export interface Progress {
  readonly phase: 'lookup' | 'update';
  readonly done: number;
  readonly total: number;
}

export type OnProgress = (progress: Progress) => void;
