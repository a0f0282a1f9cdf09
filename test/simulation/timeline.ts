/** Time that stands still until everybody waits for something; then it jumps to the next event. Units: milliseconds. */
export interface Timeline {
  now(): number;
  /** Calls `act` after `ms`; the returned function calls that off. */
  after(ms: number, act: () => void): () => void;
  /**
   * Goes from event to event until `isDone`.
   *
   * Errors: where nothing is left that could happen, so that it never would be.
   */
  runUntil(isDone: () => boolean): Promise<void>;
}

interface TimelineEvent {
  readonly at: number;
  /** Events of one moment happen in the order in which they were asked for. */
  readonly order: number;
  readonly act: () => void;
  cancelled: boolean;
}

/** So many turns in a row without an event, and without an end, are taken for ever. */
const MAX_IDLE_TURNS = 1000;

export function createTimeline(): Timeline {
  const heap: TimelineEvent[] = [];
  let now = 0;
  let orders = 0;

  function after(ms: number, act: () => void): () => void {
    const event = { at: now + Math.max(0, ms), order: orders++, act, cancelled: false };
    push(heap, event);
    return () => {
      event.cancelled = true;
    };
  }

  async function runUntil(isDone: () => boolean): Promise<void> {
    for (let idle = 0; ; idle++) {
      await nextTurn();
      if (isDone()) return;
      const event = pop(heap);
      if (idle > MAX_IDLE_TURNS) throw new Error('Nothing is left that could happen, and somebody waits');
      if (!event || event.cancelled) continue;
      idle = 0;
      now = event.at;
      event.act();
    }
  }

  return { now: () => now, after, runUntil };
}

/** Lets everything run that waits for nothing but its turn. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function isEarlier(one: TimelineEvent, other: TimelineEvent): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}

function push(heap: TimelineEvent[], event: TimelineEvent): void {
  let index = heap.length;
  heap.push(event);
  for (;;) {
    const above = (index - 1) >> 1;
    const parent = heap[above];
    if (index === 0 || !parent || isEarlier(parent, event)) break;
    heap[index] = parent;
    index = above;
  }
  heap[index] = event;
}

function pop(heap: TimelineEvent[]): TimelineEvent | undefined {
  const [first] = heap;
  const last = heap.pop();
  if (!first || !last || heap.length === 0) return first;
  let index = 0;
  for (;;) {
    const below = 2 * index + 1;
    const [left, right] = [heap[below], heap[below + 1]];
    if (!left) break;
    const isRight = right !== undefined && isEarlier(right, left);
    const least = isRight ? right : left;
    if (isEarlier(last, least)) break;
    heap[index] = least;
    index = isRight ? below + 1 : below;
  }
  heap[index] = last;
  return first;
}
