import { ServiceError } from '../../domain/errors.ts';
import type { Listing, ListingId, Sku } from '../../domain/listing.ts';
import { createNumberColumn, type IdTable } from '../id-table.ts';
import { createListingIndex } from '../listing-index.ts';

/** The end of a page, for another scan to begin behind: its last listing, and those before it in case that one is gone. */
export type PageEnd = readonly ListingId[];

export interface RecordOptions {
  /** Takes the ids of all that is read; may have others. */
  readonly ids: IdTable;
  /** Only listings of such SKUs are kept. */
  readonly isWanted: (sku: Sku) => boolean;
  /** Others are kept too if they have such an id, since the sheet may not have their SKU as it is. */
  readonly isNamed: (id: ListingId) => boolean;
}

/** Listings that follow each other in the list without a gap, as far as they were read. */
export interface Stretch {
  /** Of all stretches, in the order in which they were opened. */
  readonly number: number;
  /** How many listings it has. */
  size: number;
  /** Another stretch leads into it at its first listings, this many: a page that comes to a later one has left some out. */
  doors: number;
  /** Whether a page has left out what was read before. It is gone, or it had come from somewhere else in the list. */
  hasLeftOut: boolean;
  /** Whether another one leads into it. */
  isEntered: boolean;
  /** What it leads into, once that is known. */
  next: Stretch | typeof END_OF_LIST | undefined;
}

const END_OF_LIST = 'end of list';

/** The pages of a list don't make a list. */
export class BrokenListError extends ServiceError {}

/** How much of a page belongs to the stretch that it was read for, and what it leads into. */
interface Reach {
  readonly to: number;
  readonly met: Stretch | undefined;
}

/** The number of listings kept beside the last one of a page, from before it. */
const SPARES = 2;

/**
 * All that a scan has read so far, by stretches of the list, whose order is known once each has led into another one.
 * Listings that are read twice count once, as they were read last; they keep their place in the order.
 */
