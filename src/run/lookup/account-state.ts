import { dirname, join } from 'node:path';
import { z } from 'zod';
import { systemCode } from '../../domain/errors.ts';
import { isListingId, type ListingId } from '../../domain/listing.ts';
import { pickEvenly } from '../../domain/lists.ts';
import type { Disk } from '../../domain/ports.ts';
import { namePart } from '../../resolve/match-row.ts';
import type { ScanFilters, Scanned } from '../../resolve/scan/scan-account.ts';
import type { ServiceOptions } from '../../service/open-service.ts';
import { readRegularFile } from '../disk/line-file.ts';
import { makeFolders, writeWhole } from '../disk/write-whole.ts';
import { describeAccount } from '../job/account.ts';
import type { LockPlace, RunSettings } from '../job/run.ts';

const listingId = z
  .string()
  .refine(isListingId)
  .transform((id) => id as ListingId);

/** What is remembered about paging an account, or the part of it that some filters select. */
const pagingSchema = z.object({
  listings: z.int().min(0).optional(),
  /** The number of requests that paging takes at least, if it was given up. */
  reads_at_least: z.int().min(0).optional(),
  /** The last listings of pages, each with some before it. */
  ends: z.array(z.array(listingId).min(1).readonly()).readonly().optional(),
  /** The verified last listing of the list. */
  last: listingId.optional(),
});

type KnownPaging = z.infer<typeof pagingSchema>;

const stateSchema = z.looseObject({
  version: z.literal(1),
  /** By filter. */
  paging: z.record(z.string(), pagingSchema).optional(),
  rate_per_second: z.number().positive().optional(),
  round_trip_ms: z.number().positive().optional(),
});

/**
 * What is remembered about an account from run to run, as its file has it. It never replaces what the service says, so it may be wrong, old, or
 * missing.
 */
type AccountState = Partial<z.infer<typeof stateSchema>>;

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
  if (path === undefined) return {};
  try {
    return stateSchema.safeParse(JSON.parse(String(readRegularFile(path, disk)))).data ?? {};
  } catch (error) {
    if (error instanceof SyntaxError || systemCode(error) !== undefined) return {};
    throw error;
  }
}

/** Sheets with different channels each leave a separate count. */
const MAX_FILTERS = 16;

/**
 * Merges into what is remembered. The file is replaced atomically and readable by its owner only; a failure to write is
 * ignored, since nothing depends on it.
 */
export function writeAccountState(
  path: string | undefined,
  { paging = {}, ...pace }: Pick<AccountState, 'paging' | 'rate_per_second' | 'round_trip_ms'>,
  disk: Disk,
): void {
  if (path === undefined) return;
  const before = readAccountState(path, disk);
  const others = Object.entries(before.paging ?? {}).filter(([filters]) => !(filters in paging));
  // The latest comes last.
  const latest = Object.fromEntries([...others, ...Object.entries(paging)].slice(-MAX_FILTERS));
  const file = { ...before, version: 1, ...pace, paging: latest };
  try {
    makeFolders(dirname(path), disk);
    writeWhole(path, [`${JSON.stringify(file)}\n`], disk);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
  }
}

interface StateOptions {
  readonly service: ServiceOptions;
  readonly locks: Pick<LockPlace, 'folder'>;
  readonly disk: Disk;
}

/** Reads what earlier runs remembered about the account. */
export function openAccountPaging(filters: ScanFilters, { service, locks, disk }: StateOptions) {
  const path = accountStatePath(locks, service);
  const key = keyOf(filters);
  const known = readAccountState(path, disk).paging?.[key] ?? {};
  return {
    known,
    /** The end of the last scan, so that the next one recognizes it: only an empty list has no last listing. */
    knownEnd: known.last !== undefined || known.listings === 0 ? { last: known.last } : undefined,
    /** Remembers a scan for the next one. */
    remember: (scanned: Scanned): void =>
      writeAccountState(path, { paging: { [key]: toKnown(scanned) } }, disk),
  };
}

export type AccountPaging = ReturnType<typeof openAccountPaging>;

function keyOf({ platform, channel }: ScanFilters): string {
  return Object.entries({ platform, channel })
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
    .join('&');
}

/** Enough for the largest possible concurrency. */
const MAX_ENDS = 255;

function toKnown(scanned: Scanned): KnownPaging {
  const { kind, listings, pages, probes } = scanned;
  return kind === 'closed'
    ? { listings, ends: pickEvenly(scanned.ends, MAX_ENDS), last: scanned.last }
    : { reads_at_least: pages + probes + 1 };
}

/** The number of listings when the account was last paged, if remembered, and now. */
interface Sizes {
  readonly before: number | undefined;
  readonly now: number;
}

/** A loss of more than this share of the listings is worth a warning. */
const USUAL_LOSS = 0.1;

/**
 * The number of listings that an account lost, or 0 if the loss is usual. A list that always ends early looks like an
 * account whose listings were deleted, so no run is refused because of it: it is reported, and more SKUs are looked up.
 */
export function lostListings({ before = 0, now }: Sizes): number {
  return now < before * (1 - USUAL_LOSS) ? before - now : 0;
}

/** A warning about an account that has shrunk; `undefined` if it has not. */
export function noticeShrunken(sizes: Sizes, filters: ScanFilters): string | undefined {
  if (lostListings(sizes) === 0) return undefined;
  const named = namePart(filters);
  const part = named === '' ? '' : ` with ${named}`;
  return `The account has ${sizes.now} listings${part}, and had ${sizes.before} when it was paged last: check that the service does not leave listings out; SKUs of the missing listings count as not listed`;
}
