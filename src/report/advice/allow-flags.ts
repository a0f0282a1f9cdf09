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

/** Those flags of a dry run that the same command takes to send it. */
export function withoutDryRun(onceFlags: readonly string[]): readonly string[] {
  return onceFlags.filter((flag) => flag !== '--dry-run');
}