export function createScanRecord({ ids, isWanted, isNamed }: RecordOptions) {
  const stretches: Stretch[] = [];
  let head: Stretch | undefined;
  /** By listing: that of its stretch, counted from 1; 0 if it was not read. */
  const numbers = createNumberColumn(Uint32Array);
  /** By listing: within its stretch. */
  const positions = createNumberColumn(Uint32Array);
  /** By stretch: the place of its first listing in the list. */
  const begins: number[] = [];
  const placeOf = (row: number): number => (begins[numbers.get(row) - 1] ?? 0) + positions.get(row);
  const index = createListingIndex({ placeOf, idOf: ids.idOf });
  /** Stretches by the listing that they were opened behind; it need not be one of the list any more. */
  const opened = new Map<string, Stretch>();
  let pageSize = 1;
  let size = 0;
  let others = 0;

  function toStretch(): Stretch {
    return {
      number: stretches.length,
      size: 0,
      doors: 0,
      hasLeftOut: false,
      isEntered: false,
      next: undefined,
    };
  }

  function canLink(from: Stretch, to: Stretch): boolean {
    return !from.next && !to.isEntered && to !== head;
  }

  function link(from: Stretch, to: Stretch): void {
    from.next = to;
    to.isEntered = true;
  }

  function findRow(id: ListingId | undefined): number | undefined {
    return id === undefined ? undefined : ids.find(id);
  }

  function stretchOf(row: number): Stretch | undefined {
    return stretches[numbers.get(row) - 1];
  }

  /** The one before all others if it is not in the stretch. */
  function positionOf(row: number | undefined, stretch: Stretch): number {
    return row !== undefined && stretchOf(row) === stretch ? positions.get(row) : -1;
  }

  /**
   * How much of a page may come after a listing of a stretch; `undefined` if the page can't come there. Nothing that comes before `after` may be on it, and
   * other stretches only where they begin.
   */
  function reachOf(
    stretch: Stretch,
    after: number | undefined,
    listings: readonly Listing[],
  ): Reach | undefined {
    let last = positionOf(after, stretch);
    for (const [at, row] of ids.rowsOf(listings).entries()) {
      const its = stretchOf(row);
      if (!its) {
        last = Number.POSITIVE_INFINITY;
      } else if (its === stretch) {
        const position = positions.get(row);
        if (position <= last) return undefined;
        last = position;
      } else {
        return positions.get(row) < its.doors && canLink(stretch, its) ? { to: at, met: its } : undefined;
      }
      const met = opened.size === 0 ? undefined : opened.get((listings[at] as Listing).id.toLowerCase());
      if (met) return canLink(stretch, met) ? { to: at + 1, met } : undefined;
    }
    return { to: listings.length, met: undefined };
  }

  function keep(listing: Listing, row: number): void {
    const isOther = !isWanted(listing.sku);
    if (isOther && !isNamed(listing.id)) return;
    if (index.put(listing, row) && isOther) others++;
  }

  /** Returns how many were not read before. */
  function take(stretch: Stretch, listings: readonly Listing[], { to, met }: Reach): number {
    const before = size;
    const isFirst = stretch.size === 0;
    const rows = ids.rowsOf(listings);
    for (const [at, listing] of listings.entries()) {
      const row = rows[at] as number;
      if (at < to && !stretchOf(row)) {
        size++;
        numbers.set(row, stretch.number + 1);
        positions.set(row, stretch.size++);
      }
      // What is new behind the stretch that it leads into is read with that one.
      if (stretchOf(row)) keep(listing, row);
    }
    if (isFirst) stretch.doors = stretch.size;
    if (met) link(stretch, met);
    return size - before;
  }

  return {
    /** The listings that are kept. Their order is that of the list once it was read to its end. */
    index,
    /** A listing that is kept, by its id. */
    named: (id: ListingId): Listing | undefined => {
      const row = findRow(id);
      return row === undefined ? undefined : index.at(row);
    },
    /** How many are kept for their ids alone. */
    others: () => others,
    /** How many listings were read, wanted or not. */
    size: () => size,
    has: (id: ListingId): boolean => {
      const row = findRow(id);
      return row !== undefined && stretchOf(row) !== undefined;
    },
    /** Opens the list at its head. A second time takes in what was created since: it leads into the first one. */
    openHead: (): Stretch => {
      // What was new on the head may have gone again, so it leads in wherever the order is certain.
      if (head && !head.hasLeftOut) head.doors = head.size;
      head = toStretch();
      stretches.push(head);
      return head;
    },
    /** Opens a stretch with the page behind a listing; `undefined` if that part of the list was read, or the page can't be that one. */
    openBehind: (id: ListingId, listings: readonly Listing[]): Stretch | undefined => {
      const after = findRow(id);
      const before = after === undefined ? undefined : stretchOf(after);
      const isFollowed = before && (positionOf(after, before) < before.size - 1 || before.next);
      if (isFollowed || opened.has(id.toLowerCase())) return undefined;
      const stretch = toStretch();
      const reach = reachOf(stretch, after, listings);
      const isNew =
        reach &&
        ids
          .rowsOf(listings)
          .subarray(0, reach.to)
          .some((row) => !stretchOf(row));
      if (!reach || !isNew) return undefined;
      stretches.push(stretch);
      opened.set(id.toLowerCase(), stretch);
      if (before) link(before, stretch);
      take(stretch, listings, reach);
      return stretch;
    },
    /**
     * Takes what comes after a listing of a stretch that leads nowhere yet, or after nothing. Returns how many listings were not read before;
     * `undefined`, and takes nothing, if they can't be what comes after it.
     */
    append: (
      stretch: Stretch,
      id: ListingId | undefined,
      listings: readonly Listing[],
    ): number | undefined => {
      pageSize = Math.max(pageSize, listings.length);
      const after = positionOf(findRow(id), stretch);
      const reach = reachOf(stretch, findRow(id), listings);
      // Behind what it was opened behind comes something of it, or one of the two pages is from somewhere else in the list.
      const isApart =
        after < 0 && stretch.size > 0 && !ids.rowsOf(listings).some((row) => stretchOf(row) === stretch);
      if (!reach || isApart) return undefined;
      const known = stretch.size - 1 - after;
      const fresh = take(stretch, listings, reach);
      if (reach.to - fresh < known) stretch.hasLeftOut = true;
      return fresh;
    },
    end: (stretch: Stretch): void => {
      stretch.next = END_OF_LIST;
    },
    /** Errors: `BrokenListError` if the stretches don't make one list. */
    close: (): void => {
      let begin = 0;
      let met = 0;
      let at: Stretch['next'] = head;
      for (; at && at !== END_OF_LIST && met < stretches.length; at = at.next) {
        met++;
        begins[at.number] = begin;
        begin += at.size;
      }
      if (at !== END_OF_LIST || met < stretches.length)
        throw new BrokenListError('Cannot list /listings: its parts do not make one list');
    },
    /** Of a closed list: ends of pages as large as the largest one, from the head on, but for the last page. */
    pageEnds: (): readonly PageEnd[] => {
      const rows = new Uint32Array(size);
      for (let row = 0; row < ids.size(); row++) if (stretchOf(row)) rows[placeOf(row)] = row;
      return Array.from({ length: Math.max(0, Math.ceil(rows.length / pageSize) - 1) }, (_, page) => {
        const end = (page + 1) * pageSize;
        return Array.from(rows.subarray(Math.max(0, end - 1 - SPARES), end), ids.idOf).reverse();
      });
    },
  };
}

export type ScanRecord = ReturnType<typeof createScanRecord>;
