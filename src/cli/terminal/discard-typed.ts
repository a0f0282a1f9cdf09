import type { Stdio } from './stdio.ts';

/** A terminal delivers earlier input at once; after a silence of this length there is no more. */
const SILENCE_MS = 30;

/**
 * Discards what was typed at a terminal up to now, since it is not an answer to a question asked later. The terminal keeps
 * an unfinished line, which the user can see.
 */
export function discardTyped(terminal: Stdio['stdin']): Promise<void> {
  return new Promise((done) => {
    let isSilent = false;
    const onData = (): void => {
      isSilent = false;
    };
    const listen = (): void => {
      isSilent = true;
      // On a slow machine the timer may fire before anything was read; pending input arrives before `setImmediate`.
      timer = setTimeout(() => setImmediate(() => (isSilent ? end() : listen())), SILENCE_MS);
    };
    const end = (): void => {
      clearTimeout(timer);
      terminal.off('data', onData).off('close', end).off('end', end).off('error', end);
      terminal.pause();
      done();
    };
    let timer: NodeJS.Timeout;
    terminal.on('data', onData).on('close', end).on('end', end).on('error', end);
    listen();
  });
}
