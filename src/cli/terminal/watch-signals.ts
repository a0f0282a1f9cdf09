import { InterruptedError } from '../../domain/errors.ts';

/** `SIGBREAK` is Ctrl-Break on Windows, and comes nowhere else. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const;
/** The exit code of what they end at once. */
export const FORCED_EXIT = 130;

/** What a person at a keyboard sends. */
type Impatient = 'SIGINT' | 'SIGBREAK';

interface Listeners {
  readonly onFirst?: (name: (typeof SIGNALS)[number]) => void;
  /** The process ends as soon as this returns, so all output has to be written by then. */
  readonly onSecond?: (name: Impatient) => void;
}

/**
 * Turns the first request to stop into an orderly end, and a Ctrl-C after it into an immediate one: plan and journal are on disk
 * by then. No other signal makes it immediate. A closing terminal sends two SIGHUPs within a millisecond, a session that ends sends one right
 * after SIGTERM, and GNU parallel sends several SIGTERMs within 300 ms. Who wants to kill has SIGKILL. The signal is aborted with an
 * `InterruptedError`.
 */
export function watchSignals({ onFirst, onSecond }: Listeners = {}): {
  readonly signal: AbortSignal;
  stop(): void;
} {
  const controller = new AbortController();
  const listeners = SIGNALS.map((name) => {
    const listener = (): void => {
      if (controller.signal.aborted) {
        if (name === 'SIGINT' || name === 'SIGBREAK') leave(name, onSecond);
        return;
      }
      onFirst?.(name);
      controller.abort(new InterruptedError(name));
    };
    process.on(name, listener);
    return { name, listener };
  });
  return {
    signal: controller.signal,
    stop: () => {
      for (const { name, listener } of listeners) process.off(name, listener);
    },
  };
}

/** Does work that the first request to stop aborts. */
export async function withSignals<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const watch = watchSignals();
  try {
    return await work(watch.signal);
  } finally {
    watch.stop();
  }
}

function leave(name: Impatient, onSecond: Listeners['onSecond']): never {
  try {
    onSecond?.(name);
  } finally {
    process.exit(FORCED_EXIT);
  }
}
