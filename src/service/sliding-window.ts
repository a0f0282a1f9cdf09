/**
 * How much later than at its leaving a request is taken for counted, where its answer doesn't say that it was sooner. More
 * would cost too much of the rate: with 4 ms it is .996 of it at worst.
 */
const LATEST_MS = 4;
/** How many answers it takes to know the shortest round trip; until then each one is taken for late. */
const ENOUGH_TO_KNOW = 100;
/** In the first second connections are made, on which requests wait much longer; it comes once only. */
const LATEST_AT_FIRST_MS = 1000;

/**
 * Keeps a rate within every second. Units: milliseconds of one clock that never jumps.
 *
 * Lets at most `ratePerSecond` requests (a fraction: the next whole number, in as much more than a second) be counted within
 * any second: each waits until the request that many before it is a second old. What counts is when the service sees it: when
 * it leaves here, and later by as much as its round trip took longer than the shortest one, up to a few milliseconds;
 * otherwise a delayed request would meet those of the second after it.
 */
export function createSlidingWindow(ratePerSecond: number) {
  const perWindow = Math.ceil(ratePerSecond);
  const windowMs = (1000 * perWindow) / ratePerSecond;
  /** When each of the last `perWindow` requests left, and when the next in its place may: two rings. */
  const leftAt: number[] = [];
  const freeAt: number[] = [];
  let left = 0;
  let answers = 0;
  let shortestMs = 0;

  return {
    /** The earliest moment at which one more request may leave. */
    opensAt: () => freeAt[left % perWindow] ?? Number.NEGATIVE_INFINITY,
    /** A request leaves now. Its index counts from 0. */
    leave: (now: number): void => {
      leftAt[left % perWindow] = now;
      freeAt[left % perWindow] = now + windowMs + LATEST_MS;
      left++;
    },
    /** A request was answered now, so it was counted by now at the latest. */
    answer: (index: number, now: number): void => {
      const place = index % perWindow;
      const from = leftAt[place];
      if (from === undefined || index < left - perWindow) return;
      const tripMs = now - from;
      const lateMs = Math.min(tripMs - shortestMs, index < perWindow ? LATEST_AT_FIRST_MS : LATEST_MS);
      shortestMs = answers === 0 ? tripMs : Math.min(shortestMs, tripMs);
      answers++;
      freeAt[place] = from + windowMs + Math.max(answers < ENOUGH_TO_KNOW ? LATEST_MS : 0, lateMs);
    },
  };
}
