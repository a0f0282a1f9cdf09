import { resolve } from 'node:path';
import type { RunSettings } from '../../run/job/run.ts';
import type { ServiceOptions } from '../../service/open-service.ts';
import { givenFlagsOf } from '../../settings/given-flags.ts';
import type { Access, ReadSettings } from '../../settings/read-settings.ts';
import type { ValuesOf } from '../../settings/setting.ts';
import type { RUN_SETTINGS, SERVICE_SETTINGS } from '../../settings/settings.ts';
import { findWho } from '../ports/machine.ts';
import type { Caller } from './caller.ts';

type Read = ReadSettings<typeof SERVICE_SETTINGS & typeof RUN_SETTINGS> &
  Access & {
    /** Of the commands that have them. */
    readonly values: { readonly missing?: 'attention' | 'ok'; readonly allow?: ReadonlySet<string> };
  };

/** Settings as every run wants them, whatever it works through. */
export function toRunSettings(
  { values, shown, ...access }: Read,
  caller: Caller,
  dryRun = caller.options['dryRun'] === true,
): RunSettings {
  const { verbose, cwd, isWatched } = caller;
  return {
    service: toServiceOptions(values, access, values.nullAs),
    dryRun,
    resolve: values.resolve,
    rereadAfterMs: values.reread,
    followUp: !dryRun && (values.followUp ?? !isWatched()),
    maxFailures: values.maxFailures,
    missingIsOk: values.missing === 'ok',
    attention: values.attention,
    history: values.history === 'off' ? undefined : { folder: resolve(cwd, values.history), by: findWho() },
    otherKeyIsOk: values.allow?.has('other_key'),
    out: values.out,
    waitLockMs: values.waitLock * 1000,
    logLevel: verbose ? 'debug' : 'info',
    shown,
    given: givenFlagsOf(caller),
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
