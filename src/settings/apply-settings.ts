import * as parse from './parse-setting.ts';
import { define } from './setting.ts';
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

/** Sending only what a person approved. Neither is for the commands that follow from the run: what it did not send is in its plan as held. */
export const APPROVAL_SETTINGS = {
  only: define('--only <FILE>', {
    about:
      'send only what this review file approves: the review.csv of the run, with yes in its column approve',
    parse: parse.nonBlank,
    once: true,
    flagOnly: true,
  }),
  approvalAge: define('--approval-age <AGE>', {
    about: 'refuse a review file that was last changed longer ago than this: 30m, 24h, 3d',
    parse: parse.timeSpan({ from: '1m', to: '366d' }),
    fallback: 24 * 3_600_000,
    fallbackText: '24h',
    once: true,
    flagOnly: true,
  }),
} as const;

/** The settings of `apply`, which reads no sheet. */
export const APPLY_SETTINGS = {
  ...SERVICE_SETTINGS,
  ...APPLY_RUN_SETTINGS,
  ...APPLY_GUARD_SETTINGS,
  ...APPROVAL_SETTINGS,
  ...NOTIFY_SETTINGS,
};
