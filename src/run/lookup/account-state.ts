import { dirname, join } from 'node:path';
import { z } from 'zod';
import { systemCode } from '../../domain/describe-system-error.ts';
import { isListingId, type ListingId } from '../../domain/listing.ts';
import type { Disk } from '../../domain/ports.ts';
import { readRegularFile } from '../disk/open-regular-file.ts';
import { replaceFile } from '../disk/replace-file.ts';
import { describeAccount } from '../job/account.ts';
import type { LockPlace, RunSettings } from '../job/job.ts';

const listingId = z
  .string()
  .refine(isListingId)
  .transform((id) => id as ListingId);

const pagingSchema = z.object({
  /** How many listings there were, or more than how many. */
  listings: z.int().min(0).optional(),
  listings_at_least: z.int().min(0).optional(),
  /** Listings that pages ended with, each with some before it. */
  ends: z.array(z.array(listingId).min(1)).optional(),
  /** The last listing of the list, verified to be the last. */
  last: listingId.optional(),
});

const stateSchema = z.looseObject({
  version: z.literal(1),
  /** By what was filtered by. */
  paging: z.record(z.string(), pagingSchema).optional(),
  rate_per_second: z.number().positive().optional(),
});

/** What is remembered of paging an account, or the part of it that fits some filters. */
export interface KnownPaging {
  readonly listings?: number | undefined;
  readonly listingsAtLeast?: number | undefined;
  readonly ends?: readonly (readonly ListingId[])[] | undefined;
  /** The last listing of the list, verified to be the last. */
  readonly last?: ListingId | undefined;
}

/**
 * What is remembered of an account from run to run. It is only ever used to choose how to go about something, never taken
 * for what the account holds, so that it may be wrong, old, or gone.
 */
export interface AccountState {
  /** By what was filtered by; `""` is the whole account. */
  readonly paging?: Readonly<Record<string, KnownPaging>> | undefined;
  /** The pace that the service was found to take. */
  readonly ratePerSecond?: number | undefined;
}

/** The file of an account, beside the locks; `undefined` where there is no place for it. */
export function accountStatePath(
  { folder }: Pick<LockPlace, 'folder'>,
  service: RunSettings['service'],
): string | undefined {
  if (folder === undefined) return undefined;
  return join(dirname(folder), 'accounts', `${describeAccount(service).key_fingerprint}.json`);
}

/** Whatever is not there, can't be read or makes no sense is as if nothing were remembered. */
export function readAccountState(path: string | undefined, disk: Disk): AccountState {
  const { paging, rate_per_second } = readFile(path, disk) ?? {};
  const entries = Object.entries(paging ?? {}).map(
    ([key, { listings, listings_at_least, ends, last }]) =>
      [key, { listings, listingsAtLeast: listings_at_least, ends, last }] as const,
  );
  return { paging: Object.fromEntries(entries), ratePerSecond: rate_per_second };
}

type StateFile = z.infer<typeof stateSchema>;

function readFile(path: string | undefined, disk: Disk): StateFile | undefined {
  if (path === undefined) return undefined;
  try {
    return stateSchema.safeParse(JSON.parse(String(readRegularFile(path, disk)))).data;
  } catch (error) {
    if (error instanceof SyntaxError || systemCode(error) !== undefined) return undefined;
    throw error;
  }
}

/** Sheets that name one channel or another each leave a count of their own. */
const MAX_FILTERS = 16;

/**
 * Remembers what is given, and keeps whatever else is remembered. The file appears whole, and for its owner only; where it can't
 * be written nothing is said, since nothing depends on it.
 */
export function writeAccountState(path: string | undefined, state: AccountState, disk: Disk): void {
  if (path === undefined) return;
  const before = readFile(path, disk);
  const paging = Object.entries(state.paging ?? {}).map(
    ([key, { listings, listingsAtLeast, ends, last }]) => [
      key,
      { listings, listings_at_least: listingsAtLeast, ends, last },
    ],
  );
  // What was written last stands last.
  const merged = { ...without(before?.paging ?? {}, state.paging ?? {}), ...Object.fromEntries(paging) };
  const file = {
    ...before,
    version: 1,
    paging: Object.fromEntries(Object.entries(merged).slice(-MAX_FILTERS)),
    rate_per_second: state.ratePerSecond ?? before?.rate_per_second,
  };
  try {
    replaceFile(path, `${JSON.stringify(file)}\n`, disk);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
  }
}

function without<T>(entries: Readonly<Record<string, T>>, others: object): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(entries).filter(([key]) => !(key in others)));
}
