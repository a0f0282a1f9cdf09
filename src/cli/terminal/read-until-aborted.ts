import type { Stdio } from './stdio.ts';

/** Standard input until the signal is aborted: then it is closed, and reading ends with the reason. */
export async function* readUntilAborted(
  stdin: Stdio['stdin'],
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  signal.throwIfAborted();
  const close = (): void => void stdin.destroy(signal.reason);
  signal.addEventListener('abort', close, { once: true });
  try {
    yield* stdin;
  } finally {
    signal.removeEventListener('abort', close);
  }
}
