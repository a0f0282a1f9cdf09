import { ServiceError } from '../../domain/errors.ts';
import type { Listing, ListingId, Sku } from '../../domain/listing.ts';
import { createNumberColumn, type IdTable } from '../columns.ts';
import { createListingIndex, type ListingIndex } from '../listing-index.ts';

/** The end of a page, for another scan to begin behind: its last listing, and those before it in case that one is gone. */
export type PageEnd = readonly ListingId[];

/** All that a scan has read so far, by stretches of the list. */
export interface ScanRecord {
  /** The listings that are wanted. Their order is that of the list once it was read to its end. */
  readonly index: ListingIndex;
  readonly named: NamedListings;
  /** How many listings were read, wanted or not. */
  readonly size: () => number;
  has(id: ListingId): boolean;
  /** Opens the list at its head, the first time or again. */
  openHead(): Stretch;
  /** Opens a stretch with the page behind a listing; `undefined` if that part of the list was read, or the page can't be that one. */
  openBehind(after: ListingId, listings: readonly Listing[]): Stretch | undefined;
  /**
   * Takes what comes after a listing of a stretch that leads nowhere yet, or after nothing. Returns how many listings were not read before;
   * `undefined`, and takes nothing, if they can't be what comes after it.
   */
  append(stretch: Stretch, after: ListingId | undefined, listings: readonly Listing[]): number | undefined;
  /** Takes the page that ends with the first listing of a stretch, or with the one that it was opened behind. False if it is not that page. */
  prepend(stretch: Stretch, front: ListingId, listings: readonly Listing[]): boolean;
  end(stretch: Stretch): void;
  /** Errors: `BrokenListError` if the stretches don't make one list. */
  close(): void;
  /** Of a closed list: ends of pages as large as the largest one, from the head on, but for the last page. */
  pageEnds(): readonly PageEnd[];
}

/** Listings by their ids: the wanted ones, and others that are kept for their ids alone. */
export interface NamedListings {
  /** Number of the others. */
  readonly size: () => number;
  get(id: ListingId): Listing | undefined;
}

export interface RecordOptions {
  /** Takes the ids of all that is read; may have others. */
  readonly ids: IdTable;
  /** Only listings of such SKUs are kept. */
  readonly isWanted: (sku: Sku) => boolean;
  /** Others are kept too if they have such an id, since the sheet may not have their SKU as it is. */
  readonly isNamed: (id: ListingId) => boolean;
  /** A SKU leads to listings whose SKU differs in case only too. */
  readonly ignoreCase: boolean;
}

/** Listings of a page, and their rows. */
interface Rows {
  readonly listings: readonly Listing[];
  readonly rows: Uint32Array;
}

/** How much of a page belongs to the stretch that it was read for, and what it leads into. */
interface Reach {
  readonly from: number;
  readonly to: number;
  readonly met: Stretch | undefined;
}

