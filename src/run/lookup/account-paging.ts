import { pickEvenly } from '../../domain/lists.ts';
import type { Disk } from '../../domain/ports.ts';
import type { Scanned } from '../../resolve/scan/scan-account.ts';
import type { ListEnd, ScanFilters } from '../../resolve/scan/walk-pages.ts';
import type { ServiceOptions } from '../../service/open-service.ts';
import type { LockPlace } from '../job/job.ts';
import { accountStatePath, type KnownPaging, readAccountState, writeAccountState } from './account-state.ts';

/** What is remembered about paging an account, or the part of it that some filters select. */
export interface AccountPaging {
  readonly known: KnownPaging;
  /** The end of the last scan, so that the next one recognizes it; `undefined` without one. */
  readonly knownEnd: ListEnd | undefined;
  /** Remembers a scan for the next one. */
  remember(scanned: Scanned): void;
}

interface Place {
  readonly service: ServiceOptions;
  readonly locks: Pick<LockPlace, 'folder'>;
  readonly disk: Disk;
}

/** Reads what earlier runs remembered about the account. */
export function openAccountPaging(filters: ScanFilters, { service, locks, disk }: Place): AccountPaging {
  const path = accountStatePath(locks, service);
  const key = keyOf(filters);
  const known = readAccountState(path, disk).paging?.[key] ?? {};
  return {
    known,
    knownEnd: toListEnd(known),
    remember: (scanned) => writeAccountState(path, { paging: { [key]: toKnown(scanned) } }, disk),
  };
}

/** Only an empty list has no last listing. */
function toListEnd({ listings, last }: KnownPaging): ListEnd | undefined {
  return last !== undefined || listings === 0 ? { last } : undefined;
}

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
    : { readsAtLeast: pages + probes + 1 };
}
