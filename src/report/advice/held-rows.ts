import { join } from 'node:path';
import type { RunReport } from '../tally/run-report.ts';
import { formatCommand } from '../text/format-command.ts';
import { allowing, formerKeyRules, newKeyRules } from './allow-flags.ts';

/** Rows that are sent once a person approves them. */
export interface HeldRows {
  readonly rows: number;
  /** The file to approve them in. */
  readonly review: string;
  /** The command that sends what is approved by then. */
  readonly command: string;
}

interface HeldOptions {
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
  return toHeldRows(rows, { run: options.folder, review: join(options.folder, REVIEW) }, [
    ...options.applyFlags,
    ...allowing(newKeyRules(report), []),
  ]);
}

/** What an apply holds is in the plan that it was made of, and so is the file. */
function ofApply(report: RunReport, { applyFlags, isReviewedBefore }: HeldOptions): HeldRows | undefined {
  const { approval, sheet, digest } = report;
  if (!approval && !isReviewedBefore) return undefined;
  const place = { run: sheet.path, review: approval?.path ?? join(sheet.path, REVIEW) };
  const flags = [...applyFlags, ...allowing(formerKeyRules(report), [])];
  return toHeldRows(digest.byStatus.held, place, flags);
}

function toHeldRows(
  rows: number,
  { run, review }: { readonly run: string; readonly review: string },
  flags: readonly string[],
): HeldRows {
  return { rows, review, command: formatCommand(['apply', run, '--only', review, ...flags]) };
}
