import type { Clock } from '../domain/ports.ts';
import { connectionsOf, type ServiceOptions } from './open-service.ts';
import type { OpenTransport } from './transport.ts';

interface EarlyPorts {
  readonly openTransport: OpenTransport;
  readonly clock: Clock;
}

interface EarlyConnection {
  /** Gives the transport that is connecting already, for the same options. */
  readonly openTransport: OpenTransport;
  close(): Promise<void>;
}

/**
 * Begins to connect to the service while something else is done, without a request. If that fails before the first
 * request, nothing is reported: the request connects itself.
 */
export function connectEarly(options: ServiceOptions, { openTransport, clock }: EarlyPorts): EarlyConnection {
  const transport = openTransport({ ...options, connections: connectionsOf(options), clock });
  transport.connect();
  return { openTransport: () => transport, close: transport.close };
}
