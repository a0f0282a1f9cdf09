import type { Stdio } from './stdio.ts';

/** A terminal hands over at once what was typed before it was read; so long a silence means that there is no more of it. */
const SILENCE_MS = 30;

/**
 * Reads what was typed at a terminal up to now and throws it away: whoever typed it has not seen what is asked next. A line that was
 * begun and not ended stays, and is seen by whoever ends it.
 */
export function forgetTyped(terminal: Stdio['stdin']): Promise<void> {
  return new Promise((done) => {
    let isSilent = false;
    const onData = (): void => {
      isSilent = false;
    };
    const listen = (): void => {
      isSilent = true;
      // Where the machine is slow the time is over before anything was read: what is there comes before `setImmediate`.
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
