import { clip } from '../text/clip.ts';
import { count, uncapitalize } from '../text/words.ts';
import type { RunReport, Stop } from './run-report.ts';

/** Of a longer reason the first part is enough; all of it is beside the summary. */
const MAX_REASON = 200;

/**
 * Why a run was stopped and what it had sent by then, as a sentence of the summary.
 *
 * Shape: `Nothing was sent: the sheet has 0 rows of data, and at least 1 is needed (empty_sheet).`
 */
export function summarizeStop(stop: Stop, report: RunReport): string {
  return `${describeSent(stop, report)}: ${reasonOf(stop)}.`;
}

/** Likewise, of an error that ended a run before there was anything to report. */
export function summarizeFailure(failure: Stop): string {
  const what = failure.code === 'bug' ? 'The run ended without a report' : 'Nothing was sent';
  return `${what}: ${reasonOf(failure)}.`;
}

function describeSent({ code, isAfterAll }: Stop, { dryRun, cut, requests, digest }: RunReport): string {
  if (isAfterAll) return 'The run is complete, but a file is missing';
  if (dryRun) return code === 'guard' ? 'Nothing would be sent' : 'The dry run stopped early';
  if (requests.writes === 0) return 'Nothing was sent';
  if (cut) return `Stopped with ${count(cut.sent, 'update')} sent`;
  const { byStatus, alreadyCorrect, updates } = digest;
  return `Stopped with ${byStatus.updated - alreadyCorrect} of ${count(updates, 'update')} made`;
}

/** The figure and the limit of the first rule, and the other rules by name; or the message of the error. */
function reasonOf({ rules, message, messages = [] }: Stop): string {
  // That it did not begin or go on is said before.
  const reason = shorten((messages[0] ?? message).replace(/^Cannot (?:begin|go on): /, ''));
  const [rule, ...others] = rules;
  const codes = others.length === 0 ? '' : `, and also ${others.join(', ')}`;
  return `${uncapitalize(reason)}${rule === undefined ? '' : ` (${rule}${codes})`}`;
}

/** What follows a semicolon or a line break is advice, or more of the same. */
function shorten(text: string): string {
  const [line = ''] = text.split('\n');
  if (line.length <= MAX_REASON) return line;
  return clip(/^(?:"[^"]*"|[^;])*/.exec(line)?.[0].trim() ?? '', MAX_REASON);
}
