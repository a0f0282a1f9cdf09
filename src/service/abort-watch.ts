interface AbortWatch {
  /** One more waits with the signal. */
  add(signal: AbortSignal): void;
  /** One fewer does. */
  remove(signal: AbortSignal): void;
}

/** One listener for all that wait with the same signal, and none that outlasts them. */
export function createAbortWatch(onAbort: (signal: AbortSignal) => void): AbortWatch {
  const watched = new Map<AbortSignal, { waiting: number; readonly forget: () => void }>();
  return {
    add: (signal) => {
      const entry = watched.get(signal);
      if (entry) {
        entry.waiting++;
        return;
      }
      const leave = () => {
        watched.delete(signal);
        onAbort(signal);
      };
      signal.addEventListener('abort', leave, { once: true });
      watched.set(signal, { waiting: 1, forget: () => signal.removeEventListener('abort', leave) });
    },
    remove: (signal) => {
      const entry = watched.get(signal);
      if (!entry || --entry.waiting > 0) return;
      entry.forget();
      watched.delete(signal);
    },
  };
}
