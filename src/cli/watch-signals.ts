import { InterruptedError } from '../domain/errors.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

type SignalName = (typeof SIGNALS)[number];

interface Watch {
  /** Aborted by the first signal, with an `InterruptedError`. */
  readonly signal: AbortSignal;
  stop(): void;
}

interface Listeners {
  readonly onFirst?: (name: SignalName) => void;
  /** The last that the process does: what is to be said has to be said before this returns. */
  readonly onSecond?: (name: SignalName) => void;
}

/**
 * Turns the first request to stop into an orderly end, and the second into an immediate one: plan and journal are on
 * disk by then, whatever is cut off.
 */
export function watchSignals({ onFirst, onSecond }: Listeners = {}): Watch {
  const controller = new AbortController();
  const listeners = SIGNALS.map((name) => {
    const listener = (): void => {
      if (controller.signal.aborted) leave(name, onSecond);
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

function leave(name: SignalName, onSecond: Listeners['onSecond']): never {
  try {
    onSecond?.(name);
  } finally {
    process.exit(EXIT_CODES[name]);
  }
}