/** Listings that are read twice count once, as they were read last; they keep their place in the order. */
export function createScanRecord({ ids, isWanted, isNamed, ignoreCase }: RecordOptions): ScanRecord {
  const stretches = createStretches();
  /** Of their stretches, counted from 1; 0 if a listing was not read. */
  const numbers = createNumberColumn(Uint32Array);
  const positions = createNumberColumn(Int32Array);
  /** By stretch: what is added to a position to make it a place in the list. */
  const offsets: number[] = [];
  const placeOf = (row: number): number => (offsets[numbers.get(row) - 1] ?? 0) + positions.get(row);
  const index = createListingIndex({ ignoreCase, placeOf, idOf: ids.idOf });
  const named = createListingIndex({ ignoreCase: false, placeOf, idOf: ids.idOf });
  /** Stretches by the listing that they were opened behind; it need not be one of the list any more. */
  const opened = new Map<string, Stretch>();
  let pageSize = 1;
  let size = 0;

  function isRead(row: number): boolean {
    return numbers.get(row) > 0;
  }

  function stretchOf(row: number): Stretch | undefined {
    return stretches.get(numbers.get(row) - 1);
  }

  function isBack(row: number, stretch: Stretch): boolean {
    return positions.get(row) === stretch.high - 1;
  }

  /** The one before all others if it is not in the stretch. */
  function positionOf(row: number | undefined, stretch: Stretch): number {
    return row !== undefined && stretchOf(row) === stretch ? positions.get(row) : stretch.low - 1;
  }

  function findRow(id: ListingId | undefined): number | undefined {
    return id === undefined ? undefined : ids.find(id);
  }

  function rowsOf(listings: readonly Listing[]): Rows {
    return { listings, rows: ids.rowsOf(listings) };
  }

  function openedBehind({ id }: Listing): Stretch | undefined {
    return opened.size === 0 ? undefined : opened.get(id.toLowerCase());
  }

  /** Whether a page from before a stretch has nothing of it: one of the two is from somewhere else in the list. */
  function isApart(stretch: Stretch, after: number | undefined, rows: Uint32Array): boolean {
    const isFromBefore = positionOf(after, stretch) < stretch.low && stretch.low < stretch.high;
    return isFromBefore && !rows.some((row) => positionOf(row, stretch) >= stretch.low);
  }

  /** Nothing that comes before `after` may be on the page, and other stretches only where they begin. */
  function reachForward(
    stretch: Stretch,
    after: number | undefined,
    { listings, rows }: Rows,
  ): Reach | undefined {
    let last = positionOf(after, stretch);
    for (const [at, row] of rows.entries()) {
      const its = stretchOf(row);
      if (!its) {
        last = Number.POSITIVE_INFINITY;
      } else if (its === stretch) {
        const position = positions.get(row);
        if (position <= last) return undefined;
        last = position;
      } else {
        const isDoor = positions.get(row) < its.doors;
        return isDoor && stretches.canLink(stretch, its) ? { from: 0, to: at, met: its } : undefined;
      }
      const met = openedBehind(listings[at] as Listing);
      if (met) return stretches.canLink(stretch, met) ? { from: 0, to: at + 1, met } : undefined;
    }
    return { from: 0, to: rows.length, met: undefined };
  }

  /** The page has to end in `front`; another stretch may lead into it only with its last listing. */
  function reachBack(stretch: Stretch, front: ListingId, { listings, rows }: Rows): Reach | undefined {
    const last = rows.length - 1;
    if (last < 0 || rows[last] !== ids.find(front)) return undefined;
    for (let at = last; at >= 0; at--) {
      const row = rows[at] as number;
      const its = stretchOf(row);
      const isFront = at === last && its === stretch;
      const isNew = !its && (at === last || !openedBehind(listings[at] as Listing));
      if (isFront || isNew) continue;
      const canMeet = its && isBack(row, its) && stretches.canLink(its, stretch);
      return canMeet ? { from: at + 1, to: last + 1, met: its } : undefined;
    }
    return { from: 0, to: last + 1, met: undefined };
  }

  function place(row: number, stretch: Stretch, position: number): void {
    size++;
    numbers.set(row, stretch.number + 1);
    positions.set(row, position);
  }

  function keep(listing: Listing, row: number): void {
    if (isWanted(listing.sku)) index.put(listing, row);
    else if (isNamed(listing.id)) named.put(listing, row);
  }

  function takeAfter(stretch: Stretch, { listings, rows }: Rows, { to, met }: Reach): number {
    const before = size;
    const isFirst = stretch.high === 0;
    for (const [at, listing] of listings.entries()) {
      const row = rows[at] as number;
      if (at < to && !isRead(row)) place(row, stretch, stretch.high++);
      // What is new behind the stretch that it leads into is read with that one.
      if (isRead(row)) keep(listing, row);
    }
    if (isFirst) stretch.doors = stretch.high;
    if (met) stretches.link(stretch, met);
    return size - before;
  }

  return {
    index,
    named: {
      size: named.size,
      get: (id) => {
        const row = findRow(id);
        return row === undefined ? undefined : (index.at(row) ?? named.at(row));
      },
    },
    size: () => size,
    has: (id) => {
      const row = findRow(id);
      return row !== undefined && isRead(row);
    },
    openHead: stretches.openHead,
    openBehind: (id, listings) => {
      const after = findRow(id);
      const before = after === undefined ? undefined : stretchOf(after);
      const isFollowed = after !== undefined && before && (!isBack(after, before) || before.next);
      if (isFollowed || opened.has(id.toLowerCase())) return undefined;
      const stretch = stretches.open();
      if (before) stretches.link(before, stretch);
      const page = rowsOf(listings);
      const reach = reachForward(stretch, after, page);
      const isNew = reach && page.rows.subarray(0, reach.to).some((row) => !stretchOf(row));
      if (!reach || !isNew) {
        if (before) before.next = undefined;
        stretches.drop(stretch);
        return undefined;
      }
      opened.set(id.toLowerCase(), stretch);
      takeAfter(stretch, page, reach);
      return stretch;
    },
    append: (stretch, id, listings) => {
      pageSize = Math.max(pageSize, listings.length);
      const after = findRow(id);
      const page = rowsOf(listings);
      const reach = reachForward(stretch, after, page);
      if (!reach || isApart(stretch, after, page.rows)) return undefined;
      const known = stretch.high - 1 - positionOf(after, stretch);
      const fresh = takeAfter(stretch, page, reach);
      if (reach.to - fresh < known) stretch.hasLeftOut = true;
      return fresh;
    },
    prepend: (stretch, front, listings) => {
      const page = rowsOf(listings);
      const reach = stretch.previous ? undefined : reachBack(stretch, front, page);
      if (!reach) return false;
      for (let at = reach.to - 1; at >= reach.from; at--) {
        const row = page.rows[at] as number;
        if (!isRead(row)) place(row, stretch, --stretch.low);
        keep(listings[at] as Listing, row);
      }
      if (reach.met) stretches.link(reach.met, stretch);
      return true;
    },
    end: stretches.end,
    close: () => {
      const ordered = stretches.inOrder();
      if (!ordered) throw new BrokenListError('Cannot list /listings: its parts do not make one list');
      let begin = 0;
      for (const { number, low, high } of ordered) {
        offsets[number] = begin - low;
        begin += high - low;
      }
    },
    pageEnds: () => {
      const rows = new Uint32Array(size);
      for (let row = 0; row < ids.size(); row++) if (isRead(row)) rows[placeOf(row)] = row;
      return Array.from({ length: Math.max(0, Math.ceil(rows.length / pageSize) - 1) }, (_, page) =>
        Array.from(
          rows.subarray(Math.max(0, (page + 1) * pageSize - 1 - SPARES), (page + 1) * pageSize),
          ids.idOf,
        ).reverse(),
      );
    },
  };
}

