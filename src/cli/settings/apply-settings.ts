import { define } from './setting.ts';
import { GUARD_SETTINGS, RUN_SETTINGS, SERVICE_SETTINGS, TELL_SETTINGS } from './settings.ts';

/** An apply is a run of its own, with a folder of its own. */
export const APPLY_RUN_SETTINGS = {
  ...RUN_SETTINGS,
  out: define({
    ...RUN_SETTINGS.out,
    about: 'the folder of the apply itself (default: runs/<UTC time>-apply-<name of the run>)',
  }),
} as const;

/** The guard rules were asked when the plan was made; only what they said can be overruled. */
export const APPLY_GUARD_SETTINGS = {
  missing: GUARD_SETTINGS.missing,
  allow: define({ ...GUARD_SETTINGS.allow, about: 'guard rules to let pass that stopped the plan' }),
} as const;

/** What `apply` can be told: it reads no sheet. */
export const APPLY_SETTINGS = {
  ...SERVICE_SETTINGS,
  ...APPLY_RUN_SETTINGS,
  ...APPLY_GUARD_SETTINGS,
  ...TELL_SETTINGS,
};
