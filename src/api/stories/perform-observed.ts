import type { Listen } from '../notify/with-events.ts';
import type { RunObserver } from '../notify/with-notifications.ts';
import type { Perform } from './perform.ts';

interface Others {
  readonly observer: Pick<RunObserver, 'onReport'>;
  readonly listen: Listen;
}

/** Likewise, with those who listen. An observer has the report before the caller shows it: showing it may fail. */
export function performObserved(perform: Perform, { observer, listen }: Others): Perform {
  return (running, story) =>
    perform(running, async (host) => {
      const report = await story(listen(host, running.apiKey));
      await observer.onReport(report);
      return report;
    });
}
