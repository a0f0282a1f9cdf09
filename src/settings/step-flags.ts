import type { Shell } from '../domain/quote-word.ts';
import type { StepFlags } from '../report/advice/list-next-steps.ts';
import { APPLY_SETTINGS } from './apply-settings.ts';
import { givenFlags } from './given-flags.ts';
import type { Options } from './read-sources.ts';
import { UNDO_SETTINGS } from './undo-settings.ts';

interface Given {
  readonly options: Options;
  readonly shell: Shell;
}

/** Those of the flags that were given which the commands after a run need. */
export function stepFlagsOf({ options, shell }: Given): StepFlags {
  return {
    shell,
    undoFlags: givenFlags(UNDO_SETTINGS, options),
    applyFlags: givenFlags(APPLY_SETTINGS, options),
    onceFlags: onceFlags(options),
  };
}

/** Those of the flags that go with one run and its repetition, but for the folder, which is taken by then. */
function onceFlags({ allow, dryRun, only, approvalAge }: Options): readonly string[] {
  return [
    ...withValue('--allow', allow),
    ...withValue('--only', only),
    ...withValue('--approval-age', approvalAge),
    ...(dryRun ? ['--dry-run'] : []),
  ];
}

function withValue(flag: string, value: Options[string]): readonly string[] {
  return typeof value === 'string' ? [flag, value] : [];
}
