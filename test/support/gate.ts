import { mkdirSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Ended, Running } from './run-program.ts';

interface Gate {
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

/** Makes a folder, and resolves when a file whose name ends so has turned up in it, with this text in it. */
export function whenThere(folder: string, file: string, text = ''): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const { open, opened } = gate();
  const watcher = watch(folder, (_event, name) => {
    if (!name?.endsWith(file)) return;
    if (text === '' || readFileSync(join(folder, name), 'utf8').includes(text)) open();
  });
  onTestFinished(() => watcher.close());
  return opened;
}

/** What the program says upon the first signal. */
export const WAITING = 'No new request is sent; waiting for answers to the requests already sent';

/** Sends a signal while a request is held, and lets the request go once the program has said that it waits for it. */
export async function interrupt(
  running: Running,
  { held, letGo }: Pick<ReturnType<typeof holdRequests>, 'held' | 'letGo'>,
  signal: NodeJS.Signals,
): Promise<Ended> {
  await held;
  running.kill(signal);
  await running.said(WAITING);
  letGo();
  return running.ended;
}

/** Lets everything run that is waiting for nothing but its turn. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Lets others have their turn until something is so; a test that waits in vain runs into its own time limit. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await turn();
}
