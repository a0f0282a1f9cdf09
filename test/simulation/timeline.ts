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
  readonly act: () => void;
  cancelled: boolean;
}

/** So many turns in a row without an event, and without an end, are taken for ever. */
const MAX_IDLE_TURNS = 1000;

/** Events of one moment happen in the order in which they were asked for. */
export function createTimeline(): Timeline {
  /** The next one last. */
  const events: TimelineEvent[] = [];
  let now = 0;

  function after(ms: number, act: () => void): () => void {
    const event = { at: now + Math.max(0, ms), act, cancelled: false };
    const before = events.findLastIndex(({ at }) => at > event.at);
    events.splice(before + 1, 0, event);
    return () => {
      event.cancelled = true;
    };
  }

  async function runUntil(isDone: () => boolean): Promise<void> {
    for (let idle = 0; ; idle++) {
      await nextTurn();
      if (isDone()) return;
      const event = events.pop();
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
