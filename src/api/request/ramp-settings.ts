import { UsageError } from '../../domain/errors.ts';
import type { RampSettings } from '../../run/job/ramp-order.ts';
import type { ValuesOf } from '../../settings/setting.ts';
import type { RAMP_SETTINGS } from '../../settings/settings.ts';

/** The settings of a ramp. */
export function toRampSettings({
  ramp: steps,
  pause: pauseMs,
  maxOverwritten,
}: ValuesOf<typeof RAMP_SETTINGS>): RampSettings {
  return { steps, pauseMs, maxOverwritten };
}

/**
 * The same, of commands that make a new plan.
 *
 * Errors: `UsageError` if there is a pause without steps.
 */
export function toOwnRampSettings(values: ValuesOf<typeof RAMP_SETTINGS>): RampSettings {
  const settings = toRampSettings(values);
  if (settings.pauseMs === undefined || settings.steps) return settings;
  throw new UsageError(['--pause needs --ramp'], {
    hint: 'Say how much each step sends: --ramp 1%,10%,100%',
  });
}
