import { onTestFinished } from 'vitest';

export interface Gate {
  readonly open: () => void;
  readonly opened: Promise<void>;
}

/** An event that a test waits for, and the function that makes it happen. */
export function gate(): Gate {
  let open = (): void => {};
  const opened = new Promise<void>((done) => {
    open = done;
  });
  return { open, opened };
}

/** A `wait` for a local service that holds each request which a fault delays, until the test or its end lets it go. */
export function holdRequests() {
  const [held, release] = [gate(), gate()];
  onTestFinished(release.open);
  return {
    wait: (): Promise<void> => {
      held.open();
      return release.opened;
    },
    /** Done once a request is held. */
    held: held.opened,
    letGo: release.open,
  };
}
