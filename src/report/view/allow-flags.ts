import { isKeyRefused } from '../tally/can-apply-rest.ts';
import type { RunReport } from '../tally/run-report.ts';

/** The flags of a run with these rules added to its --allow. */
export function allowing(rules: readonly string[], onceFlags: readonly string[]): readonly string[] {
  if (rules.length === 0) return onceFlags;
  const at = onceFlags.indexOf('--allow');
  if (at === -1) return ['--allow', rules.join(','), ...onceFlags];
  const all = new Set([...(onceFlags[at + 1] ?? '').split(','), ...rules]);
  return onceFlags.map((word, index) => (index === at + 1 ? [...all].join(',') : word));
}

/** The rule that a command on the run at hand needs once there is another key: that run was made with the refused one. */
export function newKeyRules(report: RunReport): readonly string[] {
  return isKeyRefused(report) ? ['other_key'] : [];
}

/** Likewise, a command on the run that an apply or an undo was made of. */
export function formerKeyRules(report: RunReport): readonly string[] {
  const isOfRun = report.command === 'apply' || report.command === 'undo';
  return isOfRun && (report.madeWithOtherKey || isKeyRefused(report)) ? ['other_key'] : [];
}

/** The rules that were allowed, for a sync of rows of the same sheet: it has no key of an earlier run to ask about. */
export function allowedAgain(onceFlags: readonly string[]): readonly string[] {
  const at = onceFlags.indexOf('--allow');
  const rules = at === -1 ? [] : (onceFlags[at + 1] ?? '').split(',').filter((rule) => rule !== 'other_key');
  return rules.length === 0 ? [] : ['--allow', rules.join(',')];
}

/** Those flags of a dry run that the same command takes to send it. */
export function withoutDryRun(onceFlags: readonly string[]): readonly string[] {
  return onceFlags.filter((flag) => flag !== '--dry-run');
}
