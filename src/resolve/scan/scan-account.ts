import type { ListingId } from '../../domain/listing.ts';
import type { ListingIndex } from '../listing-index.ts';
import {
  BrokenListError,
  createScanRecord,
  type NamedListings,
  type PageEnd,
  type RecordOptions,
} from './scan-record.ts';
import { type ReadingOptions, StretchReader } from './stretch-reader.ts';
import { createScanMeter, GivenUp, type ListEnd, type MeterOptions, walkPages } from './walk-pages.ts';

export type ScanOptions = MeterOptions & RecordOptions & Omit<ReadingOptions, 'record' | 'meter'>;

/** What a scan took. */
interface ScanCost {
  readonly pages: number;
  /** SKUs that were looked up to find places to begin at. */
  readonly probes: number;
}

export type Scanned =
  | (ScanCost & {
      readonly kind: 'closed';
      readonly index: ListingIndex;
      readonly named: NamedListings;
      /** Listings of the account that fit the filters. */
      readonly listings: number;
      /** How many parts of the list were read side by side. */
      readonly parts: number;
      readonly ends: readonly PageEnd[];
      /** The end of the list, for another scan to recognize; `undefined` if the list is empty. */
      readonly last: ListingId | undefined;
    })
  | (ScanCost & {
      readonly kind: 'given_up';
      /** How many listings were seen by then. */
      readonly listings: number;
    });

/**
 * Pages through an account and keeps the listings of the wanted SKUs: every listing that is there all the while is found,
 * whatever is created, deleted or changed meanwhile.
 *
 * The list has the listings that were created last first, so what is created meanwhile comes before all that was read: at the end the list
 * is read from its head again until something comes that was read before. An account of one page needs no such look.
 * At its other end one request behind the last listing settles that nothing comes after it, unless an earlier scan has ended there.
 *
 * Errors: `ServiceError` and what else `listListings` throws; then nothing is known of any SKU.
 */
export async function scanAccount(options: ScanOptions): Promise<Scanned> {
  const { signal } = options;
  const meter = createScanMeter(options);
  let record = createScanRecord(options);
  try {
    let reader = new StretchReader({ ...options, record, meter });
    let end: ListEnd;
    try {
      end = await reader.read();
    } catch (error) {
      // Stretches that get in the way of each other are a reason to read the list as one.
      if (!(error instanceof BrokenListError) || reader.isAlone) throw error;
      record = createScanRecord(options);
      reader = new StretchReader({ ...options, ends: [], probes: undefined, record, meter });
      end = await reader.read();
    }
    if (!reader.isOnePage) await readHead({ record, meter, signal });
    return {
      kind: 'closed',
      index: record.index,
      named: record.named,
      listings: record.size(),
      pages: meter.pages(),
      probes: meter.probes(),
      parts: reader.stretches,
      ends: record.pageEnds(),
      last: end.last,
    };
  } catch (error) {
    if (!(error instanceof GivenUp)) throw error;
    return { kind: 'given_up', listings: record.size(), pages: meter.pages(), probes: meter.probes() };
  }
}

type HeadOptions = Pick<ReadingOptions, 'record' | 'meter' | 'signal'>;

/** What was created since the first page was read. */
async function readHead({ record, meter, signal }: HeadOptions): Promise<void> {
  meter.lift();
  const page = await meter.fetchPage({}, signal);
  const stretch = record.openHead();
  const isRead = record.append(stretch, undefined, page.listings) !== undefined;
  const fetchPage = (after: ListingId | undefined) => meter.fetchPage({ startingAfter: after }, signal);
  const walk = walkPages(page, { stretch, start: undefined, record, fetchPage, knownEnd: undefined });
  let isAtEnd = !isRead;
  while (!isAtEnd && !stretch.next) isAtEnd = (await walk.step(signal)) !== undefined;
  if (isAtEnd) throw new BrokenListError('Cannot list /listings: what was listed is not listed any more');
  record.close();
}
