import type { Ended } from './collect-output.ts';
import type { holdRequests } from './gate.ts';
import type { Running } from './run-program.ts';

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
