import type { Stdio } from './stdio.ts';

/**
 * Writes blocks to standard output, no faster than they are read there, so that they are never all in memory. Ends when the
 * reader is gone; `processStdio` reports lost data.
 */
export async function writeOut(blocks: Iterable<string>, { stdout }: Pick<Stdio, 'stdout'>): Promise<void> {
  let isOver = false;
  let goOn = (): void => {};
  const onDrain = (): void => goOn();
  const onEnd = (): void => {
    isOver = true;
    goOn();
  };
  const events = [
    ['drain', onDrain],
    ['error', onEnd],
    ['close', onEnd],
  ] as const;
  for (const [event, listener] of events) stdout.on(event, listener);
  try {
    for (const block of blocks) {
      const taken = new Promise<void>((done) => {
        goOn = done;
      });
      if (!stdout.write(block) && !isOver) await taken;
      if (isOver) return;
    }
  } finally {
    for (const [event, listener] of events) stdout.off(event, listener);
  }
}
