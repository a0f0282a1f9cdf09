import { InterruptedError } from '../../domain/errors.ts';

/** `SIGBREAK` is Ctrl-Break on Windows, and comes nowhere else. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const;
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGBREAK: 130 } as const;

type SignalName = (typeof SIGNALS)[number];

interface Watch {
  /** Aborted by the first signal, with an `InterruptedError`. */
  readonly signal: AbortSignal;
  stop(): void;
}

interface Listeners {
  readonly onFirst?: (name: SignalName) => void;
  /** The process ends as soon as this returns, so all output has to be written by then. */
  readonly onSecond?: (name: Exclude<SignalName, 'SIGHUP'>) => void;
}

/**
 * Turns the first request to stop into an orderly end, and the second into an immediate one: plan and journal are on disk
 * by then. A SIGHUP never makes it immediate: a closing terminal sends two within a millisecond, one by its shell and one
 * as that shell ends, and a session that ends sends one right after SIGTERM.
 */
export function watchSignals({ onFirst, onSecond }: Listeners = {}): Watch {
  const controller = new AbortController();
  const listeners = SIGNALS.map((name) => {
    const listener = (): void => {
      if (controller.signal.aborted) {
        if (name !== 'SIGHUP') leave(name, onSecond);
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

function leave(name: Exclude<SignalName, 'SIGHUP'>, onSecond: Listeners['onSecond']): never {
  try {
    onSecond?.(name);
  } finally {
    process.exit(EXIT_CODES[name]);
  }
}
