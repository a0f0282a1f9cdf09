import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readUntilAborted } from '../../../src/api/request/caller.ts';
import { InterruptedError } from '../../../src/domain/errors.ts';

async function readAll(stream: PassThrough, signal: AbortSignal): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readUntilAborted(stream, signal)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('readUntilAborted', () => {
  it('gives all there is, and nobody closes it afterwards', async () => {
    const stream = new PassThrough();
    const controller = new AbortController();
    stream.write('sku,');
    stream.end('cost\n');
    expect(await readAll(stream, controller.signal)).toBe('sku,cost\n');
    controller.abort(new InterruptedError('SIGINT'));
    expect(stream.errored).toBeNull();
  });

  it('ends with the reason as soon as it is aborted, and closes what it read from', async () => {
    const stream = new PassThrough();
    const controller = new AbortController();
    const interruption = new InterruptedError('SIGTERM');
    stream.write('sku,');
    const reading = readAll(stream, controller.signal);
    controller.abort(interruption);
    await expect(reading).rejects.toBe(interruption);
    expect(stream.destroyed).toBe(true);
  });

  it('does not begin where it was aborted before', async () => {
    const interruption = new InterruptedError('SIGINT');
    await expect(readAll(new PassThrough(), AbortSignal.abort(interruption))).rejects.toBe(interruption);
  });
});
