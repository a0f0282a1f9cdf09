import type { ServerResponse } from 'node:http';
import type { Drip, Truncation } from './faults.ts';
import type { Reply } from './render-reply.ts';

interface SendOptions {
  readonly truncate: Truncation | undefined;
  readonly drip: Drip | undefined;
  readonly wait: (ms: number) => Promise<void>;
}

/**
 * Writes a reply with its `content-length`, cut short or in drips where faults want it. A reply cut below the length it announced ends
 * with its connection.
 */
export async function sendReply(response: ServerResponse, reply: Reply, options: SendOptions): Promise<void> {
  const { truncate, drip, wait } = options;
  const body = truncate === undefined ? reply.body : reply.body.subarray(0, truncate.bytes);
  const announced = truncate?.contentLength === 'full' ? reply.body.length : body.length;
  response.writeHead(reply.status, { ...lengthHeader(reply.status, announced), ...reply.headers });
  const rest = drip === undefined ? body : await dripOut(response, body, { ...drip, wait });
  if (announced === body.length) response.end(rest);
  else response.write(rest, () => response.destroy());
}

/** Statuses without a body carry no length either. */
function lengthHeader(status: number, length: number): Record<string, number> {
  return status === 204 || status === 304 ? {} : { 'content-length': length };
}

/** Writes all pieces but the last, and gives that one back. Stops when the client has gone. */
async function dripOut(
  response: ServerResponse,
  body: Buffer,
  { bytes, everyMs, wait }: Drip & Pick<SendOptions, 'wait'>,
): Promise<Buffer> {
  let sent = 0;
  response.flushHeaders();
  while (sent + bytes < body.length && !response.destroyed) {
    response.write(body.subarray(sent, sent + bytes));
    sent += bytes;
    await wait(everyMs);
  }
  return body.subarray(sent);
}
