import { ServiceError } from '../../domain/errors.ts';

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

export function createStretches(): Stretches {
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
