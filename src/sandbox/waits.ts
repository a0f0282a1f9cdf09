/** Real waiting for delays that can be cancelled. */
export interface Waits {
  /** Resolves after `ms` real milliseconds, or never once stopped. */
  wait(ms: number): Promise<void>;
  /** Cancels all waits, present and future, so that no timer keeps the process alive. */
  stop(): void;
}

/** Makes waits on timers. */
export function createWaits(): Waits {
  const timers = new Set<NodeJS.Timeout>();
  let stopped = false;
  return {
    wait: (ms) =>
      new Promise((resolve) => {
        if (stopped) return;
        const timer = setTimeout(() => {
          timers.delete(timer);
          resolve();
        }, ms);
        timers.add(timer);
      }),
    stop: () => {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
