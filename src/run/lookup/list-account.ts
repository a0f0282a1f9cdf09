import type { Channel, Strategy } from '../../domain/listing.ts';
import type { Log } from '../../domain/ports.ts';
import { openService, type Service, type ServiceOptions } from '../../service/open-service.ts';
import { SILENT_LOG } from '../folder/open-log.ts';
import { nameKeyPlace } from '../job/name-key-place.ts';
import type { RunPorts } from '../job/run.ts';

export type AskPorts = Pick<RunPorts, 'clock' | 'random' | 'openTransport' | 'signal'> & {
  /** Logs every request; without it none is logged. */
  readonly log?: Log | undefined;
};

/** The account's strategies, newest first. */
export function listStrategies(options: ServiceOptions, ports: AskPorts): Promise<readonly Strategy[]> {
  return askService(options, ports, (service) => service.listStrategies(ports));
}

/** The account's channels, newest first. */
export function listChannels(options: ServiceOptions, ports: AskPorts): Promise<readonly Channel[]> {
  return askService(options, ports, (service) => service.listChannels(ports));
}

/** Queries the service by a client that can send only GET. Errors: those of `question`. */
export async function askService<T>(
  options: ServiceOptions,
  ports: AskPorts,
  question: (service: Service) => Promise<T>,
): Promise<T> {
  const service = openService(options, {
    ...ports,
    readOnly: true,
    log: ports.log ?? SILENT_LOG,
  });
  try {
    return await question(service);
  } catch (error) {
    throw nameKeyPlace(error, options.apiKey);
  } finally {
    await service.close();
  }
}
