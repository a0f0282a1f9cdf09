import type { RunReport } from '../tally/run-report.ts';
import { count, nameOfSheet } from '../text/words.ts';

/** How names of files and folders are marked. */
type Quote = (name: string) => string;

const asItIs: Quote = (name) => name;

/** How a run went, in a line. Names from outside are included unchanged unless `quote` escapes them. */
export function describeVerdict(report: RunReport, quote: Quote = asItIs): string {
  const { byStatus, heldAlready } = report.digest;
  const planned = count(byStatus.planned, 'update');
  const updated = describeUpdated(report);
  const held = heldAlready === 0 ? '' : `, ${heldAlready} already up to date`;
  const input = describeInput(report, quote);
  if (report.stop?.isAfterAll) return `Done, but a file could not be written: ${input}, ${updated}`;
  if (report.stop) return `Stopped: ${input}, ${report.dryRun ? `nothing sent${held}` : updated}`;
  if (report.command === 'undo' && report.sheet.rows === 0)
    return `Nothing to undo: ${quote(report.sheet.path)}`;
  if (report.preview) return `${describePlan(report, quote)}, nothing sent yet`;
  if (report.declined) return `Nothing sent: ${input}, ${planned} planned${held}`;
  if (report.dryRun) return `Dry run: ${input}, ${planned} planned, nothing sent${held}`;
  return `Done: ${input}, ${updated}`;
}

/** Says the same number as the counts of statuses and the history. */
function describeUpdated({ cut, digest }: RunReport): string {
  if (cut) return `${count(cut.sent, 'update')} sent`;
  const { byStatus, heldAlready, partlyRestored } = digest;
  const all = count(byStatus.updated, 'listing');
  const share = heldAlready === byStatus.updated ? 'none' : `${byStatus.updated - heldAlready} of them`;
  const own = heldAlready === 0 ? '' : `, ${share} by this run`;
  return `${all} updated${own}${partlyRestored === 0 ? '' : `, ${partlyRestored} in part`}`;
}

/** A plan that may still be sent, in a line. */
export function describePlan(report: RunReport, quote: Quote = asItIs): string {
  return `Plan: ${describeInput(report, quote)}, ${count(report.digest.byStatus.planned, 'update')}`;
}

/** The input of a run. */
function describeInput({ command, sheet }: RunReport, quote: Quote = asItIs): string {
  const isOfRun = command === 'undo' || command === 'apply';
  const what = isOfRun ? `${command} of ${quote(sheet.path)}` : quote(nameOfSheet(sheet.path));
  return `${what}, ${count(sheet.rows, 'row')}`;
}
