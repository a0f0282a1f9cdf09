import type { Rights } from './find-other-owner.ts';
import type { Channel, Listing, ListingId, Sku, Strategy } from './listing.ts';
import type { Reason } from './reasons.ts';
import type { Change } from './stages.ts';

/** Time as a value, so that tests and simulations bring their own. Units: milliseconds. */
export interface Clock {
  /** Epoch milliseconds: what a calendar says. */
  now(): number;
  /** Milliseconds since some moment; never jumps, so it is the one to measure with. */
  monotonic(): number;
  /** Resolves after `ms`; rejects with the signal's reason as soon as it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls `act` every `ms` until the returned function is called; keeps no program from ending. */
  every(ms: number, act: () => void): () => void;
}

/** A number from 0 up to, but not including, 1. */
export type Random = () => number;

interface DiskEntry extends Rights {
  readonly ino: number;
  /** Units: bytes. */
  readonly size: number;
  readonly mtimeMs: number;
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

/**
 * Files and folders, in the words of `node:fs`, of which this is the part that runs use: a simulation brings its own, with
 * faults and power cuts.
 *
 * Errors: those of the system, with its `code`.
 */
export interface Disk {
  /**
   * `ax`: a new file, and an error if there is anything of that name, a link too: what somebody else has put there, such as a link to
   * one of our files, is never written to. `a+`: behind what a file has; for the ledger alone, in a folder that is its owner's.
   */
  openSync(path: string, flags: 'r' | 'ax' | 'a+', mode?: number): number;
  closeSync(file: number): void;
  readSync(file: number, bytes: Uint8Array, options?: { readonly position: number }): number;
  /** May take less than there is from `offset` on. */
  writeSync(file: number, bytes: Uint8Array, offset: number): number;
  fsyncSync(file: number): void;
  ftruncateSync(file: number, size: number): void;
  fstatSync(file: number): DiskEntry;
  /** Units: seconds. */
  futimesSync(file: number, accessed: number, modified: number): void;
  existsSync(path: string): boolean;
  statSync(path: string): DiskEntry;
  statSync(path: string, options: { readonly throwIfNoEntry: false }): DiskEntry | undefined;
  /** Of a link itself, and not of what it leads to. */
  lstatSync(path: string, options: { readonly throwIfNoEntry: false }): DiskEntry | undefined;
  readFileSync(source: string | number): Uint8Array;
  readdirSync(
    path: string,
    options: { readonly withFileTypes: true },
  ): readonly { readonly name: string; isDirectory(): boolean }[];
  mkdirSync(path: string, options: { readonly mode: number }): void;
  linkSync(from: string, to: string): void;
  renameSync(from: string, to: string): void;
  rmSync(path: string, options: { readonly force: true }): void;
  /** Errors: also if it is not empty. */
  rmdirSync(path: string): void;
}

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

interface FindOptions extends Stoppable {
  /** It is asked only because the answer to an update was lost. */
  readonly isReadBack?: boolean;
  /** It is asked only to see whether the listing is still as it was: an answer does not show that updates succeed. */
  readonly isReread?: boolean;
}

/** Every listing whose SKU is exactly `sku`, whatever else the service returned. */
export type FindListings = (sku: Sku, options: FindOptions) => Promise<readonly Listing[]>;

/** A page of the account's listings, newest first. */
export interface ListingPage {
  readonly listings: readonly Listing[];
  /** Whether there are more behind these. */
  readonly hasMore: boolean;
  /** When its first and its last listing were created, as far as that is known. Units: seconds. */
  readonly created?: { readonly first: number | undefined; readonly last: number | undefined };
}

interface PageOptions extends Stoppable {
  /** The listing that the page comes after; the first page if there is none. */
  readonly startingAfter?: ListingId | undefined;
  /** Only what can't change about a listing: filtered by its status a list would shift while it is paged. */
  readonly platform?: string | undefined;
  readonly channel?: string | undefined;
}

/**
 * One page of the account's listings. If the listing `startingAfter` is gone, the service's answer is not known: an error, an
 * empty page, the first page, or the right page.
 */
export type ListListings = (options: PageOptions) => Promise<ListingPage>;
/** `attempts`: at most that many for a page, instead of the usual ones. */
export type ListStrategies = (
  options: Stoppable & { readonly attempts?: number },
) => Promise<readonly Strategy[]>;
export type ListChannels = (options: Stoppable) => Promise<readonly Channel[]>;

export interface ListingUpdate {
  readonly id: ListingId;
  /** Not sent: the answer has to show it. */
  readonly sku: Sku;
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
 * What came of trying to update a listing. `accepted`: here is the listing now. `refused`: turned down for good, or never
 * sent. `stopped`: turned down for now, and `stop` is what keeps it from being sent again. `lost`: sent, and it is unknown
 * whether it was or still will be applied; the listing is to be read after `waitMs`, and the update may be sent again
 * `attemptsLeft` times.
 */
export type UpdateAnswer =
  | (Tried & { readonly kind: 'accepted'; readonly listing: Listing })
  | (Tried & {
      readonly kind: 'refused';
      readonly reason: Reason;
      readonly message: string;
      /** The parameter that the service found fault with, if it names one. */
      readonly param?: string | undefined;
    })
  | (Tried & { readonly kind: 'stopped'; readonly message: string; readonly stop: unknown })
  | (Tried & {
      readonly kind: 'lost';
      readonly message: string;
      readonly attemptsLeft: number;
      readonly waitMs: number;
    });

/** How recent the reading is that an update was planned from. */
export interface Freshness {
  /** Asked immediately before each attempt: whether the listing has to be read again first. */
  isStale(): boolean;
  /** Reads it again. Rejects if the update must not be sent any more. */
  renew(): Promise<void>;
}

/**
 * Reads listings again before they are updated. Only a reading that is recent, and showed the listing as the update was
 * planned from, is relied on.
 */
export interface Rereading {
  /**
   * The listing as it is now; the given one itself if a recent reading showed it like that. `undefined`: it is no
   * longer listed under its SKU. Errors: those of `FindListings`.
   */
  look(listing: Listing, options: Stoppable): Promise<Listing | undefined>;
  /** Whether the last reading is too old, and older than `patienceMs`, or showed something else. */
  isStale(listing: Listing, patienceMs: number): boolean;
}

interface LatestOptions extends Stoppable {
  /** Called with each listing as it is now, as soon as it was read; not for one that is gone. */
  readonly onListing: (listing: Listing) => void;
}

/**
 * Reads listings of the account as they are now, in as few requests as it takes. `failure`: the last error that kept some of
 * them from being read.
 *
 * Errors: what makes further requests pointless, and the signal's reason.
 */
export type ReadLatest = (
  listings: readonly Pick<Listing, 'id' | 'sku'>[],
  options: LatestOptions,
) => Promise<{ readonly failure?: Error | undefined }>;

/**
 * Sends an update until it is accepted, refused or lost. Repeats only what was turned down for now. `attemptsMade`
 * counts the attempts at the same update so far. What `freshness` rejects with is thrown, or is the `stop` of the answer.
 *
 * Errors: the signal's reason and `RetriesSpentError`, if no attempt was made that may have been seen.
 */
export type UpdateListing = (
  update: ListingUpdate,
  options: Stoppable & { readonly attemptsMade: number; readonly freshness?: Freshness | undefined },
) => Promise<UpdateAnswer>;

/** All that a run may ask of the service without changing anything. */
export interface ServiceReader {
  readonly findListings: FindListings;
  readonly listListings: ListListings;
  readonly listStrategies: ListStrategies;
  readonly listChannels: ListChannels;
}

/** How many requests a run has made, every attempt counted. */
export interface RequestCounts {
  reads: number;
  writes: number;
  /** Attempts after the first. */
  retries: number;
  /** Answers with status 429. */
  throttled: number;
}

/** How the client of the service is held up at present. */
export interface Traffic {
  /** As fast as requests may go. */
  readonly perSecond: number;
  /** That is below the rate that was given, since the service refused more. */
  readonly isHeld: boolean;
  /** Until the next request may go, if the service asked for a pause. Units: milliseconds. */
  readonly pauseMs: number;
}

/** What a run asks of the service, live. */
export interface Requests {
  readonly counts: Readonly<RequestCounts>;
  traffic(): Traffic;
  /** For how long requests were ready to go, and only the rate held them up. Units: milliseconds. */
  pacedMs(): number;
}

/** Requests per second, or `auto`: as many as the service turns out to take. */
export type RateSetting = number | 'auto';

/** Requests in flight at once, or `auto`: as many as the rate needs. */
export type ConcurrencySetting = number | 'auto';

/** What was found out about the pace that the service takes. Units: requests per second. */
export interface LearnedPace {
  readonly setting: RateSetting;
  /** Nothing if a given rate was never refused, or nothing was sent. */
  readonly ratePerSecond: number | undefined;
  /** Answers with status 429. */
  readonly refused: number;
  /** From sending a request to its answer, of late; `undefined` if nothing was answered. Units: milliseconds. */
  readonly roundTripMs?: number | undefined;
  /** As many as may be in flight make no more than that; `undefined` until something was answered. Units: requests per second. */
  readonly mostPerSecond?: number | undefined;
  /** How many requests in flight the rate takes, if the bound on them kept the pace below it; 0 if that is unknown. */
  readonly concurrencyWanted: number | undefined;
  /** How many connections the service accepts at once, if it refused others. */
  readonly connectionsAccepted?: number | undefined;
}

/**
 * How far a phase of the run has come. `read`, `plan` and `account` are about rows and only worth reporting for large sheets;
 * `scan` is about pages of the account, `lookup` about SKUs, `update` about updates, `follow` about manual prices that were sent.
 */
export interface Progress {
  readonly phase: 'read' | 'scan' | 'lookup' | 'plan' | 'update' | 'follow' | 'account';
  readonly done: number;
  /** `undefined` while it is unknown. */
  readonly total: number | undefined;
  /** The total is about what it will be. */
  readonly isEstimate?: boolean | undefined;
  /** How many of them failed. */
  readonly failed?: number | undefined;
  /** Nothing is done for so long. Units: milliseconds. */
  readonly waitMs?: number | undefined;
}

export type OnProgress = (progress: Progress) => void;
