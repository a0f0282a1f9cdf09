/** Bytes that come as they are read. A stream is closed once nobody wants the rest. */
export type Input = AsyncIterable<Uint8Array> & { destroy?(error?: Error): unknown };

/** An input until the signal is aborted: then it is closed, and reading ends with the reason. */
export async function* readUntilAborted(stdin: Input, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  signal.throwIfAborted();
  const close = (): void => void stdin.destroy?.(signal.reason);
  signal.addEventListener('abort', close, { once: true });
  try {
    yield* stdin;
  } finally {
    signal.removeEventListener('abort', close);
  }
}
