import type { Secret } from '../../domain/secret.ts';
import type { ServiceOptions } from '../../service/open-service.ts';
import type { ProxyAddress } from '../../service/transport.ts';
import type { ValuesOf } from '../../settings/setting.ts';
import type { SERVICE_SETTINGS } from '../../settings/settings.ts';

/** Settings as the client of the service wants them. */
export function toServiceOptions(
  values: ValuesOf<typeof SERVICE_SETTINGS>,
  { apiKey, proxy }: { readonly apiKey: Secret; readonly proxy: ProxyAddress | undefined },
  nullAs: 'empty' | 'null',
): ServiceOptions {
  return {
    baseUrl: values.baseUrl,
    apiKey,
    proxy,
    ratePerSecond: values.rate,
    concurrency: values.concurrency,
    timeoutMs: values.timeout * 1000,
    retries: values.retries,
    nullAs,
  };
}
