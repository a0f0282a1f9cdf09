import type { Secret } from '../../domain/secret.ts';
import type { RunSettings } from '../../run/job/job.ts';
import type { ProxyAddress } from '../../service/transport.ts';
import type { Context } from '../settings/context.ts';
import type { ReadSettings } from '../settings/read-settings.ts';
import type { RUN_SETTINGS, SERVICE_SETTINGS } from '../settings/settings.ts';
import { stepFlagsOf } from '../settings/step-flags.ts';
import { toServiceOptions } from './service-options.ts';

type Read = ReadSettings<typeof SERVICE_SETTINGS & typeof RUN_SETTINGS> & {
  readonly apiKey: Secret;
  readonly proxy: ProxyAddress | undefined;
};

interface Choices {
  readonly dryRun: boolean;
  readonly missingIsOk?: boolean;
  /** Of the commands that work from the plan of another run. */
  readonly allow?: ReadonlySet<string>;
}

/** Settings as every run wants them, whatever it works through. */
export function toRunSettings(
  { values, shown, flags, layoutFlags, ...access }: Read,
  { verbose, options }: Context,
  { dryRun, missingIsOk = false, allow }: Choices,
): RunSettings {
  return {
    service: toServiceOptions(values, access, values.nullAs),
    dryRun,
    resolve: values.resolve,
    rereadAfterMs: values.reread,
    maxFailures: values.maxFailures,
    missingIsOk,
    otherKeyIsOk: allow?.has('other_key'),
    out: values.out,
    waitLockMs: values.waitLock * 1000,
    logLevel: verbose ? 'debug' : 'info',
    shown,
    flags,
    layoutFlags,
    stepFlags: stepFlagsOf(options),
  };
}
