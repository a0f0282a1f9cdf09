import { join } from 'node:path';
import type { Shell } from '../../domain/quote-word.ts';
import { isKeyRefused, type RunReport } from '../tally/run-report.ts';
import { formatCommand } from '../text/format-command.ts';

/** Rows that are sent once a person approves them. */
export interface HeldRows {
  readonly rows: number;
  /** The file to approve them in. */
  readonly review: string;
  /** The command that sends what is approved by then. */
  readonly command: string;
}

interface HeldOptions {
  readonly shell: Shell;
  /** The run folder as the user would name it. */
  readonly folder: string;
  readonly applyFlags: readonly string[];
  /** The run that is applied has left a review file. */
  readonly isReviewedBefore?: boolean | undefined;
}

const REVIEW = 'review.csv';

/** The rows of a run that wait for a person; `undefined` if there are none, or no file to approve them in. */
export function findHeldRows(report: RunReport, options: HeldOptions): HeldRows | undefined {
  const { stop, isPlanned, unwritten = [], digest, command } = report;
  const rows = digest.byStatus.held;
  if (rows === 0 || stop || !isPlanned || command === 'undo') return undefined;
  if (command === 'apply') return ofApply(report, options);
  if (unwritten.includes(REVIEW)) return undefined;
  const { folder, applyFlags, shell } = options;
  const flags = [...applyFlags, ...allowing(newKeyRules(report), [])];
  return toHeldRows(rows, { run: folder, review: join(folder, REVIEW), flags, shell });
}

/** What an apply holds is in the plan that it was made of, and so is the file. */
function ofApply(
  report: RunReport,
  { applyFlags, isReviewedBefore, shell }: HeldOptions,
): HeldRows | undefined {
  const { approval, sheet, digest } = report;
  if (!approval && !isReviewedBefore) return undefined;
  const flags = [...applyFlags, ...allowing(formerKeyRules(report), [])];
  const review = approval?.path ?? join(sheet.path, REVIEW);
  return toHeldRows(digest.byStatus.held, { run: sheet.path, review, flags, shell });
}

interface Approving {
  readonly run: string;
  readonly review: string;
  readonly flags: readonly string[];
  readonly shell: Shell;
}

function toHeldRows(rows: number, { run, review, flags, shell }: Approving): HeldRows {
  return { rows, review, command: formatCommand(['apply', run, '--only', review, ...flags], shell) };
}

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
