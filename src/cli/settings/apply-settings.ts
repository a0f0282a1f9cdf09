import { GUARD_SETTINGS, NOTIFY_SETTINGS, RUN_SETTINGS, SERVICE_SETTINGS } from './settings.ts';

/** An apply is a separate run with its own folder. */
export const APPLY_RUN_SETTINGS = {
  ...RUN_SETTINGS,
  out: {
    ...RUN_SETTINGS.out,
    about: 'the folder of the apply itself (default: runs/<UTC time>-apply-<name of the run>)',
  },
} as const;

/** The guard rules were checked when the plan was made; a rule that stopped it can still be allowed. */
export const APPLY_GUARD_SETTINGS = {
  missing: GUARD_SETTINGS.missing,
  allow: { ...GUARD_SETTINGS.allow, about: 'guard rules to skip that stopped the plan' },
} as const;

/** The settings of `apply`, which reads no sheet. */
export const APPLY_SETTINGS = {
  ...SERVICE_SETTINGS,
  ...APPLY_RUN_SETTINGS,
  ...APPLY_GUARD_SETTINGS,
  ...NOTIFY_SETTINGS,
};
