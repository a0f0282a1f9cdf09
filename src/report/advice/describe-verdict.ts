import type { RunReport } from '../tally/run-report.ts';
import { count, nameOfSheet } from '../text/words.ts';

/** How names of files and folders are marked. */
type Quote = (name: string) => string;

const asItIs: Quote = (name) => name;

/** How a run went, in a line. Names from outside are included unchanged unless `quote` escapes them. */
export function describeVerdict(report: RunReport, quote: Quote = asItIs): string {
  const { byStatus, heldAlready, partlyRestored } = report.digest;
  const planned = count(byStatus.planned, 'update');
  const updated = report.cut
    ? `${count(report.cut.sent, 'update')} sent`
    : `${count(byStatus.updated - heldAlready, 'listing')} updated${partlyRestored === 0 ? '' : `, ${partlyRestored} in part`}`;
  const held = heldAlready === 0 || report.cut ? '' : `, ${heldAlready} already up to date`;
  const input = describeInput(report, quote);
  if (report.stop?.isAfterAll) return `Done, but a file could not be written: ${input}, ${updated}${held}`;
  if (report.stop) return `Stopped: ${input}, ${report.dryRun ? 'nothing sent' : updated}${held}`;
  if (report.command === 'undo' && report.sheet.rows === 0)
    return `Nothing to undo: ${quote(report.sheet.path)}`;
  if (report.preview) return `${describePlan(report, quote)}, nothing sent yet`;
  if (report.declined) return `Nothing sent: ${input}, ${planned} planned${held}`;
  if (report.dryRun) return `Dry run: ${input}, ${planned} planned, nothing sent${held}`;
  return `Done: ${input}, ${updated}${held}`;
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
