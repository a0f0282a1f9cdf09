import type { RunReport } from '../tally/run-report.ts';
import { formatCount, formatNumber } from '../text/format-numbers.ts';
import { nounsOf } from '../text/words.ts';

/**
 * The verdict in one line of plain words. It says that nothing needs a person only if nothing does.
 *
 * Shape: `12 listings would change. 6 rows need you first`.
 */
export function writeVerdict(report: RunReport): string {
  if (report.stop && !report.stop.isAfterAll) return describeStop(report);
  const going = describeGoing(report);
  const waiting = describeWaiting(report);
  if (waiting !== undefined) return `${going}. ${waiting}`;
  const { planned, updated } = report.digest.byStatus;
  const isSome = (isPlanned(report) ? planned : updated) > 0;
  return isSome ? `${going}. Nothing needs you` : going;
}

function describeStop({ stop, dryRun, digest }: RunReport): string {
  const made = countMade(digest);
  if (made > 0 && !dryRun)
    return `Stopped: ${formatNumber(made)} of ${formatCount(digest.updates, 'listing')} ${wasOrWere(made)} changed`;
  const rules = stop?.rules.length ?? 0;
  const by = rules === 0 ? '' : ` by ${rules === 1 ? 'a guard rule' : `${rules} guard rules`}`;
  return `Stopped${by}: nothing ${dryRun ? 'would be' : 'was'} sent`;
}

/** Listings that this run has changed. */
function countMade({ byStatus, heldAlready }: RunReport['digest']): number {
  return byStatus.updated - heldAlready;
}

/** Nothing was sent, though it could have been. */
function isPlanned({ stop, dryRun, declined, preview }: RunReport): boolean {
  return !stop && (dryRun || declined || preview !== undefined);
}

function describeGoing(report: RunReport): string {
  const { command, digest, stop } = report;
  const { byStatus, heldAlready, partlyRestored, attention } = digest;
  const needs = attention + byStatus.held > 0;
  if (isPlanned(report)) {
    if (byStatus.planned > 0) return `${formatCount(byStatus.planned, 'listing')} would change`;
    return needs ? 'Nothing would change' : 'Nothing to change';
  }
  const made = countMade(digest);
  const before =
    heldAlready === 0 ? '' : `${formatCount(heldAlready, 'listing')} had the planned values already`;
  if (made === 0 && before !== '') return before;
  const tail = stop ? ', but a file could not be written' : '';
  if (made === 0) return `${needs || tail ? 'Nothing was changed' : 'Nothing to change'}${tail}`;
  const part = partlyRestored === 0 ? '' : `, ${formatNumber(partlyRestored)} of them in part`;
  const what = command === 'undo' && !stop ? 'set back' : 'changed';
  return `${formatCount(made, 'listing')} ${wasOrWere(made)} ${what}${part}${before === '' ? '' : `, ${before}`}${tail}`;
}

function wasOrWere(count: number): string {
  return count === 1 ? 'was' : 'were';
}

/** What is left for a person, who may have looked at held rows and approved others; `undefined` if that is nothing. */
function describeWaiting(report: RunReport): string | undefined {
  const { digest, approval, sheet } = report;
  const nouns = nounsOf({ outcomes: digest.outcomes, rows: sheet.rows });
  const unapproved = approval ? digest.byStatus.held : 0;
  const needing = digest.attention + digest.byStatus.held - unapproved;
  const refused =
    unapproved === 0 ? '' : `${formatCount(unapproved, ...nouns)} ${wasOrWere(unapproved)} not approved`;
  if (needing === 0) return refused || undefined;
  const first = isPlanned(report) && digest.byStatus.planned > 0 ? ' first' : '';
  const need = `${formatCount(needing, ...nouns)} ${needing === 1 ? 'needs' : 'need'} you${first}`;
  return refused === '' ? need : `${refused}, ${need}`;
}
