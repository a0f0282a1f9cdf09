import type { Permit } from './request-queue.ts';

interface LearnedRateOptions {
  /** Never more than this. */
  readonly maxPerSecond: number;
  readonly startPerSecond: number;
  /** `start`: nothing is known yet. `search`: the limit is thought to be near. */
  readonly phase: 'start' | 'search';
}

/** Doubles in two seconds. */
const START_GROWTH = Math.LN2 / 2;
const SEARCH_GROWTH = 0.03;
/** A second, and for each request: what is asked seldom is not refused often either. */
const HOLD_GROWTH = 0.003;
const HOLD_GROWTH_PER_REQUEST = 0.000_15;
/** After this long without a refusal the limit may have changed. A long window is quiet anyway while it is not used up. */
const QUIET_MS = { short: 120_000, long: 600_000 } as const;

/** What is left of the pace after a refusal. */
const CUTS = { start: 0.6, search: 0.85, hold: 0.96 } as const;
/** A given rate that was taken for so long is about right, whatever is refused later. */
const PROVEN_SECONDS = 3;
const RECENT = 20;
const TOO_MANY_OF_RECENT = 6;
const TOO_MANY_CUTS = 3;
/** So few taken between two cuts make them cuts in a row. */
const FEW = 4;
/** A few answers are a poor estimate of what share of a pace is taken. */
const LOWEST_SHARE = 0.5;
const SLOWEST = 0.05;
/** A service that refuses for so long counts by a long window, a minute say. */
const LONG_MS = 2000;
const OF_FIRST_WINDOW = 0.5;

/**
 * Finds an unknown limit by what is refused, and stays just below it: doubling at first, searching after the first refusal,
 * then growing slowly, with a small cut for each refusal. One cut counts for all requests that were under way. The figures come from
 * the simulation in `test/service/pacer-simulation.ts`. Units: milliseconds of one clock.
 */
export function createLearnedRate(options: LearnedRateOptions) {
  const { maxPerSecond } = options;
  let perSecond = Math.min(maxPerSecond, options.startPerSecond);
  let phase: 'start' | 'search' | 'hold' = options.phase;
  let window: 'short' | 'long' = 'short';
  let grownAt: number | undefined;
  /** The first request that went out at the pace as it is now. */
  let newsFrom = 0;
  let left = 0;
  let cutAt: number | undefined;
  let cutsInARow = 0;
  let takenSinceCut = 0;
  let recent: boolean[] = [];
  /** From one long refusal to the next. */
  let cycle: { from: number; taken: number; readonly isWhole: boolean } | undefined;
  let lastLeftAt = Number.POSITIVE_INFINITY;
  const used = createUsedPace();

  function set(rate: number): void {
    perSecond = Math.min(maxPerSecond, Math.max(SLOWEST, rate));
  }

  function note(taken: boolean): void {
    recent.push(taken);
    if (recent.length > RECENT) recent.shift();
  }

  function growth(seconds: number): number {
    if (phase === 'start') return Math.exp(START_GROWTH * seconds);
    if (phase === 'search') return 1 + SEARCH_GROWTH * seconds;
    return 1 + Math.min(HOLD_GROWTH * seconds, HOLD_GROWTH_PER_REQUEST);
  }

  /** Only a pace that is used up proves good: requests that it did not hold up are no reason to raise it. */
  function grow(permit: Permit, now: number): void {
    const usualMs = 2000 / perSecond;
    const ms = Math.min(now - (grownAt ?? now), usualMs);
    grownAt = now;
    if (cutAt !== undefined && phase === 'hold' && now - cutAt > QUIET_MS[window]) {
      phase = 'search';
      window = 'short';
    }
    if (permit.waited && perSecond < used.perSecond() * 2) set(perSecond * growth(ms / 1000));
  }

  return {
    perSecond: () => perSecond,
    /** A request goes out. */
    leave: ({ index, leftAt, waited }: Permit): void => {
      left = index + 1;
      used.leave(leftAt);
      cycle ??= { from: leftAt, taken: 0, isWhole: false };
      // Time without demand is not a pause of the service.
      if (!waited && leftAt - lastLeftAt > LONG_MS) cycle.from += leftAt - lastLeftAt;
      lastLeftAt = leftAt;
    },
    /** The service took a request. */
    take: (permit: Permit, now: number): void => {
      if (cycle) cycle.taken++;
      if (permit.index < newsFrom) return;
      if (phase === 'start' && perSecond >= maxPerSecond && takenSinceCut > PROVEN_SECONDS * maxPerSecond)
        phase = 'hold';
      note(true);
      takenSinceCut++;
      grow(permit, now);
    },
    /**
     * The service refused a request as one too many. Gives `known` if that was said of the same pace already, `cut` if the pace
     * is lower now, and `shut` if nothing should be sent for a while after many refusals.
     */
    refuse: (permit: Permit, now: number): 'known' | 'cut' | 'shut' => {
      if (permit.index < newsFrom) return 'known';
      note(false);
      cutsInARow = takenSinceCut < FEW ? cutsInARow + 1 : 1;
      takenSinceCut = 0;
      newsFrom = left;
      cutAt = now;
      grownAt = now;
      const refusals = recent.filter((taken) => !taken).length;
      if (window === 'short' && cutsInARow < TOO_MANY_CUTS && refusals < TOO_MANY_OF_RECENT) {
        set(Math.min(perSecond, permit.ratePerSecond * CUTS[phase]));
        phase = phase === 'start' ? 'search' : 'hold';
        return 'cut';
      }
      const share = 1 - refusals / recent.length;
      set(Math.min(perSecond, permit.ratePerSecond * Math.max(LOWEST_SHARE, share)));
      phase = 'hold';
      recent = [];
      cutsInARow = 0;
      return 'shut';
    },
    /** Requests may go again after nothing was sent for `shutMs`, since the service refused them. */
    reopen: (now: number, shutMs: number): void => {
      newsFrom = left;
      grownAt = now;
      if (shutMs < LONG_MS || !cycle) return;
      window = 'long';
      const average = (cycle.taken * 1000) / (now - cycle.from);
      // Somebody else may have used up most of the first window: it says no more than that this was too fast.
      set(cycle.isWhole && cycle.taken > 0 ? average : Math.max(average, perSecond * OF_FIRST_WINDOW));
      phase = 'hold';
      recent = [];
      cutsInARow = 0;
      cycle = { from: now, taken: 0, isWhole: true };
    },
  };
}

/** The pace that requests came to in the last second in which any were sent. */
function createUsedPace() {
  let second = { from: Number.NEGATIVE_INFINITY, left: 0 };
  let perSecond = Number.POSITIVE_INFINITY;
  return {
    leave: (now: number): void => {
      second.left++;
      const ms = now - second.from;
      if (ms < 1000) return;
      if (ms < 3000) perSecond = (second.left * 1000) / ms;
      second = { from: now, left: 0 };
    },
    /** Infinite before the first whole second. */
    perSecond: () => perSecond,
  };
}
