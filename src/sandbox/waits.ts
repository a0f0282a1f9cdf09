/** Real waiting for delays, in a form that can be called off. */
export interface Waits {
  /** Resolves after so many real milliseconds, or never once stopped. */
  wait(ms: number): Promise<void>;
  /** Calls off what waits and will wait, so that no timer keeps the process alive. */
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
