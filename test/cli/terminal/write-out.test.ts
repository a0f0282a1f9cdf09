import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { writeOut } from '../../../src/cli/commands/export.ts';

function* blocks(count: number, onBlock: (made: number) => void): Generator<string> {
  for (let made = 1; made <= count; made++) {
    onBlock(made);
    yield `${made}\n`.padStart(1000, '.');
  }
}

describe('writeOut', () => {
  it('makes no more blocks than somebody reads', async () => {
    const stdout = new PassThrough({ highWaterMark: 4000 });
    let made = 0;
    const done = writeOut(
      blocks(1000, (count) => (made = count)),
      { stdout },
    );
    await new Promise((turn) => setImmediate(turn));
    expect(made).toBeLessThan(20);
    let read = 0;
    stdout.on('data', (chunk: Buffer) => {
      read += chunk.length;
    });
    await done;
    stdout.end();
    await new Promise((end) => stdout.on('end', end));
    expect([made, read]).toEqual([1000, 1_000_000]);
  });

  it.each(['error', 'close'])('ends where the reader has gone, with "%s"', async (event) => {
    const stdout = new PassThrough({ highWaterMark: 4000 });
    stdout.on('error', () => {});
    let made = 0;
    const done = writeOut(
      blocks(1000, (count) => (made = count)),
      { stdout },
    );
    await new Promise((turn) => setImmediate(turn));
    stdout.emit(event, new Error('EPIPE'));
    await done;
    expect(made).toBeLessThan(20);
    expect(stdout.listenerCount('drain')).toBe(0);
  });
});
