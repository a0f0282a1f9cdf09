import type { Clock } from '../domain/ports.ts';
import { type Reply, readReply } from './reply.ts';
import { channelPageSchema } from './schemas.ts';
import type { OpenTransport, TransportOptions } from './transport.ts';

/** What one GET has shown. */
export interface Probed {
  readonly reply: Reply<unknown>;
  /** From the question to the whole answer, the connection's beginning included. */
  readonly ms: number;
  /** How far the service's clock is ahead of this machine's, to a second; `undefined` where its answer has no time. Units: milliseconds. */
  readonly aheadMs: number | undefined;
}

type ProbeOptions = Omit<TransportOptions, 'connections' | 'clock'>;

/** Asks the service for a channel, once. Never throws for what the network does. */
export async function probeService(
  options: ProbeOptions,
  { openTransport, clock }: { readonly openTransport: OpenTransport; readonly clock: Clock },
): Promise<Probed> {
  const transport = openTransport({ ...options, connections: 1, clock });
  try {
    const began = clock.monotonic();
    const attempt = await transport.send({ method: 'GET', path: '/channels', query: [['limit', '1']] });
    const ms = clock.monotonic() - began;
    const now = clock.now();
    const { redact } = options.apiKey;
    const date = attempt.kind === 'answer' ? Date.parse(attempt.date ?? '') : Number.NaN;
    return {
      reply: readReply(attempt, { schema: channelPageSchema, now, redact }),
      ms,
      // Half of the time that it took, the answer was on its way.
      aheadMs: Number.isNaN(date) ? undefined : date - (now - ms / 2),
    };
  } finally {
    await transport.close();
  }
}
