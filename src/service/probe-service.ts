import type { Clock } from '../domain/ports.ts';
import { type Reply, readReply } from './reply.ts';
import { channelPageSchema } from './schemas.ts';
import type { OpenTransport, TransportOptions } from './transport.ts';

/** What one GET has shown. */
export interface Probed {
  readonly reply: Reply<unknown>;
  /** From the question to the whole answer, the connection's beginning included. */
  readonly ms: number;
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
    const { redact } = options.apiKey;
    return { reply: readReply(attempt, { schema: channelPageSchema, now: clock.now(), redact }), ms };
  } finally {
    await transport.close();
  }
}
