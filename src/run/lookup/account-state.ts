import { dirname, join } from 'node:path';
import { z } from 'zod';
import { systemCode } from '../../domain/errors.ts';
import { isListingId, type ListingId } from '../../domain/listing.ts';
import type { Disk } from '../../domain/ports.ts';
import { makeFolders } from '../disk/folders.ts';
import { readRegularFile } from '../disk/read-lines.ts';
import { writeWhole } from '../disk/write-whole.ts';
import { describeAccount } from '../job/account.ts';
import type { LockPlace, RunSettings } from '../job/job.ts';

const listingId = z
  .string()
  .refine(isListingId)
  .transform((id) => id as ListingId);

const pagingSchema = z.object({
  listings: z.int().min(0).optional(),
  /** The number of requests that paging takes at least, if it was given up. */
  reads_at_least: z.int().min(0).optional(),
  /** The last listings of pages, each with some before it. */
  ends: z.array(z.array(listingId).min(1)).optional(),
  /** The verified last listing of the list. */
  last: listingId.optional(),
});

const stateSchema = z.looseObject({
  version: z.literal(1),
  /** By filter. */
  paging: z.record(z.string(), pagingSchema).optional(),
  rate_per_second: z.number().positive().optional(),
  round_trip_ms: z.number().positive().optional(),
});

/** What is remembered about paging an account, or the part of it that some filters select. */
export interface KnownPaging {
  readonly listings?: number | undefined;
  readonly readsAtLeast?: number | undefined;
  readonly ends?: readonly (readonly ListingId[])[] | undefined;
  /** The last listing of the list, verified to be the last. */
  readonly last?: ListingId | undefined;
}

/**
 * What is remembered about an account from run to run. It never replaces what the service says, so it may be wrong, old, or missing.
 */
export interface AccountState {
  /** By filter; `""` is the whole account. */
  readonly paging?: Readonly<Record<string, KnownPaging>> | undefined;
  /** The pace that the service accepted. */
  readonly ratePerSecond?: number | undefined;
  /** How long a request took. */
  readonly roundTripMs?: number | undefined;
}

/** The state file of an account, beside the locks; `undefined` if there is no place for it. */
export function accountStatePath(
  { folder }: Pick<LockPlace, 'folder'>,
  service: RunSettings['service'],
): string | undefined {
  if (folder === undefined) return undefined;
  return join(dirname(folder), 'accounts', `${describeAccount(service).key_fingerprint}.json`);
}

/** A missing or unreadable file counts as nothing remembered. */
export function readAccountState(path: string | undefined, disk: Disk): AccountState {
  const { paging, rate_per_second, round_trip_ms } = readFile(path, disk) ?? {};
  const entries = Object.entries(paging ?? {}).map(
    ([key, { listings, reads_at_least, ends, last }]) =>
      [key, { listings, readsAtLeast: reads_at_least, ends, last }] as const,
  );
  return { paging: Object.fromEntries(entries), ratePerSecond: rate_per_second, roundTripMs: round_trip_ms };
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

/** Sheets with different channels each leave a separate count. */
const MAX_FILTERS = 16;

/**
 * Merges into what is remembered. The file is replaced atomically and readable by its owner only; a failure to write is
 * ignored, since nothing depends on it.
 */
export function writeAccountState(path: string | undefined, state: AccountState, disk: Disk): void {
  if (path === undefined) return;
  const before = readFile(path, disk);
  const paging = Object.entries(state.paging ?? {}).map(([key, { listings, readsAtLeast, ends, last }]) => [
    key,
    { listings, reads_at_least: readsAtLeast, ends, last },
  ]);
  // The latest key comes last.
  const merged = { ...without(before?.paging ?? {}, state.paging ?? {}), ...Object.fromEntries(paging) };
  const file = {
    ...before,
    version: 1,
    paging: Object.fromEntries(Object.entries(merged).slice(-MAX_FILTERS)),
    rate_per_second: state.ratePerSecond ?? before?.rate_per_second,
    round_trip_ms: state.roundTripMs ?? before?.round_trip_ms,
  };
  try {
    makeFolders(dirname(path), disk);
    writeWhole(path, [`${JSON.stringify(file)}\n`], disk);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
  }
}

function without<T>(entries: Readonly<Record<string, T>>, others: object): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(entries).filter(([key]) => !(key in others)));
}
