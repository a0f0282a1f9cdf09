import type { Secret } from '../../domain/secret.ts';
import type { RunSettings } from '../../run/job.ts';
import type { ProxyAddress } from '../../service/transport.ts';
import type { Context } from '../context.ts';
import type { ReadSettings } from '../read-settings.ts';
import type { RUN_SETTINGS, SERVICE_SETTINGS } from '../settings.ts';
import { stepFlagsOf } from '../step-flags.ts';
import { toServiceOptions } from './service-options.ts';

type Read = ReadSettings<typeof SERVICE_SETTINGS & typeof RUN_SETTINGS> & {
  readonly apiKey: Secret;
  readonly proxy: ProxyAddress | undefined;
};

/** Settings as every run wants them, whatever it works through. */
export function toRunSettings(
  { values, shown, flags, layoutFlags, ...access }: Read,
  { verbose, options }: Context,
  { dryRun, missingIsOk = false }: { readonly dryRun: boolean; readonly missingIsOk?: boolean },
): RunSettings {
  return {
    service: toServiceOptions(values, access, values.nullAs),
    dryRun,
    resolve: values.resolve,
    rereadAfterMs: values.reread,
    maxFailures: values.maxFailures,
    missingIsOk,
    out: values.out,
    waitLockMs: values.waitLock * 1000,
    logLevel: verbose ? 'debug' : 'info',
    shown,
    flags,
    layoutFlags,
    stepFlags: stepFlagsOf(options),
  };
}
