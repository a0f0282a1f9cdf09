import { resolve } from 'node:path';
import type { RunSettings } from '../../run/job/run.ts';
import type { ServiceOptions } from '../../service/open-service.ts';
import { givenFlagsOf } from '../../settings/given-flags.ts';
import type { Access, ReadSettings } from '../../settings/read-settings.ts';
import type { ValuesOf } from '../../settings/setting.ts';
import type { RUN_SETTINGS, SERVICE_SETTINGS } from '../../settings/settings.ts';
import type { Caller } from './caller.ts';
import { findWho } from './machine.ts';

/** Settings as every run wants them, whatever it works through. */
export function toRunSettings(
  { values, shown, ...access }: ReadSettings<typeof SERVICE_SETTINGS & typeof RUN_SETTINGS> & Access,
  caller: Caller,
  dryRun = caller.options['dryRun'] === true,
): RunSettings {
  const { verbose, cwd, isWatched } = caller;
  return {
    ...values,
    service: toServiceOptions(values, access, values.nullAs),
    dryRun,
    followUp: !dryRun && (values.followUp ?? !isWatched()),
    history: values.history === 'off' ? undefined : { folder: resolve(cwd, values.history), by: findWho() },
    verbose,
    shown,
    given: givenFlagsOf(caller.options, caller.shell),
  };
}

/** Settings as the client of the service wants them. */
export function toServiceOptions(
  values: ValuesOf<typeof SERVICE_SETTINGS>,
  { apiKey, proxy }: Access,
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