/** The number of listings kept beside the last one of a page, from before it. */
const SPARES = 2;

/** The pages of a list don't make a list. */
export class BrokenListError extends ServiceError {}

/**
 * Listings that follow each other in the list without a gap, as far as they were read. Positions count from where the stretch was opened;
 * what was read from there back has negative ones.
 */
export interface Stretch {
  readonly number: number;
  /** The position of its first listing. */
  low: number;
  /** The position behind its last listing. */
  high: number;
  /** Another stretch leads into it at listings before this position: a page that comes to a later one has left some out. */
  doors: number;
  /** Whether a page has left out what was read before. It is gone, or it had come from somewhere else in the list. */
  hasLeftOut: boolean;
  previous: Stretch | undefined;
  /** What it leads into, once that is known. */
  next: Stretch | typeof END_OF_LIST | undefined;
}

export const END_OF_LIST = 'end of list';

/** The stretches of one list, whose order is known once each has led into another one. */
export interface Stretches {
  /** Opens the stretch at the head of the list. A second one takes in what was created since: it leads into the first one. */
  openHead(): Stretch;
  open(): Stretch;
  /** Takes back the stretch that was opened last. */
  drop(stretch: Stretch): void;
  canLink(from: Stretch, to: Stretch): boolean;
  /** Only where `canLink` says so. */
  link(from: Stretch, to: Stretch): void;
  end(stretch: Stretch): void;
  get(number: number): Stretch | undefined;
  /** All of them from the head to the end of the list; `undefined` if they don't make one list. */
  inOrder(): readonly Stretch[] | undefined;
}

function createStretches(): Stretches {
  const all: Stretch[] = [];
  let head: Stretch | undefined;

  function open(): Stretch {
    const ends = { low: 0, high: 0, doors: 0, hasLeftOut: false };
    const stretch = { number: all.length, ...ends, previous: undefined, next: undefined };
    all.push(stretch);
    return stretch;
  }

  function canLink(from: Stretch, to: Stretch): boolean {
    return !from.next && !to.previous && to !== head;
  }

  return {
    open,
    openHead: () => {
      // What was new on the head may have gone again, so it leads in wherever the order is certain.
      if (head && !head.hasLeftOut) head.doors = head.high;
      head = open();
      return head;
    },
    drop: (stretch) => {
      if (all.at(-1) === stretch) all.pop();
    },
    canLink,
    link: (from, to) => {
      from.next = to;
      to.previous = from;
    },
    end: (stretch) => {
      stretch.next = END_OF_LIST;
    },
    get: (number) => all[number],
    inOrder: () => {
      const ordered: Stretch[] = [];
      let at: Stretch['next'] = head;
      for (; at && at !== END_OF_LIST && ordered.length < all.length; at = at.next) ordered.push(at);
      return at === END_OF_LIST && ordered.length === all.length ? ordered : undefined;
    },
  };
}
